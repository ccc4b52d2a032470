// swift-tools-version: 6.1

import PackageDescription

/// A package as a user of mockapi would write it: a library with a client, an app, and tests that give them a server.
let package = Package(
    name: "Consumer",
    platforms: [.macOS(.v13), .iOS(.v16)],
    products: [.library(name: "Bookshop", targets: ["Bookshop"])],
    dependencies: [.package(name: "mockapi", path: "../..")],
    targets: [
        .target(name: "Bookshop", dependencies: [.product(name: "MockAPIClient", package: "mockapi")]),
        .executableTarget(
            name: "bookshelf", dependencies: [.product(name: "MockAPIClient", package: "mockapi")]),
        .testTarget(
            name: "BookshopTests",
            dependencies: ["Bookshop", .product(name: "MockAPITesting", package: "mockapi")],
            resources: [.copy("Stubs")]),
    ],
    swiftLanguageModes: [.v6]
)
