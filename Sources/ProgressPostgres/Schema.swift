internal import ProgressLog
internal import ProgressRecords

/// The tables, which the first replica makes.
enum Schema {
    /// The version of tables as they are first made.
    static let first: UInt64 = 1
    /// The newest version that this program reads and writes, as it does all earlier ones.
    static let newest = migrations.last?.version ?? first

    /// The statements that turn one version's tables into the next's, once a writer writes that form of records: older
    /// programs stop at the version. Each statement may be run again, and adds something that older ones do not miss.
    private static var migrations: [(version: UInt64, form: RecordForm, statements: [String])] {
        #if DEBUG
            if RecordForm.newest == .next {
                let statement = "ALTER TABLE progressd_office ADD COLUMN IF NOT EXISTS note text NOT NULL DEFAULT ''"
                return [(2, .next, [statement])]
            }
        #endif
        return []
    }

    private static let readVersion = "SELECT version FROM progressd_schema ORDER BY version DESC LIMIT 1"

    /// Each may be run again, and by several at once: what one did already is no error. The version comes last.
    private static let make = [
        """
        CREATE TABLE IF NOT EXISTS progressd_office (
            name text PRIMARY KEY, term bigint NOT NULL, tail bigint NOT NULL, mark bytea NOT NULL, free boolean NOT NULL,
            address text NOT NULL, key bytea NOT NULL, snapshot bigint NOT NULL
        )
        """,
        """
        CREATE TABLE IF NOT EXISTS progressd_log (
            name text NOT NULL, n bigint NOT NULL, term bigint NOT NULL, bytes bytea NOT NULL, PRIMARY KEY (name, n)
        )
        """,
        """
        CREATE TABLE IF NOT EXISTS progressd_snapshot (
            name text NOT NULL, n bigint NOT NULL, part bigint NOT NULL, bytes bytea NOT NULL, PRIMARY KEY (name, n, part)
        )
        """,
        "CREATE TABLE IF NOT EXISTS progressd_schema (version bigint PRIMARY KEY)",
    ]

    /// Since 0.3, in tables of the same version: programs from before do not know of them, and need not.
    private static let makeMembers = [
        """
        CREATE TABLE IF NOT EXISTS progressd_members (
            name text NOT NULL, id text NOT NULL, address text NOT NULL, version text NOT NULL, reads bigint NOT NULL,
            writes bigint NOT NULL, term bigint NOT NULL, lease bigint NOT NULL, tokens text NOT NULL,
            settings text NOT NULL, mark bigint NOT NULL, seen timestamptz NOT NULL, PRIMARY KEY (name, id)
        )
        """,
        """
        CREATE TABLE IF NOT EXISTS progressd_form (
            name text PRIMARY KEY, form bigint NOT NULL, reader text NOT NULL, held boolean NOT NULL,
            allowed bigint NOT NULL, announced bigint NOT NULL
        )
        """,
    ]

    /// Makes the tables cheaper; other engines may refuse it: room for the office's next row on the page of the last
    /// one, no attempt to compress what is compressed, and entries of up to a page in their rows, not in pieces elsewhere.
    private static let tune = [
        "ALTER TABLE progressd_office SET (fillfactor = 50)",
        "ALTER TABLE progressd_log ALTER COLUMN bytes SET STORAGE EXTERNAL",
        "ALTER TABLE progressd_log SET (toast_tuple_target = 8160)",
        "ALTER TABLE progressd_snapshot ALTER COLUMN bytes SET STORAGE EXTERNAL",
    ]

    private static let tuneMembers = "ALTER TABLE progressd_members SET (fillfactor = 50)"

    /// $1: version.
    private static let writeVersion =
        "INSERT INTO progressd_schema (version) VALUES ($1) ON CONFLICT (version) DO NOTHING"

    /// Makes the tables if there are none.
    static func make(on connection: DatabaseConnection, by deadline: UInt64) throws(StatementFailure) {
        if try version(on: connection, by: deadline) != nil { return }
        for statement in make + makeMembers { try run(statement, on: connection, by: deadline) }
        for statement in tune + [tuneMembers] {
            do { _ = try connection.run(statement, by: deadline) } catch .server(let error) where !error.isFatal {}
        }
        _ = try connection.run(writeVersion, [.number(first)], by: deadline)
    }

    /// Makes the tables ready for records of that form.
    static func migrate(to form: RecordForm, on connection: DatabaseConnection, by deadline: UInt64)
        throws(StatementFailure)
    {
        let due = migrations.filter { $0.form <= form }
        guard !due.isEmpty else { return }
        let found = try version(on: connection, by: deadline) ?? first
        for migration in due where migration.version > found {
            for statement in migration.statements { try run(statement, on: connection, by: deadline) }
            _ = try connection.run(writeVersion, [.number(migration.version)], by: deadline)
        }
    }

    static func makeMembers(on connection: DatabaseConnection, by deadline: UInt64) throws(StatementFailure) {
        for statement in makeMembers { try run(statement, on: connection, by: deadline) }
        do { _ = try connection.run(tuneMembers, by: deadline) } catch .server(let error) where !error.isFatal {}
    }

    static func refusal(of found: UInt64) -> LogFailure {
        if found > newest {
            return .newer("the database", "its tables have version \(found)", known: "versions up to \(newest)")
        }
        return .refused(
            "the database was written by an older progressd: its tables have version \(found), and this one reads version "
                + "\(first)"
        )
    }

    /// Nil where the tables are not made yet.
    static func version(on connection: DatabaseConnection, by deadline: UInt64) throws(StatementFailure)
        -> UInt64?
    {
        do {
            let answer = try connection.run(readVersion, by: deadline)
            return answer.rowCount == 1 ? answer.number(0, 0) : nil
        } catch .server(let error) where error.state == "42P01" { return nil }
    }

    /// Two replicas that make the same table at once hinder each other, though both say IF NOT EXISTS.
    private static func run(
        _ statement: String,
        on connection: DatabaseConnection,
        by deadline: UInt64
    ) throws(StatementFailure) {
        for attempt in 1... {
            do throws(StatementFailure) {
                _ = try connection.run(statement, by: deadline)
                return
            } catch .server(let error) {
                guard attempt < 10, ["23505", "40001", "42710", "42P07", "XX000"].contains(error.state) else {
                    throw .server(
                        error.state == "42501" ? error.adding("the role needs CREATE once, for its tables") : error
                    )
                }
            }
        }
    }
}
