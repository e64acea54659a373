/// For programs whose output says nothing of their progress.
struct SilentParser: OutputParser {
    func read(_ line: ArraySlice<UInt8>, isFinished _: Bool) -> Reading? { nil }
}
