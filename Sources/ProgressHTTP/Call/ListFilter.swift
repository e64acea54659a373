import ProgressCore
import ProgressStreams
import ProgressWire

/// The query parameters of a list.
struct ListFilter: Sendable {
    var states: Set<ProgressState> = []
    var labels: [String] = []
    /// Milliseconds since 1970.
    var updatedSince: Int64?
    var limit = 50
    var cursor: ListCursor?

    init(_ query: QueryParameters) throws(RequestError) {
        for name in query.all("state") {
            guard let meant = ProgressState.meant(by: name) else {
                let names = ProgressState.allCases.map(\.name.description).joined(separator: ", ")
                throw .invalidParameter(
                    "The parameter state must be one of \(names), ended and working, not \(Excerpt(name))."
                )
            }
            states.formUnion(meant)
        }
        labels = query.all("label")
        for label in labels { try Self.check(label: label) }
        if let text = query["updatedSince"] {
            // An unescaped + in a query decodes to a space. A time has none, so it can only be the offset's sign.
            guard let moment = RFC3339.parse(text.utf8.map { $0 == 32 ? UInt8(ascii: "+") : $0 }) else {
                throw .invalidParameter("The parameter updatedSince must be an RFC 3339 time, not \(Excerpt(text)).")
            }
            updatedSince = moment
        }
        limit = try query.integer("limit", in: 1...500) ?? 50
        if let text = query["cursor"] {
            guard let cursor = ListCursor(text) else {
                throw .invalidParameter("The parameter cursor must be a nextCursor of this list, not \(Excerpt(text)).")
            }
            self.cursor = cursor
        }
    }

    static func check(label: String) throws(RequestError) {
        if !label.utf8.contains(UInt8(ascii: ":")) {
            throw .invalidParameter("The parameter label must be key:value, not \(Excerpt(label)).")
        }
    }

    func matches(_ index: NodeIndex, in forest: borrowing Forest) -> Bool {
        if let updatedSince, forest.updatedAt(of: index) < updatedSince { return false }
        if !states.isEmpty && !states.contains(forest.state(of: index)) { return false }
        return RootFilter.carries(labels, forest.details(of: index))
    }
}

extension ProgressState {
    /// The states that a filter means by a word: one, those that have ended, or the others.
    fileprivate static func meant(by name: String) -> [ProgressState]? {
        switch name {
        case "ended": allCases.filter(\.isEnded)
        case "working": allCases.filter { !$0.isEnded }
        default: allCases.first { $0.name.description == name }.map { [$0] }
        }
    }
}

/// The last item of a page. The next page is found in O(1) if that node still exists, else by its ordinal.
struct ListCursor: Sendable {
    let ordinal: UInt64
    let id: ProgressID

    init(ordinal: UInt64, id: ProgressID) {
        self.ordinal = ordinal
        self.id = id
    }

    init?(_ text: String) {
        guard let dot = text.utf8.firstIndex(of: UInt8(ascii: ".")), let ordinal = UInt64(text[..<dot]),
            let id = ProgressID(text.utf8[text.utf8.index(after: dot)...])
        else { return nil }
        self.init(ordinal: ordinal, id: id)
    }

    var text: String { "\(ordinal).\(id)" }
}
