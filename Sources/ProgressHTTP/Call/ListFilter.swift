import ProgressCore
import ProgressStreams
import ProgressWire

/// The query parameters of a list.
struct ListFilter: Sendable {
    private var states: Set<ProgressState> = []
    private let texts: RootFilter
    /// Milliseconds since 1970.
    private let updatedSince: Int64?
    private let createdSince: Int64?
    /// Words to look for; nil: none.
    let words: String?
    /// Nil: in the list's own order.
    let order: ListOrder?
    let limit: Int
    let cursor: ListCursor?

    /// The maximum length of `q`, in bytes.
    private static let mostOfWords = 256

    /// - Parameter isOfRoots: these are in the order of their creation as they are.
    init(_ query: QueryParameters, isOfRoots: Bool = true) throws(RequestError) {
        for name in query.all("state") {
            guard let meant = ProgressState.meant(by: name) else {
                let names = ProgressState.allCases.map(\.name.description).joined(separator: ", ")
                throw .invalidParameter(
                    "The parameter state must be one of \(names), ended and working, not \(Excerpt(name))."
                )
            }
            states.formUnion(meant)
        }
        texts = try RootFilter(query)
        updatedSince = try query.moment("updatedSince")
        createdSince = try query.moment("createdSince")
        words = query["q"]
        if let count = words?.utf8.count, count > Self.mostOfWords {
            throw .invalidParameter("The parameter q has \(count) bytes; at most \(Self.mostOfWords) are taken.")
        }
        let order = try Self.order(query)
        self.order = isOfRoots && order == .newestFirst ? nil : order
        limit = try query.integer("limit", in: 1...500) ?? 50
        cursor = try Self.cursor(query, of: self.order)
    }

    private static func order(_ query: QueryParameters) throws(RequestError) -> ListOrder? {
        guard let text = query["sort"] else { return nil }
        guard let order = ListOrder(rawValue: text) else {
            let names = ListOrder.allCases.map(\.rawValue).joined(separator: ", ")
            throw .invalidParameter("The parameter sort must be one of \(names), not \(Excerpt(text)).")
        }
        return order
    }

    private static func cursor(_ query: QueryParameters, of order: ListOrder?) throws(RequestError) -> ListCursor? {
        guard let text = query["cursor"] else { return nil }
        guard let cursor = ListCursor(text), cursor.order == order else {
            throw .invalidParameter(
                "The parameter cursor must be a nextCursor of this list with the same sort, not \(Excerpt(text))."
            )
        }
        return cursor
    }

    /// Whether it lets a node through, except for the words.
    func matches(_ index: NodeIndex, in forest: borrowing Forest) -> Bool {
        if let updatedSince, forest.updatedAt(of: index) < updatedSince { return false }
        if let createdSince, forest.snapshot(of: index).createdAt < createdSince { return false }
        if !states.isEmpty && !states.contains(forest.state(of: index)) { return false }
        return texts.isEmpty || texts.matches(forest.details(of: index))
    }

    /// The maximum number of comparisons that `matches` makes.
    func comparisonCount(of index: NodeIndex, in forest: borrowing Forest) -> Int {
        texts.isEmpty ? 1 : texts.comparisonCount(forest.details(of: index))
    }
}

extension RootFilter {
    /// The maximum number of names, and of labels, in one request; a node has no more labels.
    private static let most = 64

    /// Reads the names and labels of a query.
    init(_ query: QueryParameters) throws(RequestError) {
        let (names, labels) = (query.all("name"), query.all("label"))
        for (parameter, count) in [("name", names.count), ("label", labels.count)] where count > Self.most {
            throw .invalidParameter("The parameter \(parameter) comes \(count) times; at most \(Self.most) are taken.")
        }
        self.init()
        for text in names {
            guard Self.mayMeanName(text) else {
                throw .invalidParameter(
                    "The parameter name must be a name, or the beginning of names and *, not \(Excerpt(text))."
                )
            }
            self.names.append(NameFilter(text))
        }
        for text in labels {
            guard let label = LabelFilter(text) else {
                throw .invalidParameter(
                    "The parameter label must be key:value, key, !key or !key:value, not \(Excerpt(text))."
                )
            }
            self.labels.append(label)
        }
    }

    private static func mayMeanName(_ text: String) -> Bool {
        guard text.utf8.last == UInt8(ascii: "*") else { return NodeName.isValid(text.utf8) }
        // The beginning of a name may be an id, or end with any of its characters.
        let beginning = text.utf8.dropLast()
        return beginning.isEmpty || NodeName.isValid(Array(beginning) + [UInt8(ascii: "-")])
    }
}

extension QueryParameters {
    /// A time, in milliseconds since 1970.
    fileprivate func moment(_ name: String) throws(RequestError) -> Int64? {
        guard let text = self[name] else { return nil }
        // An unescaped + in a query decodes to a space. A time has no space, so it can only be the offset's sign.
        guard let moment = RFC3339.parse(text.utf8.map { $0 == 32 ? UInt8(ascii: "+") : $0 }) else {
            throw .invalidParameter("The parameter \(name) must be an RFC 3339 time, not \(Excerpt(text)).")
        }
        return moment
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
