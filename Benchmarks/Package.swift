// swift-tools-version: 6.2

import PackageDescription

/// As in the service's own package.
let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error),
    .unsafeFlags(["-enforce-exclusivity=unchecked"], .when(configuration: .release)),
]

let package = Package(
    name: "benchmarks",
    products: [.library(name: "malloc-counter", type: .dynamic, targets: ["malloc-counter"])],
    targets: [
        // Links to the service's own sources: what is `package` there is visible only within one package.
        .target(name: "ProgressCore", swiftSettings: settings),
        .target(name: "ProgressLocalization", dependencies: ["ProgressCore"], swiftSettings: settings),
        .executableTarget(name: "core-benchmark", dependencies: ["ProgressCore"], swiftSettings: settings),
        .executableTarget(
            name: "description-benchmark",
            dependencies: ["ProgressCore", "ProgressLocalization"],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "bare",
            cSettings: [.enableWarning("all"), .enableWarning("extra"), .treatAllWarnings(as: .error)],
            linkerSettings: [.linkedLibrary("microhttpd")]
        ),
        .executableTarget(
            name: "bare-push",
            cSettings: [.enableWarning("all"), .enableWarning("extra"), .treatAllWarnings(as: .error)]
        ),
        .executableTarget(
            name: "sse-load",
            cSettings: [.enableWarning("all"), .enableWarning("extra"), .treatAllWarnings(as: .error)]
        ),
        .executableTarget(
            name: "tree-watch",
            cSettings: [
                .define("_GNU_SOURCE"), .enableWarning("all"), .enableWarning("extra"), .treatAllWarnings(as: .error),
            ]
        ),
        .target(
            name: "malloc-counter",
            cSettings: [.enableWarning("all"), .enableWarning("extra"), .treatAllWarnings(as: .error)]
        ),
    ],
    cLanguageStandard: .gnu2x
)
