private import Glibc
package import ProgressCore

/// One node on disk. Its id is the key of the record, and not in it.
///
/// A form number, a set of parts, the numbers that every node has, and then the parts, in the order of their bits; those
/// of members are together. A new form gets a new number; old ones stay readable.
package struct ProgressRecord {
    /// The form before there were `startedAt`, `endedAt`, `control`, the caller and time of a failure, lost names, and how
    /// often updates came.
    static let firstForm: UInt8 = 1
    /// The form whose rates are a mean over a window, and not blocks.
    package static let secondForm: UInt8 = 2
    package static let form: UInt8 = 3
    #if DEBUG
        /// The form that has `Part.next`: `RecordForm.next` says whose it is.
        package static let nextForm: UInt8 = 4
        static let newestForm = getenv("PROGRESSD_NEXT_FORM") == nil ? form : nextForm
    #else
        static let newestForm = form
    #endif

    /// The parts that only some nodes have; their bits belong to the format. For those of members see `Member.bit`.
    struct Part: OptionSet {
        let rawValue: UInt32

        static let parent = Part(rawValue: 1 << 0)
        static let finishedAt = Part(rawValue: 1 << 1)
        static let retired = Part(rawValue: 1 << 2)
        static let writers = Part(rawValue: 1 << 3)
        static let rate = Part(rawValue: 1 << 4)
        static let bodyDigest = Part(rawValue: 1 << 5)
        static let failureCode = Part(rawValue: 1 << 20)
        static let createKey = Part(rawValue: 1 << 23)
        static let startedAt = Part(rawValue: 1 << 24)
        /// Absent if it equals `finishedAt`.
        static let endedAt = Part(rawValue: 1 << 25)
        static let failureOrigin = Part(rawValue: 1 << 27)
        static let run = Part(rawValue: 1 << 28)
        /// How often the rate's updates came.
        static let updatesPerSecond = Part(rawValue: 1 << 29)
        /// The fraction at a past moment, in the log of a cluster.
        static let moment = Part(rawValue: 1 << 30)

        #if DEBUG
            /// Every record of `nextForm` has it: the change stamp once more.
            static let next = Part(rawValue: 1 << 31)
        #endif

        static let details = Part(Member.recorded.map(\.part))
        #if DEBUG
            static let known =
                ProgressRecord.newestForm == ProgressRecord.nextForm ? ofSecondForm.union(.next) : ofSecondForm
        #else
            static let known = ofSecondForm
        #endif
        static let ofSecondForm: Part = [
            .parent, .finishedAt, .retired, .writers, .rate, .bodyDigest, .failureCode, .details, .startedAt, .endedAt,
            .failureOrigin, .run, .updatesPerSecond, .moment, .createKey,
        ]
        static let ofFirstForm = ofSecondForm.subtracting([
            .startedAt, .endedAt, .failureOrigin, .run, .updatesPerSecond, .moment, .createKey, Member.control.part,
        ])
    }

    package var stored: StoredProgress
    /// How many times the service had ended uncleanly when this was written: versions that it showed since may be lost.
    package var uncleanEndCount: UInt32
    /// The digest of the body that created a node with a name or with an `Idempotency-Key`.
    package var bodyDigest: (first: UInt64, second: UInt64)?
    /// The digest of that key and of the place where it counts.
    package var createKey: (first: UInt64, second: UInt64)?

    package init(_ stored: StoredProgress, uncleanEndCount: UInt32) {
        self.stored = stored
        self.uncleanEndCount = uncleanEndCount
    }
}

extension Member {
    var part: ProgressRecord.Part { ProgressRecord.Part(rawValue: bit.map { 1 << $0 } ?? 0) }
}
