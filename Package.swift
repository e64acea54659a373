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


let package = Package(
    name: "progressd",
    targets: [
        .systemLibrary(name: "CMicroHTTPD", pkgConfig: "libmicrohttpd", providers: [.apt(["libmicrohttpd-dev"])]),
        .target(name: "MicroHTTPD", dependencies: ["CMicroHTTPD"]),
        .target(name: "ProgressCore"),
        .target(name: "ProgressWire", dependencies: ["ProgressCore"]),
        .target(name: "ProgressLocalization", dependencies: ["ProgressCore"]),
        .testTarget(name: "ProgressCoreTests", dependencies: ["ProgressCore"]),
        .testTarget(name: "ProgressWireTests", dependencies: ["ProgressCore", "ProgressWire"]),
        .testTarget(name: "ProgressLocalizationTests", dependencies: ["ProgressCore", "ProgressLocalization"]),
        .testTarget(name: "MicroHTTPDTests", dependencies: ["CMicroHTTPD", "MicroHTTPD"]),
    ],
    cLanguageStandard: .gnu2x
)

for target in package.targets where target.type != .system && target.name != "CAssets" {
    target.swiftSettings = settings
}
