// Writes entries into a cache until it is killed: CacheWriter PATH SEED
//
// A line goes out before each write. A body says itself what it is made of, so that a reader can tell whether it is whole.

import Foundation
import MockAPIClient

guard CommandLine.arguments.count == 3, var state = UInt64(CommandLine.arguments[2]) else { exit(2) }
/// A small generator, so that a run can be repeated.
func random(_ limit: UInt64) -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return (state >> 33) % limit
}

/// A body of one byte over and over, after a line with the key, that byte and the length.
func body(_ key: Int) -> [UInt8] {
    let byte = UInt8(random(256))
    let length = Int(random(3) == 0 ? random(400_000) : random(3_000))
    return Array("\(key) \(byte) \(length)\n".utf8) + [UInt8](repeating: byte, count: length)
}

// Made beforehand, so that nearly all the time is spent on writing.
let entries = (0..<120).map { number in
    CacheEntry(
        status: 200, headers: ["X-Key": "\(number % 40)"], body: body(number % 40), requestTime: 1, responseTime: 2,
        resource: "r\(number % 40)")
}
let store = SQLiteCacheStore(path: CommandLine.arguments[1], sizeLimit: 4 << 20, busyTimeout: .seconds(30))
while true {
    let number = Int(random(120))
    FileHandle.standardOutput.write(Data("\n".utf8))
    try await store.store(entries[number], for: "\(number % 40)")
    if random(50) == 0 { try await store.removeEntries(of: "r\(random(40))") }
}
