/// One of the two sides: a tree of some shape whose leaf can be updated.
protocol Subject: AnyObject {
    static var name: String { get }

    init(_ shape: Shape)

    /// Completes one unit of the leaf, `count` times.
    func update(_ count: Int)

    /// The same, and after every update the root's fraction is read; the sum of what was read.
    func updateReadingRoot(_ count: Int) -> Double

    var leafCompletedUnitCount: Int64 { get }
    var rootFraction: Double { get }
}
