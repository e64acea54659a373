import Foundation
import ProgressWire
import TestKit
import Yams

/// `openapi.yaml`, as JSON.
struct ContractDocument {
    let text: String
    let root: JSON

    /// Parsed once: a test in each of many suites asks for it.
    private static let read = Result { try ContractDocument(at: #filePath) }

    init() throws { self = try Self.read.get() }

    private init(at path: String) throws {
        let folder = URL(filePath: path).deletingLastPathComponent().deletingLastPathComponent()
        let file = folder.deletingLastPathComponent().deletingLastPathComponent().appending(path: "openapi.yaml")
        text = try String(contentsOf: file, encoding: .utf8)
        guard let node = try Yams.compose(yaml: text) else { throw Missing(what: "a document") }
        root = JSON(Self.value(node))
    }

    struct Missing: Error {
        let what: String
    }

    private static func value(_ node: Node) -> JSONValue {
        switch node {
        case .mapping(let mapping):
            var object = JSONObject()
            for (key, child) in mapping { object[key.string ?? ""] = value(child) }
            return .object(object)
        case .sequence(let sequence): return .array(JSONArray(sequence.map(value)))
        case .scalar(let scalar): return value(scalar, node)
        case .alias: return .null
        }
    }

    private static func value(_ scalar: Node.Scalar, _ node: Node) -> JSONValue {
        if scalar.style == .plain {
            if node.null != nil { return .null }
            if let flag = node.bool { return .bool(flag) }
            if let number = JSONNumber(scalar.string) { return .number(number) }
        }
        return .string(scalar.string)
    }

    /// The value with `$ref` followed; members beside `$ref` are ignored.
    func resolve(_ json: JSON) -> JSON {
        var json = json
        while let reference = json["$ref"].string { json = target(of: reference) }
        return json
    }

    private func target(of reference: String) -> JSON {
        var place = root
        for part in reference.dropFirst(2).split(separator: "/") {
            place = place[String(part).replacing("~1", with: "/").replacing("~0", with: "~")]
        }
        precondition(!place.isMissing, "\(reference) is not in the document")
        return place
    }

    func schema(_ name: String) -> JSON { root.components.schemas[name] }

    var operations: [ContractOperation] {
        root.paths.keys.flatMap { path in
            let item = root.paths[path]
            return ["get", "put", "post", "patch", "delete"].compactMap { method in
                item[method].isMissing ? nil : ContractOperation(method, path, item, self)
            }
        }
    }
}
