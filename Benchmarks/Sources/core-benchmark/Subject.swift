/// One of the two sides: a tree of some shape whose leaf can be updated.
protocol Subject: AnyObject {
    static var name: String { get }

    init(_ shape: Shape)

    /// Completes one unit of the leaf, `count` times.
    func update(_ count: Int)

    /// Like `update`, but reads the root's fraction after every update; returns the sum of the fractions.
    func updateReadingRoot(_ count: Int) -> Double

    var leafCompletedUnitCount: Int64 { get }
    var rootFraction: Double { get }
}
