/// `[12/345] ` at the beginning of a line: ninja and programs like it, such as meson and SwiftPM. The total may change.
struct NinjaParser: OutputParser {
    func read(_ line: ArraySlice<UInt8>, isFinished _: Bool) -> Reading? {
        var scanner = Scanner(line)
        guard scanner.skip("["), let completed = scanner.integer(), scanner.skip("/"), let total = scanner.integer(),
            scanner.skip("]"), completed <= total, total > 0
        else { return nil }
        return Reading(completed: completed, total: total)
    }
}
