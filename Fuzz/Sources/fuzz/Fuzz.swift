import CLibFuzzer
import Glibc

@testable import FuzzSubjects

/// The subject to fuzz: set once, before libFuzzer calls back, on the only thread.
nonisolated(unsafe) private var subject = FuzzSubject.json

/// A step of 60 million instructions, which is the limit, takes some 20 ms; with the sanitizers of this program, six
/// times as long. Time is all that it can measure: not every machine's kernel allows counting instructions.
/// `Tests/attack/fuzzed` counts them, and replays the inputs found here.
private let bounds = CallSubject.Bounds(room: 65_536, longestStep: 300_000_000)

/// `fuzz SUBJECT [libFuzzer's options]`. libFuzzer has the name `main`, so SwiftPM gives this name to ours.
@_cdecl("fuzz_main")
func fuzz(_ count: Int32, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Int32 {
    guard count > 1, let named = arguments[1].flatMap({ FuzzSubject(rawValue: String(cString: $0)) }) else {
        print("fuzz \(FuzzSubject.allCases.map(\.rawValue).joined(separator: "|")) [options of libFuzzer]")
        return 64
    }
    subject = named
    // libFuzzer gets the program, and the arguments after the subject.
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
