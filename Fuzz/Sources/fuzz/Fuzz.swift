import CLibFuzzer
import Glibc

@testable import FuzzSubjects

/// What is fuzzed: set once, before libFuzzer calls back, on the one thread that there is.
nonisolated(unsafe) private var subject = FuzzSubject.json

/// A step of 60 million instructions, which is the limit, takes some 20 ms; with what watches this program, six times as
/// long. It has no other way to count: the kernel lets not every machine count instructions. `Tests/attack/fuzzed` does,
/// and replays what was found here.
private let bounds = CallSubject.Bounds(room: 65_536, longestStep: 300_000_000)

/// `fuzz SUBJECT [libFuzzer's options]`; libFuzzer has the name `main`, and this is what SwiftPM calls ours.
@_cdecl("fuzz_main")
func fuzz(_ count: Int32, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Int32 {
    guard count > 1, let named = arguments[1].flatMap({ FuzzSubject(rawValue: String(cString: $0)) }) else {
        print("fuzz \(FuzzSubject.allCases.map(\.rawValue).joined(separator: "|")) [options of libFuzzer]")
        return 64
    }
    subject = named
    // libFuzzer sees the program and what follows the subject.
    arguments[1] = arguments[0]
    var (rest, position): (Int32, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) = (count - 1, arguments + 1)
    return LLVMFuzzerRunDriver(&rest, &position) { bytes, count in
        let input = Array(UnsafeBufferPointer(start: bytes, count: count))
        guard let fault = subject.fault(input, bounds) else { return 0 }
        print("\(String(decoding: input, as: UTF8.self).debugDescription) \(fault)")
        fflush(nil)
        abort()
    }
}
