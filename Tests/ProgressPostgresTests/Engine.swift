import ProgressLog
import ProgressPostgres
import Synchronization
import TestLogs
import Testing

/// Engines that may keep a log; all behave alike.
enum Engine: String, CaseIterable, CustomTestStringConvertible {
    case memory, postgres

    var testDescription: String { rawValue }

    private static let names = Atomic<Int>(0)

    /// A name that no other test uses.
    static func drawName() -> String { "cluster \(names.add(1, ordering: .relaxed).newValue)" }

    /// The handles of two replicas on an empty log.
    func open() throws -> (any GroupLog, any GroupLog) {
        switch self {
        case .memory:
            let engine = MemoryEngine()
            return (engine.connect(), engine.connect())
        case .postgres:
            let name = Self.drawName()
            return (try PostgresServer.shared.connect(name), try PostgresServer.shared.connect(name))
        }
    }
}
