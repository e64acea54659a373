// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "thumbnails",
    dependencies: [.package(name: "progressd", path: "../..")],
    targets: [
        .executableTarget(
            name: "thumbnails",
            dependencies: [.product(name: "ProgressClient", package: "progressd")],
            swiftSettings: [.treatAllWarnings(as: .error)]
        )
    ]
)
