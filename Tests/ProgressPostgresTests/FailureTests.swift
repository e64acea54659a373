import Glibc
import Platform
import ProgressLog
import TestSupport
import Testing

@testable import ProgressPostgres

@Suite struct FailureTests {
    private let server = PostgresServer.shared

    @Test func `without a server nothing is done`() throws {
        let folder = DataFolder()
        let log = try PostgresLog(PostgresAddress("postgres:///postgres?host=\(folder.path)"), name: "progressd")

        let failure = #expect(throws: LogFailure.self) { try log.look() }

        #expect(failure?.isNotDone == true)
    }

    @Test func `a host that does not answer does not keep the next one waiting`() throws {
        let silent = try #require(SilentHost())
        let url = "postgres://postgres@/postgres?host=\(silent.folder.path),\(server.folder)"
        let log = try PostgresLog(PostgresAddress(url), name: Engine.drawName())
        let begin = MonotonicClock.now()

        let row = try log.look(by: .milliseconds(120_000))

        #expect(row.term == 0)
        #expect(MonotonicClock.now() - begin < 30_000_000_000)
    }

    @Test func `while a host does not answer, one that refused is asked again`() throws {
        let silent = try #require(SilentHost())
        try server.run("CREATE ROLE follower LOGIN SUPERUSER")
        try server.run("ALTER ROLE follower SET default_transaction_read_only = on")
        let url = "postgres://follower@/postgres?host=\(server.folder),\(silent.folder.path)"
        let log = try PostgresLog(PostgresAddress(url), name: Engine.drawName())
        let promotion = Background { [listener = silent.listener] in
            _ = Readiness.wait(for: [(listener, POLLIN)], by: .soon)
            try PostgresServer.shared.run("ALTER ROLE follower RESET default_transaction_read_only")
        }

        let row = try log.look(by: .milliseconds(60_000))

        #expect(row.term == 0)
        promotion.join()
    }

    @Test func `with a deadline a host that does not answer is a failure`() throws {
        let silent = try #require(SilentHost())
        let url = "postgres://postgres@/postgres?host=\(silent.folder.path)"
        let log = try PostgresLog(PostgresAddress(url), name: Engine.drawName())

        let failure = #expect(throws: LogFailure.self) { try log.look(by: .milliseconds(300)) }

        #expect(failure?.isNotDone == true)
    }

    @Test func `a session that was ended meanwhile is made again, without a failure`() throws {
        let (name, role) = (Engine.drawName(), "ended")
        try server.run("CREATE ROLE ended LOGIN SUPERUSER")
        let log = try server.connect(name, role: role)
        let row = try log.rule()

        try server.endSessions(of: role)

        #expect(try log.append([1], after: row))
        #expect(try log.numbers() == [1])
    }

    @Test func `who hears changes wakes when the session ends, and hears again after the next call`() throws {
        try server.run("CREATE ROLE deaf LOGIN SUPERUSER")
        let name = Engine.drawName()
        let (log, writer) = (try server.connect(name, role: "deaf"), try server.connect(name))
        let row = try writer.rule()
        _ = try log.look()
        #expect(log.hearsNotifications)

        try server.endSessions(of: "deaf")
        log.wait(until: .soon, WakePipe())
        #expect(!log.hearsNotifications)
        _ = try log.look()
        #expect(log.hearsNotifications)
        #expect(try writer.append([1], after: row))
        log.wait(until: .soon, WakePipe())

        #expect(try log.numbers() == [1])
    }

    @Test func `a session that ends while its statement waits gives no answer`() throws {
        try server.run("CREATE ROLE broken LOGIN SUPERUSER")
        let log = try server.connect(Engine.drawName(), role: "broken")
        let row = try log.rule()
        let lock = try server.lock(row)
        let ender = Background {
            let waits = "SELECT count(*) FROM pg_stat_activity WHERE usename = 'broken' AND wait_event_type = 'Lock'"
            _ = try eventually { try PostgresServer.shared.number(waits) == 1 }
            try PostgresServer.shared.endSessions(of: "broken")
        }

        let failure = #expect(throws: LogFailure.self) { try log.append([1], after: row) }

        #expect(failure?.isNoAnswer == true)
        ender.join()
        _ = try lock.run("ROLLBACK", by: .soon)
        #expect(try log.look() == row)
    }

    @Test func `a statement that waits past its deadline gives no answer, and may yet be done`() throws {
        try server.run("CREATE ROLE hurried LOGIN SUPERUSER")
        let log = try server.connect(Engine.drawName(), role: "hurried")
        let row = try log.rule()
        let lock = try server.lock(row)
        let entry = LogEntry(number: 1, term: row.term, bytes: [1])
        let mark = OfficeMark(high: 8, low: 8)

        let begin = MonotonicClock.now()
        // Below the time after which it gives up the lock.
        let failure = #expect(throws: LogFailure.self) {
            try log.append(entry, as: row.holder, tail: 0, mark: mark, handsOver: false, by: .milliseconds(250))
        }
        let time = MonotonicClock.now() - begin

        #expect(failure?.isNoAnswer == true)
        #expect(time >= 250_000_000 && time < 15_000_000_000)
        // On a busy machine it may not have reached the server yet, and is then lost with its connection.
        let waits = "SELECT count(*) FROM pg_stat_activity WHERE usename = 'hurried' AND wait_event_type = 'Lock'"
        let hasArrived = try server.number(waits) == 1
        _ = try lock.run("ROLLBACK", by: .soon)
        // If a busy machine has kept the lock longer than the statement waits for it, the statement was not done.
        let isTooLate = MonotonicClock.now() - begin >= 500_000_000
        #expect(try !hasArrived || isTooLate || eventually { try log.look().tail == 1 })
        let isDone = try log.look().tail == 1
        #expect(try log.look().mark == (isDone ? mark : row.mark))
    }

    @Test func `a row that is locked for long gives up the wait of a statement that nobody waits for`() throws {
        try server.run("CREATE ROLE patient LOGIN SUPERUSER")
        let log = try server.connect(Engine.drawName(), role: "patient")
        let row = try log.rule()
        let lock = try server.lock(row)

        let failure = #expect(throws: LogFailure.self) { try log.beat(row) }

        #expect(failure?.isNotDone == true && failure?.description.contains("55P03") == true)
        _ = try lock.run("ROLLBACK", by: .soon)
        #expect(try log.look() == row)
    }

    @Test func `a server that only reads does nothing`() throws {
        try server.run("CREATE ROLE reader LOGIN SUPERUSER", "ALTER ROLE reader SET default_transaction_read_only = on")
        let name = Engine.drawName()
        _ = try server.connect(name).look()

        let byLibrary = #expect(throws: LogFailure.self) { try server.connect(name, role: "reader").look() }
        let byLog = #expect(throws: LogFailure.self) {
            try server.connect(name, role: "reader", query: "target_session_attrs=any").look()
        }

        #expect(byLibrary?.isNotDone == true && byLog?.isNotDone == true)
    }

    @Test(.enabled(if: SmallDisk.isAllowed)) func `a full disk is told as such, and nothing is done`() throws {
        let disk = try #require(SmallDisk())
        chown(disk.path, getpwnam("postgres").pointee.pw_uid, getpwnam("postgres").pointee.pw_gid)
        try server.run("CREATE TABLESPACE small LOCATION '\(disk.path)'")
        try server.run("CREATE DATABASE full_one")
        defer {
            try? server.run("DROP DATABASE full_one WITH (FORCE)")
            try? server.run("DROP TABLESPACE small")
        }
        let log = try server.connect("progressd", database: "full_one")
        let row = try log.rule()
        try server.run("ALTER TABLE progressd_log SET TABLESPACE small", database: "full_one")

        let failure = #expect(throws: LogFailure.self) {
            try log.append([UInt8](repeating: 1, count: 2_000_000), after: row)
        }

        #expect(failure?.isFull == true)
        #expect(try log.look() == row)
    }
}

extension PostgresServer {
    func endSessions(of role: String) throws {
        try run("SELECT pg_terminate_backend(pid, 30000) FROM pg_stat_activity WHERE usename = '\(role)'")
    }

    /// Keeps all other sessions from changing the office's row until ROLLBACK.
    func lock(_ row: OfficeRow) throws -> DatabaseConnection {
        let session = try session()
        _ = try session.run("BEGIN", by: .soon)
        let lock = "SELECT 1 FROM progressd_office WHERE term = $1 AND mark = $2 FOR UPDATE"
        _ = try session.run(lock, [.number(row.term), .bytes(row.mark.bytes)], by: .soon)
        return session
    }
}
