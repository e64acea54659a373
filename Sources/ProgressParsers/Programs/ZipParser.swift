/// ` 31/ 10   adding: a`: how many files are done and how many are left, as `zip -dc` prints them.
struct ZipParser: OutputParser {
    func read(_ line: ArraySlice<UInt8>, isFinished _: Bool) -> Reading? {
        var scanner = Scanner(line)
        scanner.skipSpaces()
        guard let completed = scanner.integer(), scanner.skip("/") else { return nil }
        scanner.skipSpaces()
        guard let left = scanner.integer(), scanner.skip(" "), completed < 1 << 50, left < 1 << 50, completed + left > 0
        else { return nil }
        scanner.skipSpaces()
        // The bytes, with `-db`: `[   2/   8]`.
        if scanner.skip("["), scanner.text(before: UInt8(ascii: "]")) == nil { return nil }
        scanner.skipSpaces()
        guard scanner.skip("adding: ") || scanner.skip("updating: ") || scanner.skip("freshening: ") else { return nil }
        return Reading(completed: completed, total: completed + left)
    }
}
