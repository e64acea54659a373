import ProgressRecords
import ProgressWire

extension RecordForm {
    /// The form of a progress's record. `PastRunRecord` and `RightRecord` have forms, too; the records of all other kinds
    /// are alike in every form so far.
    var ofProgress: UInt8 {
        #if DEBUG
            if self >= .next { return ProgressRecord.nextForm }
        #endif
        return self > .second ? ProgressRecord.form : ProgressRecord.secondForm
    }
}
