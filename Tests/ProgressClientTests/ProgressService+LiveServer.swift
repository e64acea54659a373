import FoundationEssentials
import ProgressClient
import TestKit

extension ProgressService {
    init(for server: LiveServer) throws { try self.init(port: server.port) }

    init(port: UInt16) throws { self = try .fromEnvironment(["PROGRESSD_URL": "http://127.0.0.1:\(port)"]) }
}
