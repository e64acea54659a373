import Platform
import ProgressRegistry
import TestKit

/// A service with the progresses of the document's examples, and the names that they have here.
struct ContractWorld {
    let server: LiveServer
    let client: HTTPClient
    private var names: [(example: String, real: String)] = []

    /// - Parameter holdsNames: whether the progresses of the examples exist; not for the calls that create them.
    init(for operation: ContractOperation) throws {
        server = try LiveServer {
            $0.maximumBodyBytes = 20_000
            $0.maximumBatchBytes = 20_000
        }
        client = HTTPClient(server)
        if operation.id == "createProgress" || operation.id == "createNamedProgress" { return }
        let backup = client.create(#"{"name":"nightly-backup","totalUnitCount":100,"labels":{"job":"4711"}}"#)
        let photos = client.create(#"{"name":"photo-import","totalUnitCount":10}"#)
        _ = client.create(#"{"pendingUnitCount":10,"totalUnitCount":8}"#, under: backup)
        let reserved = client.post("/v1/progress/\(backup)/reservations", #"{"pendingUnitCount":10}"#).json
        let granted = client.post("/v1/progress/\(backup)/grants", #"{"role":"viewer"}"#).json
        names = [
            ("0b54e1c2-6a0f-4f7e-8d1c-2f9a7c3b5e60", granted.grantID.string ?? ""),
            ("3f0c9a5e-7d41-4e0b-9c67-5b1f0f6f2a11", backup), ("6d7e4c10-95ab-4f3d-a2c8-1b0f9e8d7c65", photos),
            ("5q0cW2mB8oQ1pV7yTz3kXA", reserved.token.string ?? ""),
        ]
    }

    /// An example's text with the ids and tokens of this world.
    func real(_ text: String) -> String {
        names.reduce(text) { $0.replacing($1.example, with: $1.real) }
    }

    /// Calls an operation with one body and some of its parameters' examples.
    func call(
        _ operation: ContractOperation,
        _ body: ContractOperation.Body?,
        _ chosen: [String: JSON],
        headers: [String: String] = [:]
    ) -> Reply {
        let (target, headers) = request(operation, body, chosen, headers)
        return client.call(operation.method, target, headers, body.map { real($0.text) })
    }

    func request(
        _ operation: ContractOperation,
        _ body: ContractOperation.Body?,
        _ chosen: [String: JSON],
        _ given: [String: String] = [:]
    ) -> (target: String, headers: [String: String]) {
        var target = operation.path
        var query: [String] = []
        var headers = given
        for parameter in operation.parameters {
            guard let value = chosen[parameter.name] ?? (parameter.place == "path" ? parameter.examples.first : nil)
            else { continue }
            let texts = (value.list.isEmpty ? [value] : value.list).map { real($0.string ?? $0.description) }
            switch parameter.place {
            case "path": target.replace("{\(parameter.name)}", with: texts[0])
            case "query": query += texts.map { "\(parameter.name)=\(Self.escaped($0))" }
            default: headers[parameter.name] = texts[0]
            }
        }
        if let body, headers["Content-Type"] == nil { headers["Content-Type"] = body.mediaType }
        return (target + (query.isEmpty ? "" : "?" + query.joined(separator: "&")), headers)
    }

    private static func escaped(_ text: String) -> String {
        text.utf8.map { byte in
            let isPlain = byte.isASCIILetterOrDigit || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
            return isPlain ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
    }
}

extension UInt8 {
    var isASCIILetterOrDigit: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }
}
