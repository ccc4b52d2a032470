// Writes entries into a cache until it is killed: CacheWriter PATH SEED
//
// A line goes out before each write. What a body is made of tells whether it is whole: see `pattern`.

import Foundation
import MockAPIClient

/// A body that says itself how long it is and what it consists of.
func pattern(_ key: Int, _ turn: UInt64, _ length: Int) -> [UInt8] {
    let head = Array("\(key) \(turn) \(length)\n".utf8)
    return head + (0..<length).map { UInt8(truncatingIfNeeded: $0 &+ key &+ Int(turn & 0xFF)) }
}

guard CommandLine.arguments.count == 3, var state = UInt64(CommandLine.arguments[2]) else { exit(2) }
/// A small generator, so that a run can be repeated.
func random(_ limit: UInt64) -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return (state >> 33) % limit
}

let store = SQLiteCacheStore(path: CommandLine.arguments[1], sizeLimit: 2 << 20, busyTimeout: .seconds(30))
var turn: UInt64 = 0
while true {
    turn += 1
    let key = Int(random(40))
    let length = Int(random(5) == 0 ? random(200_000) : random(2_000))
    let entry = CacheEntry(
        status: 200, headers: ["X-Key": "\(key)"], body: pattern(key, turn, length), requestTime: 1, responseTime: 2,
        resource: "r\(key)")
    FileHandle.standardOutput.write(Data("\(turn)\n".utf8))
    try await store.store(entry, for: "\(key)")
    if random(50) == 0 { try await store.removeEntries(of: "r\(random(40))") }
}
