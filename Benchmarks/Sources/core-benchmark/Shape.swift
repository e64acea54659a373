/// The place of the updated leaf in its tree.
enum Shape {
    /// One node below the other; the root has depth 0.
    case depth(Int)
    /// Next to others, under one root.
    case siblings(Int)

    static let measured: [Shape] = [.depth(4), .depth(16), .siblings(10), .siblings(100_000)]

    var name: String {
        switch self {
        case .depth(let depth): "depth-\(depth)"
        case .siblings(let count): "siblings-\(count)"
        }
    }

    /// Too many units for any run to finish a leaf.
    static let leafTotal: Int64 = 1_000_000_000_000
    /// Units of a parent, all of which its only child is worth: a change of the leaf reaches the root undiminished.
    static let chainUnits: Int64 = 100
}
