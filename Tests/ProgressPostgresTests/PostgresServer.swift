import Glibc
import Platform
import ProgressLog
import TestSupport

@testable import ProgressPostgres

/// Debian's PostgreSQL in a folder that goes with it, reached by a socket there. It ends with its last owner, or with the
/// tests, however they end.
final class PostgresServer: Sendable {
    /// For tests that change nothing but their own cluster's rows, or their own roles and databases.
    static let shared = PostgresServer()

    let folder: String
    private let process: ChildProcess

    /// - Parameter configuration: more lines for the configuration.
    init(_ configuration: [String] = []) {
        var template = Array("/tmp/progressd-postgres-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else { preconditionFailure("there is room for a directory") }
        folder = String(cString: made)
        process = ChildProcess(script: Self.script(folder, configuration))
        let isUp = eventually(within: 60) { (try? self.session()) != nil }
        precondition(isUp, "Debian's postgresql is installed, and starts: \(folder)")
    }

    /// - Parameter query: without a question mark.
    func address(role: String = "postgres", database: String = "postgres", query: String = "") throws -> PostgresAddress
    {
        try PostgresAddress("postgres://\(role)@/\(database)?host=\(folder)&\(query)")
    }

    func connect(
        _ name: String,
        role: String = "postgres",
        database: String = "postgres",
        query: String = ""
    ) throws -> PostgresLog {
        try PostgresLog(address(role: role, database: database, query: query), name: name)
    }

    /// A connection for statements beside those of the log.
    func session(database: String = "postgres") throws -> DatabaseConnection {
        var race = try ConnectRace(address(database: database), Libpq.load(), HostResolver(), first: 0)
        return try race.run(by: .soon).connection
    }

    func run(_ statements: String..., database: String = "postgres") throws {
        let session = try session(database: database)
        for statement in statements { _ = try session.run(statement, by: .soon) }
    }

    /// The first column of the first row.
    func number(_ query: String, database: String = "postgres") throws -> UInt64 {
        try session(database: database).run(query, by: .soon).number(0, 0)
    }

    /// Shell, because the server's end has to follow the end of the tests by all means.
    private static func script(_ folder: String, _ configuration: [String]) -> String {
        """
        set -e
        folder=\(folder)
        trap 'rm -rf "$folder"' EXIT
        bin=$(dirname "$(printf '%s\\n' /usr/lib/postgresql/*/bin/postgres | sort -V | tail -1)")
        as=
        if [ "$(id -u)" = 0 ]; then
            as='setpriv --reuid=postgres --regid=postgres --clear-groups'
            chown postgres: "$folder"
        fi
        cd "$folder"
        $as "$bin/initdb" -D data -U postgres --auth=trust --no-sync --encoding=UTF8 --locale=C >initdb.log 2>&1
        cat >>data/postgresql.conf <<'END'
        listen_addresses = ''
        unix_socket_directories = '\(folder)'
        fsync = off
        dynamic_shared_memory_type = mmap
        shared_buffers = 32MB
        max_connections = 60
        \(configuration.joined(separator: "\n"))
        END
        cat >data/pg_hba.conf <<'END'
        local all secretive scram-sha-256
        local all all trust
        END
        $as "$bin/postgres" -D data >server.log 2>&1 &
        server=$!
        read -r _ || true
        kill -QUIT $server
        wait $server || true
        """
    }
}

extension UInt64 {
    /// A deadline that only what hangs reaches.
    static var soon: UInt64 { MonotonicClock.now() + 30_000_000_000 }

    static func milliseconds(_ count: UInt64) -> UInt64 { MonotonicClock.now() + count * 1_000_000 }
}
