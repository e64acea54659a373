// swift-tools-version: 6.2

import PackageDescription

/// Every Swift target is built alike: Swift 6 mode, the stricter upcoming rules, and no warning survives.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error),
]

/// Swift settings of the service.
///
/// A request touches properties of classes some hundred times, and each check for a second access costs a call: with the
/// checks a POST takes 22 % more instructions and a stream delivery 47 %. Debug builds, and so the tests, check.
///
/// Debug builds compile the changed files of a module in one process: each of two would read the other's files, too.
let settings =
    strict + [
        .unsafeFlags(["-enforce-exclusivity=unchecked"], .when(configuration: .release)),
        .unsafeFlags(["-driver-batch-count", "1"], .when(configuration: .debug)),
    ]

/// Targets in which tests compute most, by random operations beside a model or by reading replies and files: debug builds
/// optimize these, too, with their assertions and checks of exclusive access.
let computing: Set = ["ProgressCore", "ProgressLog", "ProgressStreams", "ProgressWire", "TestKit", "TestSupport"]
let optimized: [SwiftSetting] = [
    .unsafeFlags(["-O", "-assert-config", "Debug", "-enforce-exclusivity=checked"], .when(configuration: .debug))
]

/// Other packages may depend on these, which SwiftPM refuses where a target has unsafe flags.
let clientTargets: Set = ["ProgressClient", "ProgressMirroring"]

/// Targets without Swift.
let cTargets: Set = [
    "CAssets", "CCommit", "CLibCurl", "CLibFuzzer", "CLoopback", "CProcess", "CReading", "CShellFunctions",
]

/// Like `strict`, for C.
let strictC: [CSetting] = [.enableWarning("all"), .enableWarning("extra"), .treatAllWarnings(as: .error)]

/// Addresses of library functions are resolved at the start; then the table that holds them becomes read-only.
let bindNow: [LinkerSetting] = [.unsafeFlags(["-Xlinker", "-z", "-Xlinker", "now"])]

/// The commit that the programs print, if the build is given one. A new one compiles a single C file and links.
let commit: [CSetting] = (Context.environment["PROGRESSD_COMMIT"].map { [$0] } ?? []).filter { !$0.isEmpty }
    .map { .define("PROGRESSD_COMMIT", to: "\"\($0)\"") }

let argumentParser: Target.Dependency = .product(name: "ArgumentParser", package: "swift-argument-parser")
let logging: Target.Dependency = .product(name: "Logging", package: "swift-log")

let package = Package(
    name: "progressd",
    products: [
        .executable(name: "progressd", targets: ["progressd"]),
        .executable(name: "progressctl", targets: ["progressctl"]),
        .library(name: "ProgressClient", targets: ["ProgressClient"]),
        // Apart, because a program that links it links all of Foundation.
        .library(name: "ProgressMirroring", targets: ["ProgressMirroring"]),
    ],
    // Exact, so that one commit is one program on whatever day it is built.
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
    ],
    targets: [
        .systemLibrary(name: "CMicroHTTPD", pkgConfig: "libmicrohttpd", providers: [.apt(["libmicrohttpd-dev"])]),
        .systemLibrary(name: "CLibUUID", pkgConfig: "uuid", providers: [.apt(["uuid-dev"])]),
        .systemLibrary(name: "CNettle", pkgConfig: "nettle", providers: [.apt(["nettle-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        // Loaded by dlopen where a cluster is asked for: only the header is needed, and pkg-config would link it.
        .systemLibrary(name: "CPostgres"),
        .target(name: "CAssets", exclude: ["web"]),
        // Loads libcurl by dlopen.
        .target(name: "CLibCurl", cSettings: strictC),
        .target(name: "CCommit", cSettings: strictC + commit),
        .target(name: "CLoopback", cSettings: strictC),
        .target(name: "CProcess", cSettings: strictC),
        .target(name: "CReading", cSettings: strictC),
        .target(name: "CShellFunctions"),
        .target(name: "Platform"),
        .target(name: "MicroHTTPD", dependencies: ["CMicroHTTPD", "CReading", "Platform"]),
        .target(name: "ProgressCore"),
        .target(name: "ProgressRecords", dependencies: ["CCommit", "CZlib"]),
        .target(name: "ProgressJournal", dependencies: ["ProgressRecords"]),
        .target(name: "ProgressLog", dependencies: ["CZlib", "Platform", "ProgressRecords"]),
        .target(name: "ProgressPostgres", dependencies: ["CPostgres", "Platform", "ProgressLog", "ProgressRecords"]),
        .target(name: "ProgressParsers"),
        .target(name: "ProgressWire", dependencies: ["ProgressCore"]),
        .target(name: "ProgressLocalization", dependencies: ["ProgressCore"]),
        .target(name: "ProgressStreams", dependencies: ["ProgressCore"]),
        .target(name: "ProgressTerminal"),
        .target(name: "ProgressTelemetry", dependencies: ["CCommit", "ProgressWire", logging]),
        .target(
            name: "ProgressRegistry",
            dependencies: ["CNettle", "Platform", "ProgressCore", "ProgressStreams"]
        ),
        .target(
            name: "ProgressStore",
            dependencies: [
                "Platform", "ProgressCore", "ProgressJournal", "ProgressLog", "ProgressRecords", "ProgressRegistry",
                "ProgressTelemetry", "ProgressWire", logging,
            ]
        ),
        .target(
            name: "ProgressDelivery",
            dependencies: [
                "MicroHTTPD", "Platform", "ProgressCore", "ProgressLocalization", "ProgressRegistry", "ProgressStreams",
                "ProgressTelemetry", "ProgressWire",
            ]
        ),
        .target(
            name: "ProgressHTTP",
            dependencies: [
                "CAssets", "MicroHTTPD", "Platform", "ProgressCore", "ProgressDelivery", "ProgressLocalization",
                "ProgressRegistry", "ProgressStreams", "ProgressTelemetry", "ProgressTerminal", "ProgressWire", logging,
            ]
        ),
        .target(
            name: "ProgressServer",
            dependencies: [
                "CLibUUID", "MicroHTTPD", "Platform", "ProgressCore", "ProgressDelivery", "ProgressHTTP",
                "ProgressJournal", "ProgressLocalization", "ProgressLog", "ProgressRecords", "ProgressRegistry",
                "ProgressStore", "ProgressStreams", "ProgressTelemetry",
            ]
        ),
        .executableTarget(
            name: "progressd",
            dependencies: [
                "CCommit", "CProcess", "Platform", "ProgressLog", "ProgressPostgres", "ProgressRecords",
                "ProgressRegistry", "ProgressServer", "ProgressStore", "ProgressTelemetry", "ProgressWire",
                argumentParser, logging,
            ],
            linkerSettings: bindNow
        ),

        .target(name: "ProgressClient", dependencies: ["CLibCurl", "CLoopback"]),
        .executableTarget(
            name: "progressctl",
            dependencies: [
                "CCommit", "CNettle", "CProcess", "CShellFunctions", "ProgressClient", "ProgressLocalization",
                "ProgressParsers", "ProgressTerminal", argumentParser,
            ],
            linkerSettings: bindNow
        ),
        .target(name: "ProgressMirroring", dependencies: ["ProgressClient"]),

        // Helpers for any test, without dependencies; then a log in memory; then a whole server with its clients.
        .target(name: "TestSupport", path: "Tests/TestSupport"),
        .target(
            name: "TestLogs",
            dependencies: ["Platform", "ProgressLog", "ProgressRecords"],
            path: "Tests/TestLogs"
        ),
        .target(
            name: "TestKit",
            dependencies: [
                "MicroHTTPD", "Platform", "ProgressCore", "ProgressLog", "ProgressRegistry", "ProgressServer",
                "ProgressStore", "ProgressTelemetry", "ProgressWire", "TestLogs", "TestSupport", logging,
            ],
            path: "Tests/TestKit"
        ),
        .testTarget(name: "ProgressCoreTests", dependencies: ["ProgressCore", "TestSupport"]),
        .testTarget(
            name: "ProgressClientTests",
            dependencies: ["ProgressClient", "ProgressMirroring", "ProgressRegistry", "TestKit", "TestSupport"]
        ),
        .testTarget(name: "ProgressJournalTests", dependencies: ["ProgressJournal", "ProgressRecords", "TestSupport"]),
        .testTarget(
            name: "ProgressLogTests",
            dependencies: ["Platform", "ProgressLog", "ProgressRecords", "TestLogs", "TestSupport"]
        ),
        .testTarget(
            name: "ProgressStoreTests",
            dependencies: [
                "Platform", "ProgressCore", "ProgressJournal", "ProgressLog", "ProgressRecords", "ProgressRegistry",
                "ProgressStore", "ProgressStreams", "ProgressTelemetry", "ProgressWire", "TestLogs", "TestSupport",
                logging,
            ]
        ),
        .testTarget(
            name: "ProgressRegistryTests",
            dependencies: ["Platform", "ProgressCore", "ProgressRegistry", "ProgressStreams", "TestSupport"]
        ),
        .testTarget(
            name: "ProgressPostgresTests",
            dependencies: [
                "Platform", "ProgressLog", "ProgressPostgres", "ProgressRecords", "TestLogs", "TestSupport",
            ]
        ),
        .testTarget(name: "ProgressParsersTests", dependencies: ["ProgressParsers"], exclude: ["Recordings"]),
        .testTarget(name: "progressctlTests", dependencies: ["ProgressClient", "TestSupport", "progressctl"]),
        .testTarget(name: "ProgressWireTests", dependencies: ["ProgressCore", "ProgressWire", "TestSupport"]),
        .testTarget(
            name: "ProgressLocalizationTests",
            dependencies: ["ProgressCore", "ProgressLocalization"],
            exclude: ["Fixtures"]
        ),
        .testTarget(
            name: "ProgressStreamsTests",
            dependencies: ["ProgressCore", "ProgressStreams", "TestSupport"]
        ),
        .testTarget(name: "MicroHTTPDTests", dependencies: ["CMicroHTTPD", "MicroHTTPD", "Platform", "TestSupport"]),
        .testTarget(
            name: "ProgressDeliveryTests",
            dependencies: ["ProgressCore", "ProgressDelivery", "ProgressRegistry", "ProgressStreams"]
        ),
        .testTarget(
            name: "ProgressHTTPTests",
            dependencies: [
                "MicroHTTPD", "ProgressCore", "ProgressHTTP", "ProgressLocalization", "ProgressRegistry",
                "ProgressTerminal", "ProgressWire", "TestSupport",
            ]
        ),
        .testTarget(
            name: "ProgressServerTests",
            dependencies: [
                "MicroHTTPD", "Platform", "ProgressHTTP", "ProgressRegistry", "ProgressServer", "ProgressStore",
                "ProgressTelemetry", "ProgressWire", "TestSupport",
            ]
        ),
        .testTarget(name: "ProgressTerminalTests", dependencies: ["ProgressTerminal"]),
        .testTarget(
            name: "ContractTests",
            dependencies: [
                "MicroHTTPD", "Platform", "ProgressCore", "ProgressHTTP", "ProgressJournal", "ProgressLocalization",
                "ProgressLog", "ProgressRecords", "ProgressRegistry", "ProgressServer", "ProgressStore",
                "ProgressTelemetry", "ProgressWire", "TestKit", "TestLogs", "TestSupport",
                .product(name: "Yams", package: "Yams"),
            ]
        ),
        .testTarget(
            name: "HardeningTests",
            dependencies: [
                "MicroHTTPD", "Platform", "ProgressCore", "ProgressHTTP", "ProgressLocalization", "ProgressRegistry",
                "ProgressServer", "ProgressStreams", "ProgressTelemetry", "ProgressWire", "TestKit", "TestSupport",
                logging,
            ]
        ),
    ],
    cLanguageStandard: .gnu2x
)

// `Fuzz/run` and `Benchmarks/run` add their own programs, which see `package` declarations only in this package.
// Nothing else should build them: they take sources from the tests, and the fuzzer needs flags that only `Fuzz/run`
// gives.
if Context.environment["BUILD_EXTRAS"] != nil {
    package.targets.removeAll { $0.type == .test }
    package.products.append(.library(name: "malloc-counter", type: .dynamic, targets: ["malloc-counter"]))
    package.targets += [
        .target(name: "CLibFuzzer", path: "Fuzz/Sources/CLibFuzzer"),
        .target(
            name: "FuzzSubjects",
            dependencies: [
                "MicroHTTPD", "Platform", "ProgressCore", "ProgressDelivery", "ProgressHTTP", "ProgressLocalization",
                "ProgressRegistry", "ProgressStreams", "ProgressTelemetry", "ProgressWire", logging,
            ],
            path: "Tests/HardeningTests/Fuzzing",
            exclude: ["FuzzInputs.swift", "FuzzTests.swift"]
        ),
        .executableTarget(name: "fuzz", dependencies: ["CLibFuzzer", "FuzzSubjects"], path: "Fuzz/Sources/fuzz"),
        benchmark("core-benchmark", dependencies: ["ProgressCore"]),
        benchmark("description-benchmark", dependencies: ["ProgressCore", "ProgressLocalization"]),
        benchmark("bare", linkerSettings: [.linkedLibrary("microhttpd")]),
        benchmark("bare-push"),
        benchmark("sse-load"),
        benchmark("tree-watch", cSettings: [.define("_GNU_SOURCE")]),
        .target(name: "malloc-counter", path: "Benchmarks/Sources/malloc-counter", cSettings: strictC),
    ]
}

// A sanitizer builds everything once more, for the tests of one target, and `make check` runs those of some, A|B|C.
// Targets that these do not need are left out.
if let names = Context.environment["ONLY_TESTS_OF"] {
    var needed: Set<String> = []
    var waiting = names.split(separator: "|").map(String.init)
    for name in waiting where !package.targets.contains(where: { $0.name == name }) {
        fatalError("ONLY_TESTS_OF: there is no target \(name)")
    }
    while let name = waiting.popLast() {
        guard needed.insert(name).inserted, let target = package.targets.first(where: { $0.name == name }) else {
            continue
        }
        for case .byNameItem(let dependency, _) in target.dependencies { waiting.append(dependency) }
    }
    package.targets.removeAll { !needed.contains($0.name) }
    package.products = []
}

if package.targets.contains(where: { $0.name == "ContractTests" }) {
    // Reads openapi.yaml.
    package.dependencies.append(.package(url: "https://github.com/jpsim/Yams", exact: "6.2.2"))
}

func benchmark(
    _ name: String,
    dependencies: [Target.Dependency] = [],
    cSettings: [CSetting] = [],
    linkerSettings: [LinkerSetting] = []
) -> Target {
    .executableTarget(
        name: name,
        dependencies: dependencies,
        path: "Benchmarks/Sources/\(name)",
        cSettings: strictC + cSettings,
        linkerSettings: linkerSettings
    )
}

for target in package.targets where target.type != .system && !cTargets.contains(target.name) {
    target.swiftSettings = clientTargets.contains(target.name) ? strict : settings
    if computing.contains(target.name) { target.swiftSettings! += optimized }
}
