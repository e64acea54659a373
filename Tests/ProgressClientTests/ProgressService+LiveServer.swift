import FoundationEssentials
import ProgressClient
import TestKit

extension ProgressService {
    init(for server: LiveServer, labels: [String: String] = [:]) throws {
        try self.init(port: server.port)
        self.labels = labels
    }

    init(port: UInt16) throws { self = try .fromEnvironment(["PROGRESSD_URL": "http://127.0.0.1:\(port)"]) }
}
