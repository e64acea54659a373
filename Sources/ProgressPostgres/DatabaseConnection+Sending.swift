internal import CPostgres

extension DatabaseConnection {
    /// - Returns: the name under which the server keeps the statement.
    func keep(
        _ statement: String,
        _ parameters: [Parameter],
        by deadline: UInt64
    ) throws(StatementFailure) -> String {
        if let name = kept[statement] { return name }
        let name = "progressd_\(kept.count)"
        let types = parameters.map(\.type)
        guard libpq.functions.PQsendPrepare(handle, name, statement, Int32(types.count), types) == 1 else {
            throw .notSent(lastMessage)
        }
        do throws(StatementFailure) { _ = try receive(by: deadline) } catch {
            switch error {
            case .server: throw error
            // The statement itself was not sent yet.
            case .lost(let text), .notSent(let text): throw .notSent(text)
            case .late: throw .notSent("PostgreSQL did not answer in time")
            }
        }
        kept[statement] = name
        return name
    }

    func send(_ statement: String, keptAs name: String?, _ parameters: [Parameter]) -> Bool {
        let values = parameters.map(\.binary)
        let types = parameters.map(\.type)
        let lengths = values.map { Int32($0.count) }
        let formats = [Int32](repeating: 1, count: values.count)
        let count = Int32(values.count)
        return withPointers(to: values[...], []) { pointers in
            guard let name else {
                return libpq.functions.PQsendQueryParams(
                    handle,
                    statement,
                    count,
                    types,
                    pointers,
                    lengths,
                    formats,
                    1
                ) == 1
            }
            return libpq.functions.PQsendQueryPrepared(handle, name, count, pointers, lengths, formats, 1) == 1
        }
    }
}

/// Calls `body` with the addresses of all values.
private func withPointers<Result>(
    to values: ArraySlice<[UInt8]>,
    _ pointers: [UnsafePointer<CChar>?],
    _ body: ([UnsafePointer<CChar>?]) -> Result
) -> Result {
    guard let first = values.first else { return body(pointers) }
    return first.withUnsafeBytes { bytes in
        // An empty array has no address, and none means NULL.
        let start = bytes.baseAddress ?? UnsafeRawPointer(bitPattern: 1)
        return withPointers(to: values.dropFirst(), pointers + [start?.assumingMemoryBound(to: CChar.self)], body)
    }
}
