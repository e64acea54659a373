// swift-tools-version: 6.2

import PackageDescription

/// Every Swift target is built alike: Swift 6 mode, the stricter upcoming rules, and no warning survives.
let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error),
    // Properties of classes are touched some hundred times a request, and each look whether somebody else is touching
    // them costs a call: 3 % of all CPU. Debug builds, and so the tests, look.
    .unsafeFlags(["-enforce-exclusivity=unchecked"], .when(configuration: .release)),
]

let argumentParser: Target.Dependency = .product(name: "ArgumentParser", package: "swift-argument-parser")
let logging: Target.Dependency = .product(name: "Logging", package: "swift-log")

let package = Package(
    name: "progressd",
    products: [.executable(name: "progressd", targets: ["progressd"])],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
        // For the tests alone: reads openapi.yaml.
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    ],
    targets: [
        .systemLibrary(name: "CMicroHTTPD", pkgConfig: "libmicrohttpd", providers: [.apt(["libmicrohttpd-dev"])]),
        .systemLibrary(name: "CLibUUID", pkgConfig: "uuid", providers: [.apt(["uuid-dev"])]),
        .systemLibrary(name: "CNettle", pkgConfig: "nettle", providers: [.apt(["nettle-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .target(name: "CAssets", exclude: ["web"]),
        .target(name: "MicroHTTPD", dependencies: ["CMicroHTTPD"]),
        .target(name: "ProgressCore"),
        .target(name: "ProgressJournal", dependencies: ["CZlib"]),
        .target(name: "ProgressWire", dependencies: ["ProgressCore"]),
        .target(name: "ProgressLocalization", dependencies: ["ProgressCore"]),
        .target(name: "ProgressStreams", dependencies: ["ProgressCore"]),
        .target(
            name: "ProgressServer",
            dependencies: [
                "CAssets", "CLibUUID", "CNettle", "MicroHTTPD", "ProgressCore", "ProgressJournal",
                "ProgressLocalization", "ProgressStreams", "ProgressWire", logging,
            ]
        ),
        .executableTarget(name: "progressd", dependencies: ["ProgressServer", argumentParser, logging]),

        .target(
            name: "TestKit",
            dependencies: ["MicroHTTPD", "ProgressCore", "ProgressServer", "ProgressWire", logging],
            path: "Tests/TestKit"
        ),
        .testTarget(name: "ProgressCoreTests", dependencies: ["ProgressCore"]),
        .testTarget(name: "ProgressJournalTests", dependencies: ["ProgressJournal"]),
        .testTarget(name: "ProgressWireTests", dependencies: ["ProgressCore", "ProgressWire"]),
        .testTarget(
            name: "ProgressLocalizationTests",
            dependencies: ["ProgressCore", "ProgressLocalization"],
            exclude: ["Fixtures"]
        ),
        .testTarget(
            name: "ProgressStreamsTests",
            dependencies: ["ProgressCore", "ProgressStreams", "TestKit"]
        ),
        .testTarget(name: "MicroHTTPDTests", dependencies: ["CMicroHTTPD", "MicroHTTPD"]),
        .testTarget(
            name: "ProgressServerTests",
            dependencies: [
                "MicroHTTPD", "ProgressCore", "ProgressServer", "ProgressStreams", "ProgressWire", "TestKit",
            ]
        ),
        .testTarget(
            name: "ContractTests",
            dependencies: [
                "ProgressCore", "ProgressJournal", "ProgressLocalization", "ProgressServer", "ProgressWire", "TestKit",
                .product(name: "Yams", package: "Yams"),
            ]
        ),
        .testTarget(
            name: "HardeningTests",
            dependencies: [
                "MicroHTTPD", "ProgressCore", "ProgressLocalization", "ProgressServer", "ProgressStreams",
                "ProgressWire", "TestKit",
            ]
        ),
    ],
    cLanguageStandard: .gnu2x
)

for target in package.targets where target.type != .system && target.name != "CAssets" {
    target.swiftSettings = settings
}
