/// Makes groups of changes safe: a journal's recorder, or a member of a cluster. Any thread.
package protocol GroupSaver: Sendable {
    var status: StorageStatus { get }

    /// A reply waits: no group should be put off.
    func hurry()
}

extension Recorder: GroupSaver {}
