/// The places that sentences offer, by family of sentences.
enum Placeholder {
    /// A written number: `25`, `5.3`, `1,000`.
    enum Number: Sendable { case number }

    /// A number with its percent sign: `25%`.
    enum Percent: Sendable { case percent }

    /// The completed and the total amount, both written out.
    enum OfTotal: Sendable { case completed, total }

    /// A quantity, with its unit if it has one: `2 KB`, `51`.
    enum Amount: Sendable { case amount }

    /// A name as its owner wrote it.
    enum Name: Sendable { case name }

    /// A name between the quotation marks of the language.
    enum QuotedName: Sendable { case quotedName }

    /// A written duration: `1 minute, 37 seconds`.
    enum Duration: Sendable { case duration }

    /// The two units of one duration.
    enum DurationPair: Sendable { case larger, smaller }

    /// The parts of the additional description.
    enum Additional: Sendable { case amount, rate, time }
}
