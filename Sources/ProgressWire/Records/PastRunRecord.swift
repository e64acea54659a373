package import ProgressCore

/// A run of a name whose root is gone: on disk, where the root's id is the key, and as a line of an export.
///
/// A form number, the fraction, and the root's record.
package enum PastRunRecord {
    private static let form: UInt8 = 1

    package static func append(
        _ item: RunItem,
        of name: String,
        to bytes: inout [UInt8],
        as form: UInt8 = ProgressRecord.form
    ) {
        bytes.append(Self.form)
        bytes.append(double: item.fractionCompleted)
        ProgressRecord(StoredProgress(item, of: name), uncleanEndCount: 0).append(to: &bytes, as: form)
    }

    package static func read(
        _ bytes: UnsafeRawBufferPointer,
        of id: ProgressID
    ) throws(RecordError) -> (item: RunItem, name: String) {
        let head = 1 + MemoryLayout<Double>.size
        guard bytes.count > head else { throw .truncated(missing: head + 1 - bytes.count) }
        var reader = RecordReader(UnsafeRawBufferPointer(rebasing: bytes[..<head]))
        _ = try reader.form(upTo: Self.form)
        let fraction = try reader.double()
        let record = try ProgressRecord(UnsafeRawBufferPointer(rebasing: bytes[head...]), of: id)
        guard let run = RunItem.stored(record.stored, fractionCompleted: fraction) else {
            throw .badValue("a run has no name")
        }
        return run
    }
}
