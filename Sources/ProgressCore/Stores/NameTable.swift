/// The node that each name means now: the newest one that was given it.
struct NameTable {
    private var holders: [String: NodeIndex] = [:]

    /// The node that `name` means, which may be removed and not freed yet.
    subscript(name: String) -> NodeIndex? { holders[name] }

    mutating func give(_ name: String, to index: NodeIndex) { holders[name] = index }

    /// Frees `name` if it means `index`: a node that lost its name to another frees nothing.
    mutating func release(_ name: String, of index: NodeIndex) {
        if holders[name] == index { holders[name] = nil }
    }
}
