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
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                bytes.append(byte)
            default:
                let digits = Array("0123456789ABCDEF".utf8)
                bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
