import Logging
package import ProgressJournal
import ProgressTelemetry

/// Lines about the data directory.
extension ServiceLog {
    package func restored(records: Int, from path: String, wasCleanlyClosed: Bool) {
        logger.notice(
            "restored",
            metadata: [
                "storage.directory": "\(path)", "storage.records": "\(records)", "storage.clean": "\(wasCleanlyClosed)",
            ]
        )
    }

    package func cut(_ cut: Recovery.Cut) {
        logger.warning(
            "cut a torn tail off the journal",
            metadata: [
                "storage.file": "\(cut.path)", "storage.offset": "\(cut.offset)", "storage.bytes": "\(cut.byteCount)",
            ]
        )
    }

    func refusesWrites(_ error: JournalError?) {
        logger.error(
            "changes cannot be saved: writes are refused",
            metadata: ["storage.error": "\(error?.description ?? "no space can be reserved")"]
        )
    }

    func takesWritesAgain() { logger.notice("the disk accepts writes again") }

    func hasSnapshot(records: Int, bytes: UInt64) {
        logger.info("snapshot", metadata: ["storage.records": "\(records)", "storage.bytes": "\(bytes)"])
    }

    func hasNoSnapshot(_ error: JournalError) {
        logger.error("snapshot failed", metadata: ["storage.error": "\(error)"])
    }

    func couldNotSave(_ error: JournalError?) {
        logger.critical(
            "some changes were not saved",
            metadata: ["storage.error": "\(error?.description ?? "no space is left")"]
        )
    }
}
