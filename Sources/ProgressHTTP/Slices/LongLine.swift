import ProgressRegistry
import ProgressWire

/// A line of a batch that is read in slices, because its body is long.
struct LongLine {
    typealias Outcome = Result<BatchLine, BatchLineError>

    private var reading: BatchLineReading?
    private var outcome: Outcome?

    /// Longer lines are read so: a shorter one takes less than a millisecond.
    static let leastByteCount = LineLimits.bytes + 1

    /// Whether it has been begun, and is not yet answered.
    var isBegun: Bool { reading != nil || outcome != nil }

    /// Reads it for a slice.
    /// - Returns: nil if the slice was too short to read and to answer it.
    mutating func read(_ line: UnsafeBufferPointer<UInt8>, bodyLimit: Int, _ slice: TimeSlice) -> Outcome? {
        if let outcome {
            self.outcome = nil
            return outcome
        }
        var reading = reading ?? BatchLineReading(line, bodyLimit: bodyLimit)
        self.reading = nil
        do throws(BatchLineError) {
            while try reading.step() {
                if slice.isOver {
                    self.reading = reading
                    return nil
                }
            }
            outcome = .success(reading.line)
        } catch {
            outcome = .failure(error)
        }
        if slice.isOver { return nil }
        defer { outcome = nil }
        return outcome
    }
}
