package import ProgressCore

/// One node as it lies on disk. Its id is the record's key, and not in it.
///
/// A form number, a set of what is there, the numbers that every node has, and then what is there, in the order of
/// `Part`. Another form gets another number; the old one stays readable.
package struct ProgressRecord {
    static let form: UInt8 = 1

    /// What only some nodes have.
    struct Part: OptionSet {
        let rawValue: UInt32

        static let parent = Part(rawValue: 1 << 0)
        static let finishedAt = Part(rawValue: 1 << 1)
        static let retired = Part(rawValue: 1 << 2)
        static let writers = Part(rawValue: 1 << 3)
        static let rate = Part(rawValue: 1 << 4)
        static let bodyDigest = Part(rawValue: 1 << 5)
        static let name = Part(rawValue: 1 << 6)
        static let kind = Part(rawValue: 1 << 7)
        static let fileOperationKind = Part(rawValue: 1 << 8)
        static let fileURL = Part(rawValue: 1 << 9)
        static let fileTotalCount = Part(rawValue: 1 << 10)
        static let fileCompletedCount = Part(rawValue: 1 << 11)
        static let estimatedTimeRemaining = Part(rawValue: 1 << 12)
        static let throughput = Part(rawValue: 1 << 13)
        static let userInfo = Part(rawValue: 1 << 14)
        static let labels = Part(rawValue: 1 << 15)
        static let localizedDescription = Part(rawValue: 1 << 16)
        static let localizedAdditionalDescription = Part(rawValue: 1 << 17)
        static let leaseSeconds = Part(rawValue: 1 << 18)
        static let failure = Part(rawValue: 1 << 19)
        static let failureCode = Part(rawValue: 1 << 20)
        static let reason = Part(rawValue: 1 << 21)

        static let known = Part(rawValue: 1 << 22 - 1)
    }

    package var stored: StoredProgress
    /// How often the service had ended uncleanly when this was written: what versions it may have shown since then.
    package var uncleanEndCount: UInt32
    /// Stands for the body that a named node was created with.
    package var bodyDigest: (first: UInt64, second: UInt64)?

    package init(_ stored: StoredProgress, uncleanEndCount: UInt32) {
        self.stored = stored
        self.uncleanEndCount = uncleanEndCount
    }
}
