internal import Foundation
internal import MockAPICore

/// A user name and a password, as `Authorization: Basic` carries them (RFC 7617).
///
/// The password is in no text that is made for people.
public struct BasicCredentials: Sendable, Hashable, CustomStringConvertible {
    /// The name of the user, without a colon.
    public var username: String
    /// The password.
    public var password: String

    /// Makes credentials; a `username` with a colon can never be sent (RFC 7617, section 2).
    public init(username: String, password: String) {
        self.username = username
        self.password = password
    }

    /// Reads the value of an `Authorization` field; `nil` where it is of another scheme or no such credentials.
    ///
    /// The name of the scheme is compared without case; user name and password are read as UTF-8 and split at the first
    /// colon.
    public init?(authorization value: String) {
        let bytes = value.utf8
        let scheme = bytes.prefix { $0 != UInt8(ascii: " ") }
        guard HTTPToken.equalsIgnoringCase(scheme, "Basic".utf8) else { return nil }
        let token = bytes[scheme.endIndex...].drop { $0 == UInt8(ascii: " ") }
        guard let decoded = Base64.bytes(token), let colon = decoded.firstIndex(of: UInt8(ascii: ":")) else {
            return nil
        }
        username = String(decoding: decoded[..<colon], as: UTF8.self)
        password = String(decoding: decoded[(colon + 1)...], as: UTF8.self)
    }

    /// The value of an `Authorization` field with these credentials.
    public var authorization: String { "Basic \(Base64.text(Array("\(username):\(password)".utf8)))" }

    /// Whether both are the same; the time that it takes depends on the lengths alone.
    public static func == (left: BasicCredentials, right: BasicCredentials) -> Bool {
        // Both are compared, whatever comes of the first.
        let isUserEqual = isEqual(left.username, right.username)
        let isPasswordEqual = isEqual(left.password, right.password)
        return isUserEqual && isPasswordEqual
    }

    /// Feeds the bytes of both.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(Array(username.utf8))
        hasher.combine(Array(password.utf8))
    }

    /// The name of the user.
    public var description: String { "user \(Quoted.text(username))" }

    static func isEqual(_ left: String, _ right: String) -> Bool {
        guard left.utf8.count == right.utf8.count else { return false }
        return zip(left.utf8, right.utf8).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

extension BasicCredentials: CustomDebugStringConvertible, CustomReflectable {
    /// The name of the user.
    public var debugDescription: String { description }
    /// The name of the user, so that no dump shows the password.
    public var customMirror: Mirror { Mirror(self, children: ["username": username]) }
}
