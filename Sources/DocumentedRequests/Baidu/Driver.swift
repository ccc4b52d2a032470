/// A person who drives.
public struct Driver: Codable, Hashable, Sendable {
    /// The number.
    public var id: Int
    /// The name.
    public var name: String
    /// The number plate of the car, if known.
    public var plate: String?

    /// Makes a driver.
    public init(id: Int, name: String, plate: String? = nil) {
        self.id = id
        self.name = name
        self.plate = plate
    }
}
