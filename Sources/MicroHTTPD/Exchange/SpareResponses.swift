/// Responses that are in use at the same time, in a ring: replies end about in the order in which they began, so the
/// oldest is the first that can be used again.
struct SpareResponses {
    private var items: [(shape: Int, response: Response)] = []
    /// The place of the oldest.
    private var oldest = 0

    /// - Returns: the oldest one, with that body, if it is free and fits.
    mutating func next(_ shape: Int, _ body: UnsafeRawBufferPointer) -> Response? {
        guard oldest < items.count, items[oldest].shape == shape else { return nil }
        let response = items[oldest].response
        guard response.replaceBody(with: body) else { return nil }
        advance()
        return response
    }

    /// Keeps a response as the newest, in the place of the oldest one if that is free but did not fit.
    /// - Parameter isFull: it is kept only in the place of another.
    /// - Returns: how many more there are.
    mutating func keep(_ response: Response, _ shape: Int, isFull: Bool) -> Int {
        if oldest < items.count, !items[oldest].response.isInUse {
            items[oldest] = (shape, response)
            advance()
            return 0
        }
        if isFull { return 0 }
        items.insert((shape, response), at: oldest)
        advance()
        return 1
    }

    private mutating func advance() { oldest = (oldest + 1) % items.count }
}
