extension Reactor {
    /// A slice of the streams is looked at in each look; all of them within half the time that a silent peer is given.
    private static let slices = 8

    private var timeToNextLook: UInt64 { timing.vanished / UInt64(2 * Self.slices) }

    /// Ends streams whose peers have vanished without a word: a power cut, a cable, a firewall that forgot them.
    func lookForVanished() {
        guard now >= nextLook else { return }
        guard !sockets.isEmpty else {
            nextLook = .max
            return
        }
        nextLook = now + timeToNextLook
        for _ in 0..<(sockets.count + Self.slices - 1) / Self.slices where !sockets.isEmpty {
            lookPosition = lookPosition < sockets.count ? lookPosition : 0
            // One that ends leaves its place to the last.
            if !sockets[lookPosition].endIfVanished() { lookPosition += 1 }
        }
    }

    /// There is a stream to look at.
    func beginLooking() {
        if nextLook == .max { nextLook = now + timeToNextLook }
    }
}
