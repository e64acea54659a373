/// `[12/345] ` at the beginning of a line: ninja and programs like it, such as meson and SwiftPM. The total may change.
///
/// A step may run a ninja of its own, as with ESP-IDF and ExternalProject of CMake: that one is a part.
struct NinjaParser: OutputParser {
    private var outer: Reading?
    private var inner: Reading?

    mutating func read(_ line: ArraySlice<UInt8>, isFinished _: Bool) -> Reading? {
        guard let step = Self.step(in: line) else { return nil }
        guard var reading = outer, isInner(step, of: reading) else {
            (outer, inner) = (step, nil)
            return step
        }
        inner = step
        var part = Part("\(reading.completed)", completed: step.completed, total: step.total)
        part.isFleeting = true
        reading.parts = [part]
        return reading
    }

    static func step(in line: ArraySlice<UInt8>) -> Reading? {
        var scanner = Scanner(line)
        guard scanner.skip("["), let completed = scanner.integer(), scanner.skip("/"), let total = scanner.integer(),
            scanner.skip("]"), completed <= total, total > 0
        else { return nil }
        return Reading(completed: completed, total: total)
    }

    /// Steps of another total that begin again are inside; each of them continues what is inside and not full.
    private func isInner(_ step: Reading, of outer: Reading) -> Bool {
        if step.total == outer.total || outer.completed == outer.total { return false }
        if let inner, inner.completed != inner.total, step.completed >= inner.completed { return true }
        // SwiftPM begins again after its first step.
        return outer.completed > 1 && step.completed < outer.completed
    }
}
