/// The stubs that are found at one place of an index, by their numbers in it.
enum StubBucket: Sendable {
    case empty
    case one(UInt32)
    /// In order, the last one to be tried first, so that newer ones come to stand at the end.
    case list([UInt32])
    /// Too many for a list, told apart by some part of the request.
    case split(StubSplit)

    /// From more stubs on a list is split where that can be.
    static let longestList = 8

    var count: Int {
        switch self {
        case .empty: 0
        case .one: 1
        case .list(let numbers): numbers.count
        case .split(let split): split.count
        }
    }

    /// Calls with the number of each stub, in no order, until `body` says `false`.
    func forEach(_ body: (UInt32) -> Bool) -> Bool {
        switch self {
        case .empty: true
        case .one(let number): body(number)
        case .list(let numbers): numbers.allSatisfy(body)
        case .split(let split):
            split.rest.forEach(body) && split.keyed.allSatisfy { $0.forEach(body) }
        }
    }
}

/// The stubs of one place, told apart by the value that they ask for in one part of a request.
///
/// Copies of an index share it; it is changed only by the one index that has it alone.
final class StubSplit: @unchecked Sendable {
    let discriminator: Discriminator
    /// What the hash of a value leads to: a stub that alone asks for it, or the bucket in `keyed`.
    var places = HashTable()
    /// The stubs that ask for one value each.
    var keyed: [StubBucket] = []
    /// The values as texts, for those that are not found; an index is one of `keyed`.
    var texts = TextList()
    /// The stubs that do not ask for a value of that part.
    var rest = StubBucket.empty
    /// How many stubs there are.
    var count = 0
    /// How many stubs there were when the part was chosen.
    let countWhenChosen: Int
    /// No stub that asks for a value goes before this one.
    var firstKeyed = StubOrder.last

    init(_ discriminator: Discriminator, countWhenChosen: Int) {
        self.discriminator = discriminator
        self.countWhenChosen = countWhenChosen
    }

    init(copying other: StubSplit) {
        discriminator = other.discriminator
        places = other.places
        keyed = other.keyed
        texts = other.texts
        rest = other.rest
        count = other.count
        countWhenChosen = other.countWhenChosen
        firstKeyed = other.firstKeyed
    }

    /// The stubs that ask for a value with this hash.
    func bucket(of hash: UInt64) -> StubBucket {
        guard let lead = places.first(hash).map(Lead.init(code:)) else { return .empty }
        return lead.stub.map { .one($0) } ?? keyed[lead.bucket]
    }
}
