/// A stub as reports name it.
public struct StubReference: Sendable, Hashable, CustomStringConvertible {
    /// The stub's id.
    public var id: String
    /// The stub's name.
    public var name: String?
    /// The file that the stub comes from, as the user gave it.
    public var file: String?
    /// The line of the stub in that file, counted from 1.
    public var line: Int?

    /// Makes a reference.
    public init(id: String, name: String? = nil, file: String? = nil, line: Int? = nil) {
        self.id = id
        self.name = name
        self.file = file
        self.line = line
    }

    /// `file:line`, where the stub comes from a file.
    public var place: String? { file.map { file in line.map { "\(file):\($0)" } ?? file } }

    /// Name and place, or what there is of them.
    public var description: String {
        switch (name, place) {
        case (let name?, let place?): "\(Quoted.text(name)) (\(place))"
        case (let name?, nil): Quoted.text(name)
        case (nil, let place?): place
        case (nil, nil): "stub \(id)"
        }
    }
}
