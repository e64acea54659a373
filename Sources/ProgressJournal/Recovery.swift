/// A data directory that was opened, checked whole and locked; nothing in it was changed yet.
///
/// Confined to one thread at a time. The lock is held until this, or the `Journal` made of it, goes out of scope.
package struct Recovery: ~Copyable, Sendable {
    /// A torn end: written, never known to be safe, and not whole.
    package struct Cut: Equatable, Sendable {
        package let path: String
        package let offset: UInt64
        package let byteCount: UInt64
    }

    /// Whether the last run ended with `Journal.close`, or there was none.
    package let wasCleanlyClosed: Bool

    /// What `start` is going to cut: for a line in the log.
    package let cut: Cut?

    /// How many records live.
    package let recordCount: Int

    /// Opens `path`, which is created (0700) if its parent is there, waits for nobody, and reads and checks everything.
    ///
    /// - Throws: `.inUse`, `.notADirectory`, `.notWritable`, `.unknownFormat`, `.damaged` or `.system`.
    package init(path: String, settings: JournalSettings = JournalSettings()) throws(JournalError) {
        fatalError()
    }

    /// Hands over each living record once, in the order in which their newest values were written.
    ///
    /// - Throws: what `body` throws (see `StoredRecord.damaged`), or `.damaged` if what was read before reads otherwise now.
    package borrowing func forEachRecord(
        _ body: (StoredRecord) throws(JournalError) -> Void
    ) throws(JournalError) {
        fatalError()
    }

    /// Cuts what is torn, makes safe what was read, removes leftovers and withdraws the clean stop, on disk, before it
    /// returns: from then on every end but `Journal.close` is unclean. Nobody may be shown a change before.
    package consuming func start() throws(JournalError) -> Journal {
        fatalError()
    }
}
