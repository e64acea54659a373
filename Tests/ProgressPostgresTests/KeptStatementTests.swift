import Testing

@testable import ProgressPostgres

@Suite struct KeptStatementTests {
    private let statement = "SELECT $1::bigint + 1"
    private let count = "SELECT count(*) FROM pg_prepared_statements"

    @Test func `a session plans a statement once`() throws {
        let session = try PostgresServer.shared.session()
        session.keepsStatements = true

        #expect(try session.run(statement, [.number(1)], by: .soon).number(0, 0) == 2)
        #expect(try session.run(statement, [.number(2)], by: .soon).number(0, 0) == 3)

        #expect(try session.run(count, by: .soon).number(0, 0) == 1)
    }

    @Test func `nothing of a session that may be another's is kept there`() throws {
        let session = try PostgresServer.shared.session()

        _ = try session.run(statement, [.number(1)], by: .soon)

        #expect(try session.run(count, by: .soon).number(0, 0) == 0)
    }

    @Test func `a statement that the server refuses to plan is refused, and the session goes on`() throws {
        let session = try PostgresServer.shared.session()
        session.keepsStatements = true

        let failure = #expect(throws: StatementFailure.self) {
            _ = try session.run("SELECT nothing($1)", [.count(1)], by: .soon)
        }

        #expect(failure?.endsConnection == false)
        #expect(try session.run(statement, [.number(1)], by: .soon).number(0, 0) == 2)
    }

    @Test func `where the server forgot a statement, nothing was done, and a new session is needed`() throws {
        let session = try PostgresServer.shared.session()
        session.keepsStatements = true
        _ = try session.run(statement, [.number(1)], by: .soon)
        _ = try session.run("DEALLOCATE ALL", by: .soon)

        let failure = #expect(throws: StatementFailure.self) { _ = try session.run(statement, [.number(1)], by: .soon) }

        #expect(failure?.failure.isNotDone == true)
        #expect(failure?.endsConnection == true)
    }
}
