/// A foretelling's place in `ForetellingTable`.
struct ForetellingIndex: StorePlace {
    let rawValue: Int32
}

/// The foretellings of roots whose names have runs; none for other roots.
struct ForetellingTable: ~Copyable {
    private var places: [NodeIndex: ForetellingIndex] = [:]
    private var foretellings = BlockStore<ForetellingIndex, Foretelling>()

    init() {}

    var count: Int { places.count }

    subscript(index: NodeIndex) -> Foretelling? {
        get {
            if places.isEmpty { return nil }
            return places[index].map { foretellings.address(of: $0).pointee }
        }
        set {
            guard let newValue else { return remove(index) }
            if let place = places[index] {
                foretellings.address(of: place).pointee = newValue
            } else {
                places[index] = foretellings.insert(newValue)
            }
        }
    }

    mutating func remove(_ index: NodeIndex) {
        if places.isEmpty { return }
        guard let place = places.removeValue(forKey: index) else { return }
        let rest = foretellings.address(of: place).pointee
        foretellings.remove(place, leaving: rest)
    }
}
