/// Which roots of a service, and how many.
struct ListFilter {
    /// Names of states; any of them.
    var states: [String] = []
    /// `key=value`; all of them.
    var labels: [String] = []
    /// Of a page.
    var limit = 50

    /// Names and values of the query, except the cursor.
    func query() throws -> [(name: String, value: String)] {
        var query = states.map { (name: "state", value: $0) }
        for (key, value) in try FormBody.labels(labels) { query.append(("label", "\(key):\(value)")) }
        query.append(("limit", "\(min(max(limit, 1), 500))"))
        return query
    }
}
