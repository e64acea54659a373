/// What came back for a `ElectionStatement`.
package enum StatementReply: Equatable, Sendable {
    /// To a look.
    case row(OfficeRow)
    /// The condition held, and the change is safe.
    case yes
    /// The condition did not hold.
    case no
    /// It may have happened, or may happen yet.
    case noAnswer
    /// It certainly did not happen.
    case notDone
}
