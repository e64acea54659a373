/// The size of a text view, as its query asks for it.
struct ViewSize {
    /// Cells in a line.
    let width: Int
    /// Lines of a view that is redrawn.
    let height: Int
    let follows: Bool

    /// - Throws: `.invalidParameter`, or `.parameterOutOfRange`.
    init(_ query: QueryParameters) throws(RequestError) {
        width = try Self.count(query, "width", in: 40...200) ?? 80
        height = try Self.count(query, "height", in: 10...200) ?? 24
        follows = try query.bool("follow")
    }

    private static func count(
        _ query: QueryParameters,
        _ name: String,
        in range: ClosedRange<Int>
    ) throws(RequestError) -> Int? {
        do { return try query.integer(name, in: range) } catch {
            guard let count = query[name].flatMap({ Int($0) }) else { throw error }
            throw .parameterOutOfRange(
                "The parameter \(name) is \(count); it must be from \(range.lowerBound) to \(range.upperBound)."
            )
        }
    }
}
