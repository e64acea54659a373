package import ProgressCore

/// One node as it lies on disk. Its id is the record's key, and not in it.
///
/// A form number, a set of what is there, the numbers that every node has, and then what is there, in the order of
/// `Part`. Another form gets another number; the old one stays readable.
package struct ProgressRecord {
    static let form: UInt8 = 1

    /// What only some nodes have; the numbers are part of the format. A member's is made of its `bit`.
    struct Part: OptionSet {
        let rawValue: UInt32

        static let parent = Part(rawValue: 1 << 0)
        static let finishedAt = Part(rawValue: 1 << 1)
        static let retired = Part(rawValue: 1 << 2)
        static let writers = Part(rawValue: 1 << 3)
        static let rate = Part(rawValue: 1 << 4)
        static let bodyDigest = Part(rawValue: 1 << 5)
        static let failureCode = Part(rawValue: 1 << 20)

        static let details = Part(Member.recorded.map(\.part))
        static let known: Part = [.parent, .finishedAt, .retired, .writers, .rate, .bodyDigest, .failureCode, .details]
    }

    package var stored: StoredProgress
    /// How many times the service had ended uncleanly when this was written: versions that it showed since may be lost.
    package var uncleanEndCount: UInt32
    /// Stands for the body that a named node was created with.
    package var bodyDigest: (first: UInt64, second: UInt64)?

    package init(_ stored: StoredProgress, uncleanEndCount: UInt32) {
        self.stored = stored
        self.uncleanEndCount = uncleanEndCount
    }
}

extension Member {
    var part: ProgressRecord.Part { ProgressRecord.Part(rawValue: bit.map { 1 << $0 } ?? 0) }
}
