internal import CPostgres
internal import Glibc
internal import ProgressLog

/// PostgreSQL's client library, loaded at the first use and kept. From any thread.
struct Libpq: Sendable {
    let functions: postgres_functions

    /// - Parameter file: what the loader looks for.
    /// - Throws: `.refused` if there is none.
    static func load(_ file: String = "libpq.so.5") throws(LogFailure) -> Libpq {
        var functions = postgres_functions()
        guard postgres_load(file, &functions) else {
            let reason = dlerror().map { String(cString: $0) } ?? file
            throw .refused("PostgreSQL's client library cannot be loaded (Debian's package libpq5 has it): \(reason)")
        }
        return Libpq(functions: functions)
    }
}
