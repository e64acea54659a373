import Glibc

/// Why the program ends without having done what it was asked: one line, and a status as sysexits.h has it.
struct Refusal: Error {
    let line: String
    let status: Int32

    /// A command line that cannot be read.
    static func usage(_ reason: String) -> Refusal {
        let line = reason.split(whereSeparator: \.isNewline).joined(separator: " ")
        return Refusal(line: "\(line) (progressd --help explains)", status: 64)
    }

    /// A setting that the service cannot start with.
    static func configuration(_ reason: String) -> Refusal { Refusal(line: reason, status: 78) }

    /// The service has stopped; the log says what the disk said.
    static var unsaved: Refusal { Refusal(line: "what changed last is not in the data directory", status: 74) }

    static func notReady(_ reason: String) -> Refusal { Refusal(line: "not ready: \(reason)", status: 1) }

    func end() -> Never {
        Console.complain("progressd: \(line)")
        exit(status)
    }
}
