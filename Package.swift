// swift-tools-version: 6.1

import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// A library target, its dependencies being other targets of this package.
func library(_ name: String, _ dependencies: Target.Dependency..., resources: [Resource] = []) -> Target {
    .target(name: name, dependencies: dependencies, resources: resources, swiftSettings: settings)
}

/// The tests of one target, plus whatever else they lean on; files that they read from their source folder are excluded.
func tests(_ name: String, _ dependencies: Target.Dependency..., exclude: [String] = []) -> Target {
    .testTarget(
        name: "\(name)Tests", dependencies: [.byName(name: name), "MockAPITestSupport"] + dependencies,
        exclude: exclude, swiftSettings: settings)
}

let package = Package(
    name: "mockapi",
    platforms: [.macOS(.v13), .iOS(.v16)],
    products: [
        .executable(name: "mockapi", targets: ["mockapi"]),
        .library(name: "MockAPIServer", targets: ["MockAPIServer"]),
        .library(name: "MockAPIClient", targets: ["MockAPIClient"]),
        .library(name: "MockAPIScenarios", targets: ["MockAPIScenarios"]),
        .library(name: "MockAPICommand", targets: ["MockAPICommand"]),
        .library(name: "MockAPITesting", targets: ["MockAPITesting"]),
    ],
    traits: [
        .trait(
            name: "SQLite",
            description: "The client's cache in SQLite on Linux, with libsqlite3-dev; other platforms always have it.")
    ],
    targets: [
        .executableTarget(
            name: "mockapi", dependencies: ["MockAPICommand", "DocumentedRequests"], swiftSettings: settings),
        library(
            "DocumentedRequests", "MockAPIClient", "MockAPIScenarios", "MockAPICore",
            resources: [.copy("Data/Samples")]),
        library(
            "MockAPICommand", "MockAPIScenarios", "MockAPIServer", "MockAPIStubs", "MockAPIMatching", "MockAPISockets",
            "MockAPICore"),
        library(
            "MockAPITesting", "MockAPIServer", "MockAPIScenarios", "MockAPIClient", "MockAPIStubs", "MockAPIMatching",
            "MockAPISockets", "MockAPICore"),
        library(
            "MockAPIScenarios", "MockAPIClient", "MockAPIServer", "MockAPIStubs", "MockAPIMatching", "MockAPISockets",
            "MockAPICore"),
        library("MockAPIServer", "MockAPIStubs", "MockAPISockets", "MockAPIMatching", "MockAPICore"),
        library("MockAPIStubs", "MockAPIMatching", "MockAPICore"),
        library("MockAPIMatching", "MockAPICore"),
        library("MockAPISockets", "MockAPICore", .target(name: "CMockAPILinux", condition: .when(platforms: [.linux]))),
        library(
            "MockAPIClient", "MockAPICore",
            .target(name: "CSQLite", condition: .when(platforms: [.linux], traits: ["SQLite"]))),
        .systemLibrary(name: "CSQLite"),
        library("MockAPICore"),
        .target(name: "CMockAPILinux"),

        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                "DocumentedRequests", "MockAPIScenarios", "MockAPIServer", "MockAPIClient", "MockAPIStubs",
                "MockAPISockets", "MockAPIMatching", "MockAPICore",
            ],
            swiftSettings: settings),

        .target(
            name: "MockAPITestSupport", dependencies: ["MockAPICore"], path: "Tests/MockAPITestSupport",
            swiftSettings: settings),
        tests("MockAPICore"),
        tests("MockAPIMatching", "MockAPICore"),
        tests("MockAPISockets", "MockAPICore"),
        tests("MockAPIStubs", "MockAPIMatching", "MockAPICore"),
        tests("MockAPIServer", "MockAPIStubs", "MockAPISockets", "MockAPIMatching", "MockAPICore"),
        tests("MockAPIClient", "MockAPIServer", "MockAPIStubs", "MockAPISockets", "MockAPICore"),
        tests(
            "MockAPIScenarios", "MockAPIClient", "MockAPIServer", "MockAPIStubs", "MockAPIMatching", "MockAPISockets",
            "DocumentedRequests", "MockAPICore"),
        tests(
            "DocumentedRequests", "MockAPIClient", "MockAPIScenarios", "MockAPIServer", "MockAPIStubs",
            "MockAPISockets", "MockAPICore"),
        tests(
            "MockAPICommand", "MockAPIScenarios", "MockAPIServer", "MockAPIStubs", "MockAPIClient", "MockAPICore",
            "mockapi", exclude: ["Golden", "Twins"]),
        tests(
            "MockAPITesting", "MockAPIServer", "MockAPIClient", "MockAPIStubs", "MockAPISockets", "MockAPICore",
            exclude: ["Stubs"]),
    ],
    swiftLanguageModes: [.v6]
)

#if os(Linux)
// Apple's way to wait for sockets, compiled and tested here too: the sources of MockAPISockets, which are linked into the
// folder of the tests, with kqueue in place of epoll. Beside tests, which import Foundation, the compiler takes types of
// Glibc for those of other modules, hence the setting that is left out.
package.targets += [
    .target(name: "CKqueueShim", path: "Tests/CKqueueShim"),
    .testTarget(
        name: "MockAPISocketsOnKqueueTests",
        dependencies: ["CKqueueShim", "CMockAPILinux", "MockAPICore", "MockAPITestSupport"],
        swiftSettings: Array(settings.dropLast()) + [.define("MOCKAPI_KQUEUE_SHIM")]),
]
#endif
