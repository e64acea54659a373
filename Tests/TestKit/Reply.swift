/// The reply to one request. Status 0: none came.
package struct Reply: Sendable {
    package var status = 0
    /// Names in lower case, in their order.
    package var headers: [(name: String, value: String)] = []
    package var body: [UInt8] = []

    package init() {}

    package var text: String { String(decoding: body, as: UTF8.self) }
    package var json: JSON { JSON(body) }

    /// The value of a header, with several lines joined by commas; nil if there is no such header.
    package subscript(name: String) -> String? {
        let values = headers.filter { $0.name == name.lowercased() }.map(\.value)
        return values.isEmpty ? nil : values.joined(separator: ", ")
    }

    package var etag: String { self["etag"] ?? "" }
    package var directive: String? { self["progress-directive"] }
    package var id: String { json.id.string ?? "" }

    /// The slug of the problem, if it is complete.
    package var problem: String? {
        let document = json
        guard self["content-type"] == "application/problem+json", document.status.int == Int64(status),
            document.title.string != nil, document.detail.string != nil, document.instance.string != nil,
            let type = document.type.string, type.hasPrefix("/problems/")
        else { return nil }
        return String(type.dropFirst(10))
    }
}
