/// `rclone --use-json-log --stats 1s --stats-log-level NOTICE`: one part for each file in flight.
struct RcloneParser: OutputParser {
    private struct Message: Decodable { let stats: Statistics }

    private struct Statistics: Decodable {
        let bytes: Int64
        let totalBytes: Int64?
        let transfers: Int64?
        let totalTransfers: Int64?
        let transferring: [Transfer]?
    }

    private struct Transfer: Decodable {
        let name: String
        let bytes: Int64?
        let size: Int64?
    }

    func read(_ line: ArraySlice<UInt8>, isFinished _: Bool) -> Reading? {
        guard let statistics = JSONLine.decode(Message.self, line)?.stats else { return nil }
        var reading = Reading(completed: statistics.bytes, total: statistics.totalBytes)
        reading.isBytes = true
        reading.operation = "copying"
        if let total = statistics.totalTransfers, total > 0 {
            reading.files = FileCounts(completed: statistics.transfers ?? 0, total: total)
        }
        reading.parts = (statistics.transferring ?? []).map { transfer in
            let size = transfer.size.flatMap { $0 < 0 ? nil : $0 }
            var part = Part(transfer.name, completed: transfer.bytes ?? 0, total: size)
            part.isFleeting = true
            return part
        }
        return reading
    }
}
