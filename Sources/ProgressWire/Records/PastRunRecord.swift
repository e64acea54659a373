package import ProgressCore

/// A run of a name whose root is gone: on disk, where the root's id is the key, and as a line of an export.
///
/// A form number, the fraction, the profile for the next runs, the story with the steps, and the root's record.
package enum PastRunRecord {
    /// The form before runs taught anything, and kept steps.
    private static let firstForm: UInt8 = 1
    private static let form: UInt8 = 2

    /// - Parameter form: of the root's record; those up to the second keep neither profile nor steps.
    package static func append(
        _ item: RunItem,
        of name: String,
        to bytes: inout [UInt8],
        as form: UInt8 = ProgressRecord.form
    ) {
        let teaches = form > ProgressRecord.secondForm
        bytes.append(teaches ? Self.form : Self.firstForm)
        bytes.append(double: item.fractionCompleted)
        if teaches {
            bytes.append(item.profile)
            bytes.append(item.story, as: form)
        }
        ProgressRecord(StoredProgress(item, of: name), uncleanEndCount: 0).append(to: &bytes, as: form)
    }

    package static func read(
        _ bytes: UnsafeRawBufferPointer,
        of id: ProgressID
    ) throws(RecordError) -> (item: RunItem, name: String) {
        var reader = RecordReader(bytes)
        let form = try reader.form(upTo: Self.form)
        let fraction = try reader.double()
        let profile = form > Self.firstForm ? try reader.profileIfPresent() : nil
        let story = form > Self.firstForm ? try reader.story() : nil
        let record = try ProgressRecord(reader.remainder(), of: id)
        guard var run = RunItem.stored(record.stored, fractionCompleted: fraction) else {
            throw .badValue("a run has no name")
        }
        run.item.profile = profile
        if let story {
            run.item.story.add(story)
        } else if run.item.story.userInfo?.isEmpty == true {
            // It may have been cut.
            run.item.story.userInfo = nil
        }
        return run
    }
}
