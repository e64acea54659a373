/// One call, as a line of a batch.
struct DemoCall {
    let method: String
    let path: String
    /// A JSON object.
    let body: String

    /// A report or a control of a progress.
    static func post(_ verb: String, _ name: String, _ body: String = "{}") -> DemoCall {
        DemoCall(method: "POST", path: "/v1/progress/\(name)/\(verb)", body: body)
    }

    /// Replaces members.
    static func patch(_ name: String, _ members: [String]) -> DemoCall {
        DemoCall(method: "PATCH", path: "/v1/progress/\(name)", body: "{\(members.joined(separator: ","))}")
    }

    /// Begins a run; the one before has ended.
    static func begin(_ name: String, _ body: String) -> DemoCall {
        DemoCall(method: "PUT", path: "/v1/progress/\(name)", body: body)
    }

    var line: String {
        #"{"method":"\#(method)","path":"\#(path)","headers":{"Prefer":"return=minimal"},"body":\#(body)}"#
    }
}

/// The part of a reply that matters to a worker.
enum DemoDirective {
    case run, pause, cancel
    /// The progress is gone, or the service does not answer.
    case none

    /// - Parameter line: of a batch's reply.
    init(line: Substring) {
        if line.contains(#""Progress-Directive":"cancel""#) {
            self = .cancel
        } else if line.contains(#""Progress-Directive":"pause""#) {
            self = .pause
        } else {
            self = line.contains(#""status":404"#) ? .none : .run
        }
    }
}

/// Sends batches to the service of this process, as any other process would: over HTTP, a connection for each.
struct DemoClient {
    let port: UInt16
    let prefix: String

    /// A directive for each call, in order; fewer if the service does not answer.
    func send(_ calls: [DemoCall]) -> [DemoDirective] {
        if calls.isEmpty { return [] }
        let body = calls.map { $0.line + "\n" }.joined()
        let rest = "Content-Type: application/x-ndjson\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        // HTTP/1.0: the body ends with the connection, and has no chunks.
        let bytes = try? BlockingCall(host: "127.0.0.1", port: port).reply(to: "POST \(prefix)/v1/batch HTTP/1.0", rest)
        let reply = String(decoding: bytes ?? [], as: UTF8.self)
        guard let end = reply.firstRange(of: "\r\n\r\n") else { return [] }
        return reply[end.upperBound...].split(separator: "\n").map(DemoDirective.init)
    }
}
