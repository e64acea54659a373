import Logging
import ProgressJournal

extension DataStore {
    /// Says what was found.
    borrowing func report(to log: Logger, path: String) {
        log.notice(
            "restored",
            metadata: [
                "storage.directory": "\(path)", "storage.records": "\(recordCount)",
                "storage.clean": "\(wasCleanlyClosed)",
            ]
        )
        guard let cut else { return }
        log.warning(
            "a torn end was cut off",
            metadata: [
                "storage.file": "\(cut.path)", "storage.offset": "\(cut.offset)", "storage.bytes": "\(cut.byteCount)",
            ]
        )
    }
}
