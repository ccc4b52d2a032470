import MockAPICore
import MockAPITestSupport
import Testing

/// Everything that walks through a value runs on the 512 KiB of stack that Apple's secondary threads have.
@Suite struct JSONDepthTests {
    static let texts = [
        String(repeating: "[", count: 512) + String(repeating: "]", count: 512),
        String(repeating: "{\"a\":", count: 511) + "{}" + String(repeating: "}", count: 511),
        String(repeating: "[1,{\"b\":2,\"a\":", count: 256) + "null" + String(repeating: "}]", count: 256),
    ]

    @Test(arguments: texts)
    func `the deepest text is read, compared, hashed, printed and freed on a small stack`(text: String) throws {
        let printed = try SmallStack.run {
            let value = try JSONValue(parsing: text)
            let other = try JSONDocument(parsing: text).root.value
            #expect(value == other)
            #expect(value.hashValue == other.hashValue)
            #expect(try JSONValue(parsing: value.renderedBytes(.pretty)) == value)
            var node = try JSONDocument(parsing: text).root
            while let child = node.elements.last ?? node.members.last?.value { node = child }
            return value.rendered()
        }
        #expect(printed == text)
    }

    @Test func `a difference at the bottom is found`() throws {
        let left = String(repeating: "[", count: 512) + "1" + String(repeating: "]", count: 512)
        let right = String(repeating: "[", count: 512) + "2" + String(repeating: "]", count: 512)
        #expect(try JSONValue(parsing: left) != JSONValue(parsing: right))
    }

    @Test func `a million opening brackets are refused, not followed`() throws {
        for opening in ["[", "{\"a\":", "[{\"a\":"] {
            let text = String(repeating: opening, count: 1_000_000)
            let error = try SmallStack.run {
                do throws(JSONSyntaxError) { _ = try JSONValue(parsing: text) } catch { return error.message }
                return ""
            }
            #expect(error == "nested deeper than 512 levels")
        }
    }
}
