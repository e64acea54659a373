import ProgressRegistry
import ProgressWire

/// A line of a batch that is read in slices, because its body is long.
struct LongLine {
    private var reading: BatchLineReading?
    private var outcome: Result<BatchLine, BatchLineError>?

    /// A shorter line is read at once, in less than a millisecond.
    static let leastByteCount = 128 << 10

    /// Reads it for a slice.
    /// - Returns: whether it is read, and the slice not over.
    mutating func read(_ line: UnsafeBufferPointer<UInt8>, bodyLimit: Int, _ slice: TimeSlice) -> Bool {
        if outcome != nil { return true }
        var reading = reading ?? BatchLineReading(line, bodyLimit: bodyLimit)
        self.reading = nil
        do throws(BatchLineError) {
            while try reading.step() {
                if slice.isOver {
                    self.reading = reading
                    return false
                }
            }
            outcome = .success(reading.line)
        } catch {
            outcome = .failure(error)
        }
        return !slice.isOver
    }

    /// The line, once it is read. The next one may be read after it.
    mutating func take() throws(BatchLineError) -> BatchLine {
        guard let outcome else { preconditionFailure("A line is taken when it is read.") }
        self.outcome = nil
        return try outcome.get()
    }
}
