import ProgressLog
import ProgressPostgres
import Testing

@Suite struct RefusalTests {
    private let server = PostgresServer.shared

    @Test(arguments: [
        "http://host/database", "postgres://role@host/x?secret=1", "postgres://a:hidden%@b", "host=secret",
    ])
    func `a wrong URL is refused in one line that does not quote it`(_ url: String) {
        let refusal = #expect(throws: LogFailure.self) { try PostgresAddress(url) }

        guard case .refused(let text) = refusal else { return #expect(Bool(false), "refused, not \(refusal as Any)") }
        #expect(!text.contains("hidden") && !text.contains("secret") && !text.contains("\n"))
    }

    @Test(arguments: [
        "postgres://role@host:70000/x", "postgres://role@/x?host=one,two&port=1,2,3", "postgres:///x?sslmode=hidden",
    ])
    func `values that make no sense are refused`(_ url: String) throws {
        let refusal = #expect(throws: LogFailure.self) {
            try PostgresLog(PostgresAddress(url), name: "progressd").look()
        }

        #expect(refusal?.isRefusal == true)
    }

    @Test func `an address is shown without its password`() throws {
        let address = try PostgresAddress(
            "postgres://role:hidden@one,two:5433/progress?sslmode=disable&password=hidden2"
        )

        #expect(address.description == "postgres://role@one,two:,5433/progress")
    }

    @Test func `a wrong password, and none, are refused, and the right one is taken`() throws {
        try server.run(
            "DROP ROLE IF EXISTS secretive",
            "CREATE ROLE secretive LOGIN SUPERUSER PASSWORD 'the right one'"
        )
        func look(_ password: String) throws -> OfficeRow {
            let url = "postgres://secretive\(password)@/postgres?host=\(server.folder)"
            return try PostgresLog(PostgresAddress(url), name: Engine.drawName()).look()
        }

        let wrong = #expect(throws: LogFailure.self) { _ = try look(":hidden") }
        let none = #expect(throws: LogFailure.self) { _ = try look("") }

        #expect(wrong?.isRefusal == true && none?.isRefusal == true)
        #expect(wrong?.description.contains("28P01") == true)
        #expect(wrong?.description.contains("hidden") == false && wrong?.description.contains("\n") == false)
        #expect(none?.description.contains("PGPASSWORD") == true)
        #expect(try look(":the%20right%20one").term == 0)
    }

    @Test func `a database or a role that is not there is refused`() throws {
        let noDatabase = #expect(throws: LogFailure.self) { try server.connect("a", database: "missing").look() }
        let noRole = #expect(throws: LogFailure.self) { try server.connect("a", role: "missing").look() }

        #expect(noDatabase?.isRefusal == true && noDatabase?.description.contains("3D000") == true)
        #expect(noRole?.isRefusal == true && noRole?.description.contains("28000") == true)
    }

    @Test func `a role that may not make the tables is refused, and need not where they are`() throws {
        try server.run("CREATE DATABASE bare", "CREATE ROLE modest LOGIN")
        let log = try server.connect("progressd", role: "modest", database: "bare")

        let refusal = #expect(throws: LogFailure.self) { try log.look() }
        _ = try server.connect("progressd", database: "bare").look()
        try server.run(
            "GRANT SELECT ON progressd_schema TO modest",
            "GRANT SELECT, INSERT, UPDATE, DELETE ON progressd_office, progressd_log, progressd_snapshot TO modest",
            database: "bare"
        )

        #expect(refusal?.isRefusal == true && refusal?.description.contains("CREATE") == true)
        #expect(try log.append([1], after: log.rule()))
    }

    @Test func `rights that are taken away are refused, and what was asked is not done`() throws {
        try server.run("CREATE DATABASE strict", "CREATE ROLE watched LOGIN")
        let owner = try server.connect("progressd", database: "strict")
        _ = try owner.look()
        try server.run("GRANT ALL ON ALL TABLES IN SCHEMA public TO watched", database: "strict")
        let log = try server.connect("progressd", role: "watched", database: "strict")
        let row = try log.rule()

        try server.run("REVOKE INSERT ON progressd_log FROM watched", database: "strict")
        let refusal = #expect(throws: LogFailure.self) { try log.append([1], after: row) }

        #expect(refusal?.isRefusal == true && refusal?.description.contains("42501") == true)
        #expect(try owner.look() == row)
    }

    @Test(arguments: [0, 2]) func `tables of another version are refused and left alone`(_ version: Int) throws {
        let database = "version\(version)"
        try server.run("CREATE DATABASE \(database)")
        _ = try server.connect("progressd", database: database).look()
        try server.run("UPDATE progressd_schema SET version = \(version)", database: database)

        let refusal = #expect(throws: LogFailure.self) { try server.connect("other", database: database).look() }

        #expect(
            refusal?.description.hasPrefix(
                "the database was written by \(version > 1 ? "a newer" : "an older") progressd: its tables have version "
                    + "\(version), "
            ) == true
        )
        #expect(try server.number("SELECT count(*) FROM progressd_office", database: database) == 1)
    }

    @Test func `the tables of the members are made in a database of an older version`() throws {
        try server.run("CREATE DATABASE older")
        let log = try server.connect("progressd", database: "older")
        let row = try log.look()
        try server.run("DROP TABLE progressd_members, progressd_form", database: "older")
        let member = MemberTests.member("a")

        #expect(try log.roster(by: .soon) == .empty)
        #expect(try !log.withdraw("a", by: .soon))
        #expect(try log.announce(member, by: .soon) == .empty)

        #expect(try log.roster(by: .soon).lines.map(\.member) == [member])
        #expect(try log.look() == row)
    }

    @Test func `a table that is missing is refused`() throws {
        try server.run("CREATE DATABASE holed")
        let log = try server.connect("progressd", database: "holed")
        let row = try log.rule()

        try server.run("DROP TABLE progressd_log", database: "holed")
        let refusal = #expect(throws: LogFailure.self) { try log.append([1], after: row) }

        #expect(refusal?.isRefusal == true && refusal?.description.contains("progressd_log") == true)
    }

    @Test func `replicas that start at once make the tables together`() async throws {
        try server.run("CREATE DATABASE crowd")

        let rows = try await withThrowingTaskGroup(of: OfficeRow.self) { group in
            for _ in 0..<6 {
                group.addTask { try PostgresServer.shared.connect("progressd", database: "crowd").look() }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }

        #expect(rows.count == 6 && rows.allSatisfy { $0 == rows[0] })
        #expect(try server.number("SELECT version FROM progressd_schema", database: "crowd") == 1)
        let storage = "SELECT count(*) FROM pg_attribute WHERE attname = 'bytes' AND attstorage = 'e' AND attnum > 0"
        #expect(try server.number(storage, database: "crowd") >= 2)
    }
}

extension LogFailure {
    var isRefusal: Bool { if case .refused = self { true } else { false } }
    var isNotDone: Bool { if case .notDone = self { true } else { false } }
    var isNoAnswer: Bool { if case .noAnswer = self { true } else { false } }
    var isFull: Bool { if case .full = self { true } else { false } }
}
