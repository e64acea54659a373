/// The state that a connecting reader already has.
package enum Resumption: Sendable {
    /// It connects for the first time.
    case none
    /// Everything up to this sequence number of this run of the service.
    case after(UInt64)
    /// An unreadable id, or one of another run: the reader must forget everything.
    case unknown

    /// Reads `<epoch>-<sequence>`.
    package init(_ text: String?, epoch: [UInt8]) {
        guard let text else {
            self = .none
            return
        }
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].elementsEqual(epoch), parts[1].first != UInt8(ascii: "+"),
            let sequence = UInt64(Substring(parts[1]))
        else {
            self = .unknown
            return
        }
        self = .after(sequence)
    }
}
