import Glibc
import ProgressLog
import TestSupport

@testable import ProgressPostgres

/// PgBouncer in transaction mode, with one session of the server for all of its clients.
final class Pooler {
    private let folder = DataFolder()
    private let process: ChildProcess

    init(before server: PostgresServer) throws {
        chmod(folder.path, 0o777)
        let configuration = """
            [databases]
            * = host=\(server.folder) user=postgres
            [pgbouncer]
            unix_socket_dir = \(folder.path)
            listen_port = 6432
            auth_type = any
            pool_mode = transaction
            default_pool_size = 1
            """
        folder.write(Array(configuration.utf8), to: "pgbouncer.ini")
        // PgBouncer refuses to be root.
        let program = """
            as=
            [ "$(id -u)" != 0 ] || as='setpriv --reuid=postgres --regid=postgres --clear-groups'
            $as /usr/sbin/pgbouncer -q \(folder.path)/pgbouncer.ini >/dev/null 2>&1 &
            read -r _ || true
            kill -KILL $!
            wait $! || true
            """
        process = ChildProcess(script: program)
        let isUp = eventually { (try? self.session()) != nil }
        precondition(isUp, "Debian's pgbouncer is installed, and starts")
    }

    func connect(_ name: String) throws -> PostgresLog { try PostgresLog(address(), name: name) }

    func session() throws -> DatabaseConnection {
        var race = try ConnectRace(address(), Libpq.load(), HostResolver(), first: 0)
        return try race.run(by: .soon).connection
    }

    private func address() throws -> PostgresAddress {
        try PostgresAddress("postgres://anybody@/postgres?host=\(folder.path)&port=6432")
    }
}
