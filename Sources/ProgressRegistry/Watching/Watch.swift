/// The reactors that watch one progress, or its subtree.
struct Watch {
    var itself = ReactorCounts()
    var subtree = ReactorCounts()
    /// The progress is there, or is removed and not yet freed: its departure is still to be published.
    var awaitsDeparture = false

    var isEmpty: Bool { itself.isEmpty && subtree.isEmpty }
}
