import ProgressCore

/// A filter at work, and its cost.
struct ListMatcher {
    let filter: ListFilter
    private var search: TextSearch?
    /// Comparisons so far, and bytes of texts.
    private var comparisonCount = 0
    var work: Int { comparisonCount + (search?.byteCount ?? 0) }

    init(_ filter: ListFilter) {
        self.filter = filter
        search = filter.words.map { TextSearch($0) }
    }

    mutating func matches(_ index: NodeIndex, in forest: borrowing Forest) -> Bool {
        comparisonCount += filter.comparisonCount(of: index, in: forest)
        if !filter.matches(index, in: forest) { return false }
        return search?.matches(forest.details(of: index)) ?? true
    }
}
