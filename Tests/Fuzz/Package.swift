// swift-tools-version: 6.1

import PackageDescription

// Fuzz targets have no main function: build them with `swift build --sanitize=fuzzer`, see run.sh.
let settings: [SwiftSetting] = [.unsafeFlags(["-parse-as-library"])]

let package = Package(
    name: "Fuzz",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "mockapi", path: "../..")],
    targets: [
        .executableTarget(
            name: "FuzzRequestParser", dependencies: [.product(name: "MockAPIServer", package: "mockapi")],
            swiftSettings: settings),
        .executableTarget(
            name: "FuzzJSON", dependencies: [.product(name: "MockAPIServer", package: "mockapi")],
            swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
