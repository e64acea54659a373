import Glibc

/// Why the program ends without doing what it was asked: one line, and a status from sysexits.h.
struct Refusal: Error {
    let line: String
    let status: Int32

    /// The command line cannot be read.
    static func usage(_ reason: String) -> Refusal {
        let line = reason.split(whereSeparator: \.isNewline).joined(separator: " ")
        return Refusal(line: "\(line) (progressd --help explains)", status: 64)
    }

    /// The service cannot start with a setting.
    static func configuration(_ reason: String) -> Refusal { Refusal(line: reason, status: 78) }

    /// The service has stopped; the log has the error of the disk.
    static var unsaved: Refusal { Refusal(line: "the latest changes are not in the data directory", status: 74) }

    /// The output was written, but lacks the damaged data.
    static func incomplete(_ reason: String) -> Refusal { Refusal(line: reason, status: 65) }

    static func notReady(_ reason: String) -> Refusal { Refusal(line: "not ready: \(reason)", status: 1) }

    func end() -> Never {
        Console.complain("progressd: \(line)")
        exit(status)
    }
}
