import MicroHTTPD
import ProgressWire

/// A call of the service, as a line of a batch would make it.
struct InnerCall {
    let method: Method
    let path: [UInt8]
    /// nil if there is none.
    let query: [UInt8]?
    /// Empty if there is none.
    var body: [UInt8] = []

    init(_ method: Method, _ path: String, query: [String] = [], body: JSONObject? = nil) {
        self.method = method
        self.path = Array(path.utf8)
        self.query = query.isEmpty ? nil : Array(query.joined(separator: "&").utf8)
        if let body { self.body.appendJSON(JSONValue.object(body)) }
    }

    /// All but unreserved characters percent-encoded (RFC 3986, 2.3).
    static func escaped(_ text: String) -> String {
        var bytes: [UInt8] = []
        PercentEncoding.append(text.utf8, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension Method {
    /// A method by its HTTP name, which is case-sensitive.
    init(name: String) {
        switch name {
        case "GET": self = .get
        case "HEAD": self = .head
        case "POST": self = .post
        case "PUT": self = .put
        case "PATCH": self = .patch
        case "DELETE": self = .delete
        case "OPTIONS": self = .options
        default: self = .other
        }
    }
}
