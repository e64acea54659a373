import MicroHTTPD

/// The types that the body of a call may have, as headers list them.
extension CallRow {
    /// The header that says which media types its body may have (RFC 5789, 3.1; RFC 9110, 12.5.1; Linked Data Platform,
    /// 7.1), and its value; nil if it reads no body.
    var acceptedTypes: (name: StaticString, value: String)? {
        let name: StaticString
        switch method {
        case .patch: name = "Accept-Patch"
        case .post: name = "Accept-Post"
        case .put: name = "Accept"
        case .get, .head, .delete, .options, .other: return nil
        }
        return (
            name, (body.mediaTypes + (takesForm ? [MediaType.form] : [])).map(\.description).joined(separator: ", ")
        )
    }

    /// Headers that say what would have been accepted; empty if the body was not refused for its type or coding.
    func accepted(after error: RequestError) -> [(name: StaticString, value: String)] {
        switch error {
        case .unsupportedMediaType, .jsonAsForm: [acceptedTypes].compactMap(\.self)
        case .unsupportedCoding: [("Accept-Encoding", "identity")]
        default: []
        }
    }
}

extension Path {
    /// The headers with which a path says what may be sent to it, beside `Allow`.
    var acceptedTypes: [(name: StaticString, value: String)] {
        CallTable.rows(on: self).filter { $0.method != .put }.compactMap(\.acceptedTypes)
    }
}
