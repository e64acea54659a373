package import TestSupport

/// A small HTTP/1.1 client on one connection that is kept, until a reply says that it closes: then the next request opens
/// another.
package final class HTTPClient {
    package let server: LiveServer
    package private(set) var socket: Socket
    /// Seconds to wait for a reply.
    package var patience = 30.0

    private let source: UInt8
    private let receiveBuffer: Int32?
    private var isClosing = false

    package init(_ server: LiveServer, source: UInt8 = 1, receiveBuffer: Int32? = nil) {
        self.server = server
        self.source = source
        self.receiveBuffer = receiveBuffer
        socket = Socket(port: server.port, source: source, receiveBuffer: receiveBuffer)
    }

    package func get(_ target: String, _ headers: [String: String] = [:]) -> Reply { call("GET", target, headers) }

    package func post(_ target: String, _ body: String? = nil, _ headers: [String: String] = [:]) -> Reply {
        call("POST", target, headers, body)
    }

    package func put(_ target: String, _ body: String, _ headers: [String: String] = [:]) -> Reply {
        call("PUT", target, headers, body)
    }

    package func patch(_ target: String, _ body: String, _ headers: [String: String] = [:]) -> Reply {
        call("PATCH", target, ["Content-Type": "application/merge-patch+json"].merging(headers) { $1 }, body)
    }

    package func delete(_ target: String, _ headers: [String: String] = [:]) -> Reply {
        call("DELETE", target, headers)
    }

    package func call(
        _ method: String,
        _ target: String,
        _ headers: [String: String] = [:],
        _ body: String? = nil
    ) -> Reply {
        call(method, target, headers, bytes: body.map { Array($0.utf8) })
    }

    package func call(
        _ method: String,
        _ target: String,
        _ headers: [String: String] = [:],
        bytes body: [UInt8]?
    ) -> Reply {
        send(method, target, headers, bytes: body)
        return reply(to: method)
    }

    /// Sends a request without waiting for its reply.
    package func send(_ method: String, _ target: String, _ headers: [String: String] = [:], bytes body: [UInt8]? = nil)
    {
        if isClosing { socket = Socket(port: server.port, source: source, receiveBuffer: receiveBuffer) }
        isClosing = false
        var head = "\(method) \(target) HTTP/1.1\r\n"
        var headers = headers
        if headers["Host"] == nil { headers["Host"] = "127.0.0.1:\(server.port)" }
        if let body {
            headers["Content-Length"] = "\(body.count)"
            if headers["Content-Type"] == nil { headers["Content-Type"] = "application/json" }
        }
        for (name, value) in headers.sorted(by: { $0.key < $1.key }) { head += "\(name): \(value)\r\n" }
        socket.send(Array((head + "\r\n").utf8) + (body ?? []))
    }

    /// Reads one reply; interim ones (100) are replies too.
    package func reply(to method: String = "GET", within seconds: Double? = nil) -> Reply {
        let deadline = Moment.now() + (seconds ?? patience)
        var reply = Reply()
        guard let status = head(&reply, until: deadline) else { return Reply() }
        reply.status = status
        isClosing = reply["connection"] == "close"
        if method == "HEAD" || status == 204 || status == 304 || status < 200 { return reply }
        if reply["transfer-encoding"] == "chunked" {
            while let size = socket.line(until: deadline).flatMap({ Int($0, radix: 16) }) {
                reply.body += socket.bytes(size, until: deadline) ?? []
                _ = socket.line(until: deadline)
                if size == 0 { break }
            }
        } else if let count = reply["content-length"].flatMap({ Int($0) }) {
            guard let body = socket.bytes(count, until: deadline) else { return Reply() }
            reply.body = body
        } else {
            reply.body = socket.rest(until: deadline)
        }
        return reply
    }

    /// Reads status line and headers.
    package func head(_ reply: inout Reply, until deadline: Double) -> Int? {
        guard let line = socket.line(until: deadline), line.hasPrefix("HTTP/1.") else { return nil }
        let status = Int(line.dropFirst(9).prefix(3))
        while let line = socket.line(until: deadline), !line.isEmpty {
            guard let colon = line.firstIndex(of: ":") else { return nil }
            let value = line[line.index(after: colon)...].drop { $0 == " " }
            reply.headers.append((line[..<colon].lowercased(), String(value)))
        }
        return status
    }

    /// Whether the server ends the connection, without another byte, within the time.
    package func isEnded(within seconds: Double = 30) -> Bool {
        let rest = socket.rest(until: Moment.now() + seconds)
        return socket.isAtEnd && rest.isEmpty
    }

    // MARK: The service

    /// Creates a root; its id.
    package func create(_ body: String = "{}") -> String { post("/v1/progress", body).id }

    /// Creates a child; its id.
    package func create(_ body: String, under parent: String) -> String {
        post("/v1/progress/\(parent)/children", body).id
    }

    /// The snapshot of a node, by id or name.
    package func snapshot(_ node: String) -> JSON { get("/v1/progress/\(node)").json }

    @discardableResult
    package func complete(_ node: String, _ count: Int64) -> Reply {
        post("/v1/progress/\(node)/completed-units", "{\"count\":\(count)}")
    }
}
