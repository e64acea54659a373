/// Which database answered, and in which of its lives. One that fails over begins another, and may have lost its newest
/// changes; one that did not has lost nothing that it answered.
package struct EngineLife: Equatable, Sendable {
    /// Identifies the database: another one has another value, even a copy.
    package let database: String
    /// Grows with each failover.
    package let timeline: UInt64

    package init(database: String, timeline: UInt64) {
        self.database = database
        self.timeline = timeline
    }
}

extension OfficeRow {
    /// Whether data that the engine had in an earlier life may be gone. An engine that does not tell its life may have
    /// failed over.
    package func mayHaveLost(since earlier: EngineLife?) -> Bool {
        guard let life, let earlier else { return true }
        return life.database == earlier.database && life.timeline > earlier.timeline
    }
}
