package import MicroHTTPD

extension Preferences {
    /// Whether the reply may be late because the client wants to wait for a change: of reads, heartbeats, and tools of
    /// agents that wait.
    package static func allowsWait(_ exchange: Exchange) -> Bool {
        if Router.isMCP(exchange.path) { return MCPTool.called(by: exchange.body)?.waits == true }
        guard exchange.header("prefer") != nil, Preferences(.exchange(exchange)).wait != nil else { return false }
        if !exchange.method.isWrite { return true }
        guard let route = Router.route(Router.originForm(exchange.path)) else { return false }
        return CallTable.row(exchange.method, on: route.path)?.call == .heartbeat
    }
}
