/// The place of a node among the runs of its name.
package struct RunPlace: Equatable, Sendable {
    /// One more than that of the node before, as far as remembered, else 1.
    package var number: Int64
    /// The node that had the name before.
    package var previousID: ProgressID?
    /// It is not listed among the runs of its name.
    package var isForgotten = false

    package init(number: Int64 = 1, previousID: ProgressID? = nil) {
        self.number = number
        self.previousID = previousID
    }

    /// The run after that of `id`.
    init(after id: ProgressID, number: Int64) {
        self.init(number: number == .max ? .max : number + 1, previousID: id)
    }
}
