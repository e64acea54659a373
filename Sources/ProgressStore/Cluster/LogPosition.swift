/// How far a replica knows the log.
struct LogPosition: Equatable, Sendable {
    /// Of the newest entry that it holds.
    var number: UInt64 = 0
    /// What the next entry has to continue.
    var chain: UInt32 = 0
}
