/// `restic --json`, and the lines that restic draws on a terminal.
struct ResticParser: OutputParser {
    /// Newer versions use other names for the same counts in a restore.
    private struct Message: Decodable {
        let message_type: String
        let total_bytes: Int64?
        let bytes_done: Int64?
        let bytes_restored: Int64?
        let total_files: Int64?
        let files_done: Int64?
        let files_restored: Int64?
        let total_bytes_processed: Int64?
        let total_files_processed: Int64?
    }

    func read(_ line: ArraySlice<UInt8>, isFinished _: Bool) -> Reading? {
        if line.first == UInt8(ascii: "[") { return drawn(line) }
        guard let message = JSONLine.decode(Message.self, line) else { return nil }
        switch message.message_type {
        case "status": return status(message)
        case "summary": return summary(message)
        default: return nil
        }
    }

    /// Totals grow while restic scans; before it has found a file there is no total, and no reading.
    private func status(_ message: Message) -> Reading? {
        guard let total = message.total_bytes else { return nil }
        var reading = Reading(completed: message.bytes_done ?? message.bytes_restored ?? 0, total: total)
        reading.isBytes = true
        if let files = message.total_files {
            let completed = message.files_done ?? message.files_restored ?? 0
            reading.files = FileCounts(completed: completed, total: files)
        }
        return reading
    }

    private func summary(_ message: Message) -> Reading? {
        guard let bytes = message.total_bytes_processed ?? message.bytes_restored else { return nil }
        var reading = Reading(completed: bytes, total: bytes)
        reading.isBytes = true
        if let files = message.total_files_processed ?? message.files_restored {
            reading.files = FileCounts(completed: files, total: files)
        }
        return reading
    }

    /// `[0:12] 48.00%  12 files 95.367 MiB, total 25 files 200 MiB, 0 errors ETA 0:12`
    private func drawn(_ line: ArraySlice<UInt8>) -> Reading? {
        var scanner = Scanner(line)
        guard scanner.text(before: UInt8(ascii: "]")) != nil else { return nil }
        scanner.skipSpaces()
        guard let percent = scanner.wholeNumber(), scanner.skip("%") else { return nil }
        return Reading(completed: percent, total: 100)
    }
}
