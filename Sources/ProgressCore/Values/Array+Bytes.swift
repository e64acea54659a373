extension [UInt8] {
    /// Appends `count` bytes from `start` on, which must not lie in this array: does the work of `append(contentsOf:)`
    /// at a third of its cost, which dominates for short pieces.
    @inlinable
    @inline(__always)
    package mutating func append(_ start: UnsafePointer<UInt8>, count: Int) {
        append(addingCapacity: count) { output in
            output.withUnsafeMutableBufferPointer { room, initialized in
                guard let end = room.baseAddress else { return }
                end.update(from: start, count: count)
                initialized = count
            }
        }
    }
}
