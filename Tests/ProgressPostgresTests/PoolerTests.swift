import Platform
import ProgressLog
import Testing

@testable import ProgressPostgres

@Suite struct PoolerTests {
    @Test func `through PgBouncer, which gives each transaction another session, the log is polled`() throws {
        let pooler = try Pooler(before: .shared)
        let (log, writer) = (try pooler.connect("pooled"), try pooler.connect("pooled"))

        let row = try writer.rule()
        #expect(try writer.append([1], after: row))
        _ = try log.look()
        log.wait(until: .soon, WakePipe())

        #expect(!log.hearsNotifications && !writer.hearsNotifications)
        #expect(try log.numbers() == [1])
    }

    @Test func `those with a session of their own hear of what was appended through PgBouncer`() throws {
        let pooler = try Pooler(before: .shared)
        let (log, writer) = (try PostgresServer.shared.connect("mixed"), try pooler.connect("mixed"))
        let row = try writer.rule()
        _ = try log.look()

        #expect(try writer.append([1], after: row))
        log.wait(until: .soon, WakePipe())

        #expect(log.hearsNotifications)
        #expect(try log.numbers() == [1])
    }

    @Test func `nothing is left behind in the sessions that PgBouncer hands out`() throws {
        let pooler = try Pooler(before: .shared)
        let log = try pooler.connect("tidy")
        #expect(try log.append([1], after: log.rule()))

        let session = try pooler.session()
        let settings = "SELECT current_setting('lock_timeout') || current_setting('synchronous_commit')"
        #expect(try session.run(settings, by: .soon).text(0, 0) == "0on")
        #expect(try session.run("SELECT pg_listening_channels()", by: .soon).rowCount == 0)
        #expect(try session.run("SELECT 1 FROM pg_prepared_statements", by: .soon).rowCount == 0)
    }
}
