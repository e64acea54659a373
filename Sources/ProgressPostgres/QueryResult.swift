internal import CPostgres

/// The result of a statement; owns libpq's result. Values are in PostgreSQL's binary form.
struct QueryResult: ~Copyable {
    private let functions: postgres_functions
    private let result: OpaquePointer

    /// The server's text, if the commit came with a warning: it may not be on the disks that were promised.
    var warning: String?

    init(_ result: OpaquePointer, _ libpq: Libpq) {
        self.result = result
        functions = libpq.functions
    }

    deinit { functions.PQclear(result) }

    var rowCount: Int { Int(functions.PQntuples(result)) }

    /// Rows that a statement without RETURNING changed.
    var changedRowCount: Int { functions.PQcmdTuples(result).flatMap { Int(String(cString: $0)) } ?? 0 }

    func bytes(_ row: Int, _ column: Int) -> [UInt8] { Array(raw(row, column)) }

    func text(_ row: Int, _ column: Int) -> String { String(decoding: raw(row, column), as: UTF8.self) }

    /// Of bigint or integer; 0 for NULL.
    func number(_ row: Int, _ column: Int) -> UInt64 { raw(row, column).reduce(0) { $0 << 8 | UInt64($1) } }

    func flag(_ row: Int, _ column: Int) -> Bool { number(row, column) != 0 }

    private func raw(_ row: Int, _ column: Int) -> UnsafeRawBufferPointer {
        let (row, column) = (Int32(row), Int32(column))
        let count = functions.PQgetlength(result, row, column)
        return UnsafeRawBufferPointer(start: functions.PQgetvalue(result, row, column), count: Int(count))
    }
}
