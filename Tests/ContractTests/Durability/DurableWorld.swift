import ProgressRegistry
import TestKit
import TestSupport

/// A service with a data directory, to be stopped and started again.
final class DurableWorld {
    let folder: DataFolder
    private let durability: Durability
    private let tokens: String?
    private let recordForm: Int?
    private(set) var server: LiveServer
    private(set) var client: HTTPClient

    init(
        _ folder: DataFolder = DataFolder(),
        _ durability: Durability = .interval,
        tokens: String? = nil,
        recordForm: Int? = nil
    ) throws {
        self.folder = folder
        self.durability = durability
        self.tokens = tokens
        self.recordForm = recordForm
        server = try Self.start(folder, durability, tokens, recordForm)
        client = HTTPClient(server)
    }

    private static func start(
        _ folder: DataFolder,
        _ durability: Durability,
        _ tokens: String?,
        _ recordForm: Int?
    ) throws -> LiveServer {
        let known = try tokens.map { try AccessToken.list($0) } ?? []
        return try LiveServer { configuration in
            configuration.dataDirectory = folder.path
            configuration.durability = durability
            configuration.tokens = known
            configuration.recordForm = recordForm
        }
    }

    /// Stops it as SIGTERM does, and starts it again.
    func restart() throws {
        server.stop()
        server = try Self.start(folder, durability, tokens, recordForm)
        client = HTTPClient(server)
    }

    /// A second service with the files that this one would leave if it were killed now.
    func survivor() throws -> DurableWorld { try DurableWorld(folder.copy(), durability, tokens: tokens) }
}
