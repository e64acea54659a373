package import Platform
package import ProgressLog

/// The log in three tables of a PostgreSQL database (13 or later), one for each: the office's rows, the entries, and the
/// parts of snapshots. Clusters share them by their names.
///
/// Every call is one statement, in a transaction of its own, over one connection, which is made when it is needed and
/// closed when a call goes past its deadline. A failure before the statement is sent is `.notDone`.
package final class PostgresLog: GroupLog {
    private let libpq: Libpq
    private let address: PostgresAddress
    private let resolver = HostResolver()
    let name: String
    private(set) var statements: Statements
    private var session: Session?
    /// The place of the host that was last connected to: the one to try first.
    private var host = 0

    /// How soon a log that cannot notify is looked at again, in nanoseconds.
    private static let pollingInterval: UInt64 = 100_000_000
    /// Of entries that are deleted at once: a tenth of a second's work for an engine.
    private static let trimmedByteCount = 16 << 20

    /// Loads the library; connects at the first call.
    ///
    /// - Parameter name: of the cluster.
    /// - Throws: `.refused` if the library is not there.
    package init(_ address: PostgresAddress, name: String) throws(LogFailure) {
        libpq = try Libpq.load()
        self.address = address
        self.name = name
        statements = Statements(name: name)
    }

    /// Whether `wait` learns of changes at once; else it polls. False without a connection.
    package var hearsNotifications: Bool { session?.listens ?? false }

    package func look(by deadline: UInt64) throws(LogFailure) -> OfficeRow {
        if let row = try existingRow(by: deadline) { return row }
        try use(by: deadline) { connection throws(StatementFailure) in
            try Schema.make(on: connection, by: deadline)
        }
        _ = try change(statements.makeRow, [.text(name), .bytes(OfficeMark(high: 0, low: 0).bytes)], by: deadline)
        guard let row = try existingRow(by: deadline) else {
            throw .notDone("the log has entries, but no row of the office: it was deleted")
        }
        return row
    }

    package func existingRow(by deadline: UInt64) throws(LogFailure) -> OfficeRow? {
        try connect(by: deadline)
        guard let answer = try askIfThere(statements.look, [.text(name)], by: deadline) else {
            // The program that makes the tables later may make newer ones, which the next session notices.
            session = nil
            return nil
        }
        guard answer.rowCount == 1 else { return nil }
        guard answer.text(0, 7) != "on" else {
            session = nil
            throw .notDone("PostgreSQL only reads")
        }
        guard let mark = OfficeMark(answer.bytes(0, 2)) else {
            throw .damaged("the office's row has a mark of a wrong length")
        }
        let timeline = answer.number(0, 8)
        return OfficeRow(
            term: answer.number(0, 0),
            tail: answer.number(0, 1),
            mark: mark,
            isFree: answer.flag(0, 3),
            address: answer.text(0, 4),
            key: answer.bytes(0, 5),
            snapshot: answer.number(0, 6),
            life: session.flatMap { $0.database }.map { EngineLife(database: $0, timeline: timeline) }
        )
    }

    package func claim(_ claim: ElectionBid, seen: OfficeRow, by deadline: UInt64) throws(LogFailure) -> Bool {
        try connect(by: deadline)
        return try change(
            statements.claim,
            [
                .text(name), .bytes(claim.mark.bytes), .text(claim.address), .bytes(claim.key), .number(seen.term),
                .number(seen.tail), .bytes(seen.mark.bytes),
            ],
            by: deadline
        ) == 1
    }

    package func append(
        _ entry: LogEntry?,
        as holder: Holder,
        tail: UInt64,
        mark: OfficeMark,
        handsOver: Bool,
        by deadline: UInt64
    ) throws(LogFailure) -> Bool {
        try connect(by: deadline)
        guard let entry else {
            let statement = handsOver ? statements.handOver : statements.beat
            let parameters = [Parameter.text(name), .bytes(mark.bytes)] + holder.parameters + [.number(tail)]
            return try change(statement, parameters, by: deadline) == 1
        }
        precondition(entry.number == tail + 1, "Entries have no gap.")
        return try change(
            statements.append,
            [.text(name), .number(entry.number), .bytes(mark.bytes)] + holder.parameters
                + [.number(tail), .flag(handsOver), .bytes(entry.bytes)],
            by: deadline
        ) == 1
    }

    package func read(
        after number: UInt64,
        most byteCount: Int,
        by deadline: UInt64
    ) throws(LogFailure) -> [LogEntry] {
        let answer = try ask(statements.read, [.text(name), .number(number), .count(byteCount)], by: deadline)
        return (0..<answer.rowCount).map { row in
            LogEntry(number: answer.number(row, 0), term: answer.number(row, 1), bytes: answer.bytes(row, 2))
        }
    }

    package func putSnapshot(
        part: Int,
        of number: UInt64,
        _ bytes: [UInt8],
        as holder: Holder,
        by deadline: UInt64
    ) throws(LogFailure) -> Bool {
        try connect(by: deadline)
        let parameters = [Parameter.text(name), .number(number), .count(part), .bytes(bytes)] + holder.parameters
        return try change(statements.putPart, parameters, by: deadline) == 1
    }

    package func publishSnapshot(
        _ number: UInt64,
        partCount: Int,
        as holder: Holder,
        by deadline: UInt64
    ) throws(LogFailure) -> Bool {
        try connect(by: deadline)
        let parameters = [Parameter.text(name), .number(number), .count(partCount)] + holder.parameters
        return try change(statements.publish, parameters, by: deadline) == 1
    }

    package func trim(through number: UInt64, most rowCount: Int, by deadline: UInt64) throws(LogFailure) -> Bool {
        // A part has the bytes of many entries.
        let parts = min(rowCount, 8)
        if try change(statements.trimParts, [.text(name), .count(parts)], by: deadline) == parts { return true }
        let parameters = [Parameter.text(name), .number(number), .count(rowCount), .count(Self.trimmedByteCount)]
        return try change(statements.trimEntries, parameters, by: deadline) > 0
    }

    package func readSnapshot(
        _ number: UInt64,
        part: Int,
        by deadline: UInt64
    ) throws(LogFailure) -> [UInt8]? {
        let answer = try ask(statements.readPart, [.text(name), .number(number), .count(part)], by: deadline)
        return answer.rowCount == 1 ? answer.bytes(0, 0) : nil
    }

    /// Without notifications: at most a tenth of a second.
    package func wait(until deadline: UInt64, _ wake: WakePipe) {
        guard let session, session.listens else {
            _ = wake.wait(until: min(deadline, MonotonicClock.now() + Self.pollingInterval))
            return
        }
        if !session.wait(until: deadline, wake) { self.session = nil }
    }
}

extension PostgresLog {
    /// - Returns: how many rows it changed.
    func change(
        _ statement: String,
        _ parameters: [Parameter],
        by deadline: UInt64
    ) throws(LogFailure) -> Int {
        try ask(statement, parameters, by: deadline).safelyChangedRowCount()
    }

    private func ask(
        _ statement: String,
        _ parameters: [Parameter],
        by deadline: UInt64
    ) throws(LogFailure) -> QueryResult {
        let connection = try connect(by: deadline)
        do throws(StatementFailure) { return try connection.run(statement, parameters, by: deadline) } catch {
            if error.endsConnection { session = nil }
            throw error.failure
        }
    }

    /// - Returns: nil if a table is not there.
    func askIfThere(
        _ statement: String,
        _ parameters: [Parameter],
        by deadline: UInt64
    ) throws(LogFailure) -> QueryResult? {
        let connection = try connect(by: deadline)
        do throws(StatementFailure) { return try connection.run(statement, parameters, by: deadline) } catch {
            if case .server(let error) = error, error.isMissingTable { return nil }
            if error.endsConnection { session = nil }
            throw error.failure
        }
    }

    /// Runs statements about the tables.
    func use(
        by deadline: UInt64,
        _ body: (DatabaseConnection) throws(StatementFailure) -> Void
    ) throws(LogFailure) {
        let connection = try connect(by: deadline)
        do throws(StatementFailure) { try body(connection) } catch {
            if error.endsConnection { session = nil }
            throw error.failure
        }
    }

    /// The text of statements depends on the server: call this before one that changes something.
    @discardableResult
    func connect(by deadline: UInt64) throws(LogFailure) -> DatabaseConnection {
        if let session, session.connection.isAlive { return session.connection }
        session = nil
        var race = ConnectRace(address, libpq, resolver, first: host)
        let opened = try race.run(by: deadline)
        let new = try Session(opened.connection, channel: statements.channel, by: deadline)
        host = opened.host
        statements.features = new.features
        session = new
        return new.connection
    }
}

extension QueryResult {
    /// The number of rows that it changed, for good.
    func safelyChangedRowCount() throws(LogFailure) -> Int {
        // The wait for a standby was cut short: the change is visible, and may yet vanish.
        if let warning { throw .noAnswer("PostgreSQL committed with a warning: \(warning)") }
        return changedRowCount
    }
}

extension Holder {
    /// In the order of the statements.
    var parameters: [Parameter] { [.number(term), .text(address), .bytes(key)] }
}
