// swift-tools-version: 6.2

import PackageDescription

/// Every target is watched: libFuzzer sees which code an input reaches, AddressSanitizer what it touches. Of two flags
/// `-sanitize` the last one wins, so it is one. The service's own tests see what is internal, and so do these.
let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error),
    .unsafeFlags(["-sanitize=fuzzer,address", "-parse-as-library", "-enable-testing"]),
]

let package = Package(
    name: "fuzz",
    targets: [
        // Links to the service's own sources: what is `package` there is visible only within one package.
        .systemLibrary(name: "CMicroHTTPD", pkgConfig: "libmicrohttpd"),
        .target(name: "CAssets", exclude: ["web"]),
        .target(name: "MicroHTTPD", dependencies: ["CMicroHTTPD"], swiftSettings: settings),
        .target(name: "ProgressCore", swiftSettings: settings),
        .target(name: "ProgressWire", dependencies: ["ProgressCore"], swiftSettings: settings),
        .target(name: "ProgressLocalization", dependencies: ["ProgressCore"], swiftSettings: settings),
        .target(name: "ProgressStreams", dependencies: ["ProgressCore"], swiftSettings: settings),
        // Of this one what reads paths and queries, and what writes events; the rest takes minutes to build.
        .target(
            name: "ProgressServer",
            dependencies: [
                "CAssets", "MicroHTTPD", "ProgressCore", "ProgressLocalization", "ProgressStreams", "ProgressWire",
            ],
            swiftSettings: settings
        ),
        .target(name: "CLibFuzzer"),
        .executableTarget(
            name: "fuzz",
            dependencies: [
                "CLibFuzzer", "MicroHTTPD", "ProgressCore", "ProgressLocalization", "ProgressServer",
                "ProgressStreams", "ProgressWire",
            ],
            exclude: ["Subjects/FuzzInputs.swift", "Subjects/FuzzTests.swift"],
            swiftSettings: settings,
            // The default linker, gold, ends with an internal error here.
            linkerSettings: [.unsafeFlags(["-sanitize=fuzzer,address", "-use-ld=lld"])]
        ),
    ],
    cLanguageStandard: .gnu2x
)
