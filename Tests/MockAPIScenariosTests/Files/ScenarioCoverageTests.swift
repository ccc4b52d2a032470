import Foundation
import MockAPIClient
import MockAPICore
import MockAPIMatching
import Testing

@testable import MockAPIScenarios

/// Whatever the format has is shown by `scenarios/`.
@Suite struct ScenarioCoverageTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("scenarios")

    /// The keys that the scenarios use, by the object that has them, and the values of a few keys.
    private struct Uses {
        var keys: [String: Set<String>] = [:]
        var matchers: Set<String> = []
        var words: [String: Set<String>] = [:]
        var stepCount = 0

        mutating func scenario(_ node: JSONNode) {
            note(node, .scenario)
            client(node["client"])
            states(node["given"])
            for phase in StepPhase.allCases { steps(node[phase.rawValue]) }
        }

        private mutating func steps(_ node: JSONNode?) {
            for element in node?.elements ?? [] {
                if element["parallel"] == nil {
                    stepCount += 1
                    step(element)
                } else {
                    note(element, .group)
                    states(element["given"])
                    client(element["client"])
                    steps(element["parallel"])
                }
            }
        }

        private mutating func step(_ node: JSONNode) {
            note(node, .step)
            states(node["given"])
            client(node["client"])
            note(node["eventually"], .eventually)
            note(node["send"], .send)
            for part in node["send"]?["multipart"]?.elements ?? [] { note(part, .formPart) }
            let expect = node["expect"]
            note(expect, .expect)
            note(expect?["error"], .error)
            note(expect?["sent"], .sent)
            for part in expect?["sent"]?["parts"]?.elements ?? [] { note(part, .part) }
            note(expect?["progress"], .progress)
            note(expect?["elapsed"], .elapsed)
            for key in ["kind", "reason"] { word(expect?["error"]?[key], key) }
            if let expect { findMatchers(expect) }
            for member in node["capture"]?.members ?? [] where member.value.kind == .object {
                note(member.value, .capture)
                word(member.value["from"], "from")
            }
        }

        private mutating func client(_ node: JSONNode?) {
            note(node, .client)
            note(node?["refresh"], .refresh)
            guard let mode = node?["stubMode"] else { return word(node?["cachePolicy"], "cachePolicy") }
            if mode.kind == .object { note(mode, .stubMode) } else { word(mode, "stubMode") }
            word(node?["cachePolicy"], "cachePolicy")
        }

        private mutating func states(_ node: JSONNode?) {
            for element in node?.elements ?? [] where element.kind == .object { note(element, .state) }
        }

        private mutating func note(_ node: JSONNode?, _ keys: ObjectKeys) {
            guard let node, node.kind == .object else { return }
            self.keys[keys.object, default: []].formUnion(node.members.map(\.key))
        }

        private mutating func word(_ node: JSONNode?, _ key: String) {
            if let text = node?.string { words[key, default: []].insert(text) }
        }

        private mutating func findMatchers(_ node: JSONNode) {
            for member in node.kind == .object ? node.members : [] {
                if member.key.hasPrefix("$") { matchers.insert(member.key) }
                findMatchers(member.value)
            }
            for element in node.kind == .array ? node.elements : [] { findMatchers(element) }
        }
    }

    private let uses: Uses

    init() throws {
        var uses = Uses()
        let files =
            FileManager.default.enumerator(at: Self.folder, includingPropertiesForKeys: nil)?
            .compactMap { $0 as? URL } ?? []
        for file in files where file.pathExtension == "json" {
            uses.scenario(try JSONDocument(parsing: [UInt8](Data(contentsOf: file)), file: file.path).root)
        }
        self.uses = uses
    }

    @Test func `there are at least 120 steps`() { #expect(uses.stepCount >= 120) }

    @Test func `every key of every object is used`() {
        for keys in ObjectKeys.all {
            let missing = Set(keys.known).subtracting(uses.keys[keys.object] ?? [])
            #expect(missing == [], "\(keys.object)")
        }
    }

    @Test func `every matcher is used`() { #expect(Set(ShapeMatchers.names).subtracting(uses.matchers) == []) }

    @Test func `every word that a key can have is used`() {
        let words: [String: [String]] = [
            "kind": ErrorDescription.kinds, "from": StepCapture.Source.allCases.map(\.rawValue),
            "cachePolicy": CachePolicy.allCases.map(\.rawValue), "stubMode": ["never", "immediate"],
            // Names that are not found, other networks and broken certificates are no matter of a loopback address.
            "reason": TransportError.Reason.allCases.filter { ![.dns, .unreachable, .tls].contains($0) }
                .map(\.rawValue),
        ]
        for (key, all) in words { #expect(Set(all).subtracting(uses.words[key] ?? []) == [], "\(key)") }
    }
}
