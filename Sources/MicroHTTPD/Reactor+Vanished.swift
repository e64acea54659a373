extension Reactor {
    /// All streams are looked at within a quarter of the time that a silent peer is given, a quarter of them at once.
    private static let looks = 4

    /// Ends streams whose peers have vanished without a word: a power cut, a cable, a firewall that forgot them.
    func lookForVanished() {
        guard now >= nextLook else { return }
        guard !sockets.isEmpty else {
            nextLook = .max
            return
        }
        nextLook = now + timing.vanished / UInt64(Self.looks * Self.looks)
        var left = (sockets.count + Self.looks - 1) / Self.looks
        while left > 0 && !sockets.isEmpty {
            lookPosition = lookPosition < sockets.count ? lookPosition : 0
            // One that ends leaves its place to the last.
            if !sockets[lookPosition].endIfVanished() { lookPosition += 1 }
            left -= 1
        }
    }

    func beginLooking() {
        if nextLook == .max { nextLook = now + timing.vanished / UInt64(Self.looks * Self.looks) }
    }
}
