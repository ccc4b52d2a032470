// swift-tools-version: 6.1

import PackageDescription

/// A package that turns the trait `SQLite` on: the tests of the client's cache with an SQLite store, and a program that is
/// killed while it writes. Beside the client nothing is built.
let package = Package(
    name: "SQLiteCache",
    platforms: [.macOS(.v13), .iOS(.v16)],
    dependencies: [.package(name: "mockapi", path: "../..", traits: ["SQLite"])],
    targets: [
        .executableTarget(
            name: "CacheWriter", dependencies: [.product(name: "MockAPIClient", package: "mockapi")]),
        .testTarget(
            name: "SQLiteCacheTests",
            dependencies: ["CacheWriter", .product(name: "MockAPIClient", package: "mockapi")],
            swiftSettings: [.define("SQLite")]),
    ],
    swiftLanguageModes: [.v6]
)
