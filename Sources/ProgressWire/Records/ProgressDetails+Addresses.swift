import ProgressCore

/// `urls` in the forms of records without that member: as labels whose keys no person writes. Versions before 0.4 keep
/// them as such, so that nothing is lost whichever version writes next.
extension ProgressDetails {
    private static let mark = "\u{1}urls."

    /// Nil where there is nothing.
    var labelsWithAddresses: MemberValue? {
        let all = labels + urls.map { KeyedText(key: Self.mark + $0.key, value: $0.value) }
        return all.isEmpty ? nil : .texts(all)
    }

    /// A label that a client wrote itself under such a key, and that is no address, stays a label.
    mutating func takeAddressesFromLabels() {
        if !labels.contains(where: { $0.key.hasPrefix(Self.mark) }) { return }
        labels.removeAll { label in
            guard label.key.hasPrefix(Self.mark), urls.count < WebAddress.countLimit else { return false }
            let name = String(label.key.dropFirst(Self.mark.count))
            guard WebAddress.isName(name.utf8), WebAddress.flaw(label.value) == nil else { return false }
            urls.set(name, to: label.value)
            return true
        }
    }
}
