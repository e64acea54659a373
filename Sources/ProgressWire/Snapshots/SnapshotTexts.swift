/// The two descriptions of a snapshot in some reader's language, as plain UTF-8; buffers to be used again and again.
package struct SnapshotTexts: Sendable {
    package var description: [UInt8] = []
    package var additionalDescription: [UInt8] = []

    package init() {}

    package mutating func removeAll() {
        description.removeAll(keepingCapacity: true)
        additionalDescription.removeAll(keepingCapacity: true)
    }
}
