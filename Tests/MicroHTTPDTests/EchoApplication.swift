import Glibc
import Platform

@testable import MicroHTTPD

/// Echoes, parks and streams, by path; tests reach into it with `TestServer.perform`.
final class EchoApplication: Application, EventSocketObserver {
    let reactor: Reactor
    let commands: Commands<EchoApplication>
    var parked: [ObjectIdentifier: Exchange] = [:]
    var streams: [EventSocket] = []
    var completedCount = 0
    var goneCount = 0
    var writableCount = 0
    var refusals: [RequestRefusal] = []
    var finishesStreamsWhenStopping = true
    let page: Response
    let pools = [ResponsePool(rewritesHeaders: true), ResponsePool(rewritesHeaders: false)]

    init(_ reactor: Reactor, _ commands: Commands<EchoApplication>) {
        self.reactor = reactor
        self.commands = commands
        let text: StaticString = "page"
        page = Response.immutable(bytes: text.utf8Start, count: text.utf8CodeUnitCount)
    }

    func admit(_ exchange: Exchange) -> Admission {
        if exchange.path.elementsEqual("/forbidden".utf8) {
            return .refuse(Response(status: 403, body: Array("no".utf8)))
        }
        return .accept(maximumBodyByteCount: exchange.path.elementsEqual("/large".utf8) ? 32 << 20 : 1_000)
    }

    func respond(to exchange: Exchange) -> Reply {
        let path = String(decoding: exchange.path, as: UTF8.self)
        switch path {
        case "/page": return .response(page)
        case "/target": return .response(Response(status: 200, body: Array(exchange.target)))
        case "/query":
            return .response(Response(status: 200, body: exchange.query.map(Array.init) ?? Array("none".utf8)))
        case "/headers": return .response(headers(of: exchange))
        case "/repeated": return .response(Response(status: 200, body: Array(headHistory(of: exchange).utf8)))
        case "/pool/rewritten": return .response(pooled(exchange, by: pools[0]))
        case "/pool/added": return .response(pooled(exchange, by: pools[1]))
        case "/park" where !exchange.isResumed:
            parked[ObjectIdentifier(exchange)] = exchange
            return .wait
        case "/park": return .response(Response(status: 200, body: Array("resumed".utf8)))
        case "/wake":
            for exchange in parked.values { exchange.resume() }
            return .response(page)
        case "/park-for-ever":
            parked[ObjectIdentifier(exchange)] = exchange
            return .wait
        case "/bytes": return .response(Response(status: 200, body: Array(repeating: 65, count: count(in: exchange))))
        case "/pieces": return .response(Response(status: 200, content: pieces(count(in: exchange), for: exchange)))
        case "/large": return .response(Response(status: 200, body: Array("\(exchange.body.count)".utf8)))
        case "/nothing": return .response(Response(status: 204))
        case "/close":
            let response = Response(status: 200)
            response.closesConnection = true
            return .response(response)
        case "/stream": return .stream(stream())
        case "/peer":
            var text: [UInt8] = []
            exchange.peerAddress.append(to: &text)
            return .response(Response(status: 200, body: text))
        default: return .response(Response(status: 200, body: exchange.body))
        }
    }

    /// The number that is the query.
    private func count(in exchange: Exchange) -> Int {
        exchange.query.flatMap { Int(String(decoding: $0, as: UTF8.self)) } ?? 0
    }

    /// A body of unknown length, in pieces of a thousand bytes.
    private func pieces(_ count: Int, for exchange: Exchange) -> Content {
        var left = count
        return Content(for: exchange) {
            defer { left -= 1 }
            return left > 0 ? Array(repeating: 66, count: 1_000) : nil
        }
    }

    /// `new`, `repeated`, or `noted` where a note of the request before is still there.
    private func headHistory(of exchange: Exchange) -> String {
        if exchange.headNote != nil { return "noted" }
        if !exchange.headIsRepeated { return "new" }
        exchange.headNote = self
        return "repeated"
    }

    private func pooled(_ exchange: Exchange, by pool: ResponsePool) -> Response {
        let value = exchange.header("X-A").map(Array.init) ?? Array("none".utf8)
        return pool.response(shape: 1, status: 200, body: exchange.body, variable: ("X-Value", value)) { response in
            response.addHeader("X-Fixed", "fixed")
        }
    }

    private func headers(of exchange: Exchange) -> Response {
        var text: [UInt8] = []
        exchange.headerValues("x-a") { value in
            text.append(contentsOf: value)
            text.append(UInt8(ascii: ";"))
        }
        let response = Response(status: 200, body: text)
        response.addHeader("X-Name", Array(exchange.header("X-A") ?? .init(start: nil, count: 0)))
        return response
    }

    private func stream() -> StreamHead {
        let head = StreamHead { socket in
            socket.observer = self
            self.streams.append(socket)
        }
        head.addHeader("Content-Type", "text/event-stream")
        return head
    }

    func refuse(_ refusal: RequestRefusal, _ exchange: Exchange) -> Response {
        refusals.append(refusal)
        return Response(status: refusal.status, body: Array("\(refusal)".utf8))
    }

    func turn(now: UInt64) -> UInt64? {
        commands.run(on: self)
        if reactor.dispatcher.stop.isStopping, finishesStreamsWhenStopping {
            for socket in streams { socket.finish() }
            streams = []
        }
        return nil
    }

    func completed(_ exchange: Exchange) {
        completedCount += 1
        parked[ObjectIdentifier(exchange)] = nil
    }

    func socketIsWritable(_ socket: EventSocket) { writableCount += 1 }

    func socketIsGone(_ socket: EventSocket) {
        goneCount += 1
        streams.removeAll { $0 === socket }
    }
}
