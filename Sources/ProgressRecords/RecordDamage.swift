/// A record that cannot be read, although its checksum was right. The store that it came from makes its own error of it.
package struct RecordDamage: Error, Equatable, Sendable {
    package let place: RecordPlace
    package let what: String

    package init(place: RecordPlace, what: String) {
        self.place = place
        self.what = what
    }
}
