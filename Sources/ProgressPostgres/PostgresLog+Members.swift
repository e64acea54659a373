package import ProgressLog
package import ProgressRecords

/// The tables of the members and the form.
extension PostgresLog {
    package func announce(_ member: Member, by deadline: UInt64) throws(LogFailure) -> Roster {
        try connect(by: deadline)
        let parameters: [Parameter] = [
            .text(name), .text(member.id), .text(member.address), .text(member.version), .count(member.reads.rawValue),
            .count(member.writes.rawValue), .number(member.term), .number(member.lease), .text(member.tokens),
            .text(member.settings), .number(member.mark),
        ]
        for _ in 0..<2 {
            if let roster = try self.roster(statements.announce, parameters, by: deadline) { return roster }
            guard try existingRow(by: deadline) != nil else { throw .notDone("there is no such log") }
            try makeMembers(by: deadline)
        }
        throw .notDone("the table of the members was deleted")
    }

    package func roster(by deadline: UInt64) throws(LogFailure) -> Roster {
        try roster(statements.roster, [.text(name)], by: deadline) ?? .empty
    }

    package func withdraw(_ id: String, by deadline: UInt64) throws(LogFailure) -> Bool {
        guard let answer = try askIfThere(statements.withdraw, [.text(name), .text(id)], by: deadline) else {
            return false
        }
        return try answer.safelyChangedRowCount() == 1
    }

    package func raise(to form: RecordForm, as holder: Holder, by deadline: UInt64) throws(LogFailure) -> Bool {
        guard try existingRow(by: deadline)?.holder == holder else { return false }
        try use(by: deadline) { connection throws(StatementFailure) in
            try Schema.migrate(to: form, on: connection, by: deadline)
        }
        let parameters: [Parameter] = [.text(name), .count(form.rawValue), .text(form.reader)] + holder.parameters
        return try change(statements.raise, parameters, by: deadline) == 1
    }

    package func order(_ order: FormOrder, by deadline: UInt64) throws(LogFailure) -> Bool {
        try connect(by: deadline)
        let isHeld = order == .hold
        var allowed = 0
        if case .allow(let form) = order { allowed = form.rawValue }
        let parameters: [Parameter] = [.text(name), .flag(isHeld), .count(allowed), .flag(allowed > 0)]
        for _ in 0..<2 {
            if let answer = try askIfThere(statements.order, parameters, by: deadline) {
                return try answer.safelyChangedRowCount() == 1
            }
            try makeMembers(by: deadline)
        }
        throw .notDone("the table of the form was deleted")
    }

    /// The tables that versions before 0.3 did not have.
    private func makeMembers(by deadline: UInt64) throws(LogFailure) {
        try use(by: deadline) { connection throws(StatementFailure) in
            try Schema.makeMembers(on: connection, by: deadline)
        }
    }

    /// - Returns: nil if the tables are not there: no version that announces itself has been here.
    private func roster(
        _ statement: String,
        _ parameters: [Parameter],
        by deadline: UInt64
    ) throws(LogFailure) -> Roster? {
        guard let answer = try askIfThere(statement, parameters, by: deadline), answer.rowCount > 0 else { return nil }
        let form = FormRow(
            written: RecordForm(rawValue: max(1, Int(clamping: answer.number(0, 0)))),
            reader: answer.text(0, 1),
            isHeld: answer.flag(0, 2),
            allowed: RecordForm(rawValue: Int(clamping: answer.number(0, 3))),
            announcedTerm: answer.number(0, 4)
        )
        let isEmpty = answer.text(0, 5).isEmpty
        let lines = isEmpty ? [] : (0..<answer.rowCount).map { Roster.Line(answer, $0) }
        return Roster(form, lines)
    }
}

extension Roster.Line {
    fileprivate init(_ answer: borrowing QueryResult, _ row: Int) {
        let member = Member(
            id: answer.text(row, 5),
            address: answer.text(row, 6),
            version: answer.text(row, 7),
            reads: RecordForm(rawValue: Int(clamping: answer.number(row, 8))),
            writes: RecordForm(rawValue: Int(clamping: answer.number(row, 9))),
            term: answer.number(row, 10),
            lease: answer.number(row, 11),
            tokens: answer.text(row, 12),
            settings: answer.text(row, 13),
            mark: answer.number(row, 14)
        )
        // The engine's clock may have been put back, and somebody may have written another time into the row.
        let milliseconds = min(max(0, Int64(bitPattern: answer.number(row, 15))), 1 << 40)
        self.init(member, silence: UInt64(milliseconds) * 1_000_000)
    }
}
