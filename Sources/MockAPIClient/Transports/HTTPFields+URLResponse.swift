import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension HTTPFields {
    /// The header section of a URLSession response, sorted by name, since its order is lost.
    ///
    /// URLSession joins equal names with commas; `Set-Cookie` is taken apart again, as no cookie may be joined
    /// (RFC 6265, section 3).
    init(urlResponse: HTTPURLResponse) {
        self.init()
        let pairs = urlResponse.allHeaderFields.compactMap { key, value in
            (key as? String).map { (name: $0, value: "\(value)") }
        }
        for (name, value) in pairs.sorted(by: { ($0.name, $0.value) < ($1.name, $1.value) }) {
            if HTTPToken.equalsIgnoringCase(name, "Set-Cookie") {
                for cookie in Self.cookies(value) { add(name, cookie) }
            } else {
                add(name, value)
            }
        }
    }

    /// Splits at commas that a `name=` follows; the comma of a date is followed by a blank and a number.
    private static func cookies(_ value: String) -> [String] {
        var cookies: [String] = []
        for piece in value.split(separator: ",", omittingEmptySubsequences: false) {
            let start = piece.drop { $0 == " " }
            let name = start.prefix { $0 != "=" && $0 != ";" }
            let isCookie =
                name.endIndex < start.endIndex && start[name.endIndex] == "=" && !name.isEmpty
                && name.utf8.allSatisfy(HTTPToken.isTokenByte)
            if isCookie || cookies.isEmpty {
                cookies.append(String(start))
            } else {
                cookies[cookies.count - 1] += ",\(piece)"
            }
        }
        return cookies
    }
}
