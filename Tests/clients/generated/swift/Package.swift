// swift-tools-version: 6.2

import PackageDescription

// The folder of the client that openapi-generator made; Tests/clients/generated/run sets it.
let client = Context.environment["GENERATED_CLIENT"] ?? "generated"

let package = Package(
    name: "calls",
    dependencies: [.package(name: "OpenAPIClient", path: client)],
    targets: [
        .executableTarget(name: "calls", dependencies: [.product(name: "OpenAPIClient", package: "OpenAPIClient")])
    ]
)
