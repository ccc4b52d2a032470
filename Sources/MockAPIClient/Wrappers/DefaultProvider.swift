/// Names the value that stands for a missing one.
public protocol DefaultProvider: Sendable {
    /// The type of the property.
    associatedtype Value: Decodable & Sendable

    /// The value for a missing key and for `null`.
    static var defaultValue: Value { get }
}

/// The usual defaults.
public enum Defaults {
    /// 0.
    public enum Zero<Value: Numeric & Decodable & Sendable>: DefaultProvider {
        /// 0.
        public static var defaultValue: Value { 0 }
    }

    /// No elements, no characters.
    public enum Empty<Value: RangeReplaceableCollection & Decodable & Sendable>: DefaultProvider {
        /// No elements, no characters.
        public static var defaultValue: Value { Value() }
    }

    /// A dictionary without entries.
    public enum EmptyDictionary<Key: Hashable & Decodable & Sendable, Element: Decodable & Sendable>: DefaultProvider {
        /// A dictionary without entries.
        public static var defaultValue: [Key: Element] { [:] }
    }

    /// No.
    public enum False: DefaultProvider {
        /// No.
        public static var defaultValue: Bool { false }
    }

    /// Yes.
    public enum True: DefaultProvider {
        /// Yes.
        public static var defaultValue: Bool { true }
    }
}

/// 0 where the number is missing or null.
public typealias DefaultZero<Value: Numeric & Decodable & Sendable> = Default<Defaults.Zero<Value>>
/// 0 where the number is missing or null; it may be written as a text.
public typealias LenientDefaultZero<Value: Numeric & LenientlyDecodable> = LenientDefault<Defaults.Zero<Value>>
/// An empty list or text where it is missing or null.
public typealias DefaultEmpty<Value: RangeReplaceableCollection & Decodable & Sendable> = Default<Defaults.Empty<Value>>
/// An empty dictionary where it is missing or null.
public typealias DefaultEmptyDictionary<Key: Hashable & Decodable & Sendable, Element: Decodable & Sendable> =
    Default<Defaults.EmptyDictionary<Key, Element>>
/// `false` where the value is missing or null.
public typealias DefaultFalse = Default<Defaults.False>
/// `true` where the value is missing or null.
public typealias DefaultTrue = Default<Defaults.True>
