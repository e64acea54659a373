internal import CMicroHTTPD
internal import Glibc

/// A header of a response with another value for each use.
struct VariableHeader {
    private let name: StaticString
    private let count: Int
    /// The address of libmicrohttpd's copy of the value, by its own report.
    private let place: UnsafeMutablePointer<CChar>

    /// Adds the header; the value must be free of control characters.
    init?(_ name: StaticString, _ value: [UInt8], in response: OpaquePointer) {
        let place = withUnsafeTemporaryAllocation(of: CChar.self, capacity: value.count + 1) { text in
            value.withUnsafeBytes { UnsafeMutableRawBufferPointer(text).copyMemory(from: $0) }
            text[value.count] = 0
            return name.withCharacters { name in
                MHD_add_response_header(response, name, text.baseAddress) == .YES
                    ? MHD_get_response_header(response, name) : nil
            }
        }
        guard let place else { return nil }
        self.name = name
        count = value.count
        self.place = UnsafeMutablePointer(mutating: place)
    }

    /// Compares the addresses of the literals, so a header that is rewritten has to be named in one place.
    func isNamed(_ other: StaticString) -> Bool { name.utf8Start == other.utf8Start }

    /// Writes over the value, if `HeaderRewriting` has proved that the next reply then has it.
    ///
    /// - Returns: false, and nothing has changed, for a value of another length.
    func rewrite(_ value: [UInt8]) -> Bool {
        guard value.count == count else { return false }
        value.withUnsafeBytes { UnsafeMutableRawBufferPointer(start: place, count: count).copyMemory(from: $0) }
        return true
    }

    func remove(from response: OpaquePointer) {
        _ = name.withCharacters { MHD_del_response_header(response, $0, place) }
    }
}
