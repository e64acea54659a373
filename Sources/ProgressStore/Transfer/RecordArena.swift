/// Many short byte strings in few large pieces, with little memory beyond their bytes.
struct RecordArena {
    struct Place {
        fileprivate let piece: UInt32
        fileprivate let start: UInt32
        fileprivate let count: UInt32
    }

    private static let pieceByteCount = 4 << 20

    private var pieces: [[UInt8]] = []

    mutating func append(_ bytes: UnsafeRawBufferPointer) -> Place {
        if pieces.isEmpty || pieces[pieces.count - 1].count + bytes.count > Self.pieceByteCount {
            pieces.append([])
            pieces[pieces.count - 1].reserveCapacity(max(Self.pieceByteCount, bytes.count))
        }
        let last = pieces.count - 1
        defer { pieces[last].append(contentsOf: bytes) }
        return Place(piece: UInt32(last), start: UInt32(pieces[last].count), count: UInt32(bytes.count))
    }

    /// - Parameter body: its argument is valid until it returns.
    func read<Value, Failure: Error>(
        _ place: Place,
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        try pieces[Int(place.piece)].withUnsafeBufferPointer { all throws(Failure) in
            let range = Int(place.start)..<Int(place.start) + Int(place.count)
            return try body(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: all[range])))
        }
    }
}
