/// aria2: `[#a08189 1.8MiB/5.0MiB(36%) CN:1 DL:1.8MiB ETA:1s]`. If a line has several, their bytes are added up.
struct Aria2Parser: OutputParser {
    func read(_ line: ArraySlice<UInt8>, isFinished _: Bool) -> Reading? {
        guard line.first == UInt8(ascii: "[") else { return nil }
        var completed: Int64 = 0
        var total: Int64 = 0
        var scanner = Scanner(line)
        while let before = scanner.text(before: UInt8(ascii: "#")) {
            // Of a file that is being prepared or checked, its download has the same number.
            if "FileAlloc:".utf8.elementsEqual(before.suffix(10)) || "Checksum:".utf8.elementsEqual(before.suffix(9)) {
                continue
            }
            guard scanner.text(before: UInt8(ascii: " ")) != nil, let pair = ByteAmount.pair(&scanner) else { continue }
            completed &+= pair.completed
            total &+= pair.total
        }
        guard total > 0 else { return nil }
        var reading = Reading(completed: completed, total: total)
        reading.isBytes = true
        reading.operation = "downloading"
        return reading
    }
}
