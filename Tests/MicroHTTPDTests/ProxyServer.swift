import TestSupport

@testable import MicroHTTPD

typealias ProxyServer = TestReactor<ProxyApplication>

extension TestReactor where App == ProxyApplication {
    convenience init(to port: UInt16, _ change: (inout UpstreamConfiguration) -> Void = { _ in }) throws {
        var configuration = UpstreamConfiguration()
        change(&configuration)
        let settings = configuration
        try self.init { ProxyApplication($0, port, settings, $1) }
    }

    /// A proxy whose upstream says what the test says, and its first client.
    static func scripted(
        _ change: (inout UpstreamConfiguration) -> Void = { _ in }
    ) throws -> (raw: RawUpstream, proxy: ProxyServer, client: RawClient) {
        let raw = RawUpstream()
        let proxy = try ProxyServer(to: raw.port, change)
        return (raw, proxy, proxy.client())
    }

    func client(receiveBuffer: Int32? = nil) -> RawClient {
        let client = RawClient(receiveBufferByteCount: receiveBuffer)
        client.connect(to: port)
        return client
    }

    /// Connections to the upstream.
    var upstreamCount: Int { perform { $0.upstream?.connectionCount ?? 0 } }
}
