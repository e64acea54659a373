package import ProgressRecords

/// When a writer may write a newer form. Times are monotonic nanoseconds of this replica.
package struct FormRise: Sendable {
    /// How long every living replica must have been able to read it.
    private let settlingTime: UInt64
    private var settling: (form: RecordForm, since: UInt64)?

    package init(settlingTime: UInt64 = 600_000_000_000) { self.settlingTime = settlingTime }

    /// - Returns: the form that may be written from now on; nil: none except earlier ones.
    package mutating func due(_ prospect: FormProspect, at now: UInt64) -> RecordForm? {
        switch prospect {
        case .mayBeWritten(let form): return form
        case .settles(let form):
            guard let settling, settling.form == form else {
                settling = (form, now)
                return nil
            }
            return now >= settling.since + settlingTime ? form : nil
        case .newest, .held, .heldBy, .awaitsOperator:
            settling = nil
            return nil
        }
    }
}
