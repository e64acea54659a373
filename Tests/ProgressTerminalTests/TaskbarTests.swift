import ProgressTerminal
import Testing

struct TaskbarTests {
    @Test(arguments: [
        ["TERM_PROGRAM": "ghostty"], ["TERM_PROGRAM": "WezTerm"], ["WT_SESSION": "4b6f"], ["ConEmuANSI": "ON"],
        ["PTYXIS_VERSION": "48.1"], ["TERM_FEATURES": "T3LrMSc7UUw9Ts3BFGsSyHNoSxP", "TERM_PROGRAM": "iTerm.app"],
    ])
    func `terminals that are known to understand it get it`(environment: [String: String]) {
        #expect(TaskbarSupport.isKnown { environment[$0] })
    }

    @Test(arguments: [
        [:], ["TERM_PROGRAM": "iTerm.app"], ["ConEmuANSI": "OFF"], ["PTYXIS_VERSION": "47.9"], ["WT_SESSION": ""],
        ["TERM_FEATURES": "T3PaSx"],
    ])
    func `others get nothing`(environment: [String: String]) {
        #expect(!TaskbarSupport.isKnown { environment[$0] })
    }

    @Test func `states map to those of the terminal`() {
        var taskbar = TaskbarProgress()

        #expect(taskbar.update([line(0.25), line(0.75)], now: 0) == "\u{1B}]9;4;1;50\u{7}")
        #expect(taskbar.update([line(0.25, .paused), line(1, .finished)], now: 1) == "\u{1B}]9;4;4;62\u{7}")
        #expect(taskbar.update([line(0.5), line(0.5, .failed)], now: 2) == "\u{1B}]9;4;2;50\u{7}")
        #expect(taskbar.update([line(nil)], now: 3) == "\u{1B}]9;4;3\u{7}")
        #expect(taskbar.update([line(1, .finished)], now: 4) == TaskbarProgress.clear)
    }

    @Test func `it is sent again after ten seconds, not before`() {
        var taskbar = TaskbarProgress()
        _ = taskbar.update([line(0.5)], now: 100)

        #expect(taskbar.update([line(0.5)], now: 109.9) == "")
        #expect(taskbar.update([line(0.5)], now: 110) == "\u{1B}]9;4;1;50\u{7}")
        #expect(taskbar.update([line(0.5)], now: 111) == "")
    }

    @Test func `nothing is cleared that was not shown`() {
        var taskbar = TaskbarProgress()

        #expect(taskbar.update([], now: 0) == "")
    }

    private func line(_ fraction: Double?, _ state: LineState = .running) -> TextLine {
        TextLine(
            depth: 0,
            name: "a",
            percent: fraction.map { _ in "" },
            fraction: fraction ?? 0,
            state: state,
            text: ""
        )
    }
}
