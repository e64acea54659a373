/// 7z, 7za and 7zz: ` 12% 3 + file`, on a terminal or with `-bsp1`.
struct SevenZipParser: OutputParser {
    func read(_ line: ArraySlice<UInt8>, isFinished _: Bool) -> Reading? {
        var scanner = Scanner(line)
        scanner.skipSpaces()
        guard let percent = scanner.integer(), scanner.skip("%"), percent <= 100,
            scanner.rest.first.map({ $0 == UInt8(ascii: " ") }) ?? true
        else { return nil }
        return Reading(completed: percent, total: 100)
    }
}
