package import MicroHTTPD
import ProgressWire

/// Which requests may be sent a second time when nobody knows whether the first had an effect.
package enum RetrySafety {
    /// True for reads; `PUT` without a precondition, which would refuse its own effect, and without a query, which may ask
    /// for a new run each time; heartbeats; tools of agents that only read; and completed units with `writer` and
    /// `sequence`, which are added once.
    ///
    /// Cost: a read of the body for completed units and tools alone.
    package static func isSafe(_ exchange: Exchange) -> Bool {
        if exchange.method == .put, let query = exchange.query, !query.isEmpty { return false }
        return isSafe(exchange.method, path: exchange.path, exchange.body) { exchange.header($0) }
    }

    /// - Parameter header: the value of the header of that name, which is given in lower case.
    static func isSafe(
        _ method: Method,
        path: UnsafeBufferPointer<UInt8>,
        _ body: UnsafeRawBufferPointer,
        header: (StaticString) -> UnsafeBufferPointer<UInt8>?
    ) -> Bool {
        if method == .get || method == .head { return true }
        guard let route = Router.route(Router.originForm(path)) else { return false }
        switch CallTable.row(method, on: route.path)?.call {
        case .put: return header("if-match") == nil && header("if-none-match") == nil
        case .heartbeat: return true
        case .mcp: return MCPTool.called(by: body)?.isRead == true
        case .complete:
            let isForm = header("content-type").map { MediaType.matches($0, MediaType.form) } ?? false
            return isNumbered(body, isForm: isForm)
        default: return false
        }
    }

    private static func isNumbered(_ body: UnsafeRawBufferPointer, isForm: Bool) -> Bool {
        guard isForm else { return (try? UnitsBody(body))?.numbered != nil }
        guard let form = try? FormBody.parse(body) else { return false }
        var bytes: [UInt8] = []
        bytes.appendJSON(form)
        return bytes.withUnsafeBytes { bytes in (try? UnitsBody(bytes))?.numbered != nil }
    }
}
