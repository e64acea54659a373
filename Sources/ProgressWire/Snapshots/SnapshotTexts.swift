/// The two descriptions of a snapshot in the language of a reader, as plain UTF-8. The buffers are reused.
package struct SnapshotTexts: Sendable {
    package var description: [UInt8] = []
    package var additionalDescription: [UInt8] = []

    package init() {}

    package mutating func removeAll() {
        description.removeAll(keepingCapacity: true)
        additionalDescription.removeAll(keepingCapacity: true)
    }
}
