/// A replica's request to the engine about the office.
package enum ElectionStatement: Equatable, Sendable {
    /// - Parameter makingRow: nothing was ever read here: a log that is not there is begun.
    case look(makingRow: Bool = false)
    case claim(ElectionBid, seen: OfficeRow)
    case renew(LeaseRenewal)
}

/// The engine's reply to an `ElectionStatement`.
package enum StatementReply: Equatable, Sendable {
    /// The reply to a look.
    case row(OfficeRow)
    /// The reply to a look: there is no row.
    case noRow
    /// The condition held, and the change is safe.
    case yes
    /// The condition did not hold.
    case no
    /// It may have happened, or may happen yet.
    case noAnswer
    /// It certainly did not happen.
    case notDone
}

/// The consequence of a `StatementReply` for the replica.
package enum ElectionOutcome: Equatable, Sendable {
    case nothing
    /// It is the writer, after it has read the log through `Election.tail`.
    case tookOffice
    /// Everything through `Election.acknowledged` is safe: replies may go out.
    case acknowledged
    /// It is unknown whether the renewal happened: the replica has to look before the next.
    case inDoubt
    /// The entry is in the log, and becomes safe with the next renewal that is answered.
    case seen
    /// The log ends at `Election.tail`: the entry after it was not appended, and has to be sent again with the same bytes.
    case sendAgain
    /// The engine lost its end: the log ends at `Election.tail` again. Entries after it, of which some were acknowledged, have
    /// to be sent again with the same bytes.
    case fellBack
    /// The row is gone, or not of the log that this replica writes to: it keeps what it has, and looks again. Its lease is
    /// over.
    ///
    /// - Parameter reason: for people.
    case estranged(_ reason: String)
    /// Another replica may have the office, and this one is an heir. Entries that were not acknowledged may be in the log
    /// or not.
    case deposed
    /// The office is free. What the renewal carried is acknowledged.
    case handedOver
}
