import ProgressLog
import TestSupport
import Testing

@testable import ProgressPostgres

/// A server that waits for a standby which is not there.
@Suite struct StandbyTests {
    private let server = PostgresServer()

    @Test(arguments: ["pg_cancel_backend", "pg_terminate_backend"])
    func `a commit whose wait for the standby is cut short is no answer`(_ function: String) throws {
        let log = try server.connect("progressd")
        let row = try log.rule()
        try server.requireStandby("nobody")
        let cutter = Background { [server] in try server.callOnWaiting(function) }

        let failure = #expect(throws: LogFailure.self) { try log.append([1], after: row) }
        cutter.join()
        try server.requireStandby("")

        #expect(failure?.isNoAnswer == true)
        #expect(try log.look().tail == 1)
    }

    @Test(arguments: ["off", "local", "remote_apply"])
    func `a commit waits for the standby, whatever the role's default`(_ setting: String) throws {
        try server.run("CREATE ROLE hasty_\(setting) LOGIN SUPERUSER")
        try server.run("ALTER ROLE hasty_\(setting) SET synchronous_commit = \(setting)")
        let log = try server.connect("progressd", role: "hasty_\(setting)")
        let row = try log.rule()
        try server.requireStandby("nobody")

        let failure = #expect(throws: LogFailure.self) {
            try log.append(nil, as: row.holder, tail: 0, mark: row.mark, handsOver: false, by: .milliseconds(300))
        }
        try server.requireStandby("")

        #expect(failure?.isNoAnswer == true)
    }
}

extension PostgresServer {
    /// Makes commits wait for the standby, from when this returns; for none if the name is empty.
    func requireStandby(_ name: String) throws {
        // The sessions of a test run beside this one's: it must not wait itself.
        let session = try session()
        _ = try session.run("SET synchronous_commit = local", by: .soon)
        _ = try session.run("ALTER SYSTEM SET synchronous_standby_names = '\(name)'", by: .soon)
        _ = try session.run("SELECT pg_reload_conf()", by: .soon)
        let shown = "SELECT current_setting('synchronous_standby_names')"
        let isSet = try eventually { try self.session().run(shown, by: .soon).text(0, 0) == name }
        precondition(isSet, "the server reads its configuration")
        // The checkpointer tells the sessions whether to wait, and reads its configuration before it begins a checkpoint.
        _ = try session.run("CHECKPOINT", by: .soon)
    }

    func callOnWaiting(_ function: String) throws {
        let call = "SELECT \(function)(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
        let session = try session()
        _ = try eventually { try session.run(call, by: .soon).rowCount == 1 }
    }
}
