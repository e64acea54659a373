extension GroupLog {
    /// Sends a statement of the `Election`.
    ///
    /// - Parameter entry: for a renewal that carries one: number `tail` + 1, sealed under its term.
    /// - Returns: the reply for the office, and the engine's words if it failed.
    package func perform(
        _ statement: ElectionStatement,
        entry: LogEntry?,
        by deadline: UInt64
    ) -> (reply: StatementReply, failure: LogFailure?) {
        do throws(LogFailure) {
            switch statement {
            case .look(true): return (.row(try look(by: deadline)), nil)
            case .look(false): return (try existingRow(by: deadline).map { .row($0) } ?? .noRow, nil)
            case .claim(let claim, let seen):
                return (try self.claim(claim, seen: seen, by: deadline) ? .yes : .no, nil)
            case .renew(let renewal):
                precondition(renewal.carriesEntry == (entry != nil), "An append has an entry, and a beat has none.")
                let isDone = try append(
                    entry,
                    as: renewal.holder,
                    tail: renewal.tail,
                    mark: renewal.mark,
                    handsOver: renewal.handsOver,
                    by: deadline
                )
                return (isDone ? .yes : .no, nil)
            }
        } catch {
            if case .noAnswer = error { return (.noAnswer, error) }
            return (.notDone, error)
        }
    }
}
