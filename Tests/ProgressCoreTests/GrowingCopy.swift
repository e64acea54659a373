import ProgressCore

/// A copy of trees that change while it is made: what was copied, and what was saved since it began.
struct GrowingCopy {
    private var place: StoredPlace? = .first
    private var copied = Disk()
    private var savedSince: [Unsaved] = []

    mutating func keep(_ unsaved: Unsaved) { savedSince.append(unsaved) }

    mutating func grow(from tree: inout ProgressTree, most: Int) {
        var things: [Unsaved] = []
        repeat {
            guard let place else { break }
            let least = things.count
            self.place = tree.copyStored(
                from: place,
                most: min(most, 1_000),
                while: { things.count < least + 3 },
                { things.append($0) }
            )
        } while most == .max
        for thing in things { copied.keep(thing) }
    }

    /// The copied values, replaced by those that were saved since, which are newer.
    func finish() -> Disk {
        var disk = copied
        for one in savedSince { disk.keep(one) }
        return disk
    }
}
