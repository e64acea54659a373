import ProgressLocalization

/// This project's writer: both descriptions into a buffer that is reused.
struct OurWriter {
    let describer: Describer

    func byteCount(describing all: [Described], times: Int) -> Int {
        let snapshots = all.map(\.snapshot)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(512)
        var sum = 0
        for time in 0..<times {
            let snapshot = snapshots[time % snapshots.count]
            bytes.removeAll(keepingCapacity: true)
            describer.appendDescription(of: snapshot, to: &bytes)
            describer.appendAdditionalDescription(of: snapshot, to: &bytes)
            sum += bytes.count
        }
        return sum
    }
}
