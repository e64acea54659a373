import MicroHTTPD
import Platform
import ProgressCore
import ProgressDelivery
import ProgressRegistry
import ProgressWire

/// A `watch_progress` that is answered as an event stream: notifications that only grow, then the result. On its
/// reactor's thread only.
final class MCPWatch {
    private let node: ProgressID
    private let token: JSONValue
    /// The id of the request, as JSON.
    private let id: [UInt8]
    private let caller: InnerCaller
    /// The fraction in `notification`; below 0 before the first.
    private var fraction = -1.0
    private var notification: [UInt8] = []
    private var last: ViewRequest.Picture?

    init(_ node: ProgressID, _ token: JSONValue, _ id: [UInt8], _ caller: InnerCaller) {
        self.node = node
        self.token = token
        self.id = id
        self.caller = caller
    }

    /// Takes a place among the streams.
    func view(
        seconds: Int64,
        _ request: APIRequest,
        _ answer: Answer,
        _ service: ServiceContext
    ) throws(ToolRefusal) -> ViewRequest {
        guard case .exchange(let exchange) = request.headers else {
            throw ToolRefusal("A line of a batch cannot be a stream.")
        }
        let ticket: StreamTicket
        do throws(StreamQuota.Refusal) {
            ticket = try StreamTicket(service.registry, service.proxies.client(of: exchange), service.configuration)
        } catch {
            throw ToolRefusal(Problem(RequestError(error)).detail)
        }
        answer.kind = CallKind(requestClass: .stream, operation: nil, pattern: Path.mcp.pattern)
        return ViewRequest(
            "text/event-stream",
            language: request.head.language,
            ticket: ticket,
            permit: request.permit,
            deadline: MonotonicClock.now() + UInt64(seconds) * 1_000_000_000,
            draw: { self.picture() },
            farewell: { self.result() }
        )
    }

    /// The notification that is due, or the one before if the fraction has not grown. Drawn twice without a change, it is
    /// the same.
    private func picture() -> ViewRequest.Picture {
        if let last { return last }
        read()
        let snapshot = InnerCaller.object(caller.answer.body)
        let isNew = snapshot.map(grow) ?? false
        if Self.working(caller.answer) == nil {
            let end = ViewRequest.Picture((isNew ? notification : []) + result(), watching: targets, isLast: true)
            last = end
            return end
        }
        var picture = ViewRequest.Picture(notification, watching: targets, isLast: false)
        picture.heartbeat = Array(":\n".utf8)
        return picture
    }

    private var targets: [RegistryState.WatchTarget] { [.node(node)] }

    private func read() { _ = caller.make(InnerCall(.get, "/v1/progress/\(node)")) }

    /// - Returns: whether there is a new notification.
    private func grow(_ snapshot: JSONObject) -> Bool {
        guard case .number(let number)? = snapshot["fractionCompleted"], let now = number.double, now > fraction else {
            return false
        }
        fraction = now
        notification = Array("data: ".utf8)
        let texts = ["localizedDescription", "localizedAdditionalDescription"].compactMap { snapshot[$0]?.text }
        let parameters: JSONObject = [
            "progressToken": token, "progress": .number(number), "total": .number(1),
            "message": .string(texts.filter { !$0.isEmpty }.joined(separator: " ")),
        ]
        notification.appendJSON(
            JSONValue.object([
                "jsonrpc": .string("2.0"), "method": .string("notifications/progress"), "params": .object(parameters),
            ])
        )
        notification.append("\n\n")
        return true
    }

    /// The last event: the state now.
    private func result() -> [UInt8] {
        read()
        var bytes = Array("data: ".utf8)
        MCPReply.append(MCPResult(caller.answer.body, caller.answer), id, to: &bytes)
        bytes.append("\n\n")
        return bytes
    }

    /// The id of the progress in an answer, if it has not ended.
    static func working(_ answer: Answer) -> ProgressID? {
        guard answer.status == 200, let snapshot = InnerCaller.object(answer.body), let id = snapshot["id"]?.text,
            !InnerCaller.hasEnded(snapshot)
        else { return nil }
        return ProgressID(id.utf8)
    }
}
