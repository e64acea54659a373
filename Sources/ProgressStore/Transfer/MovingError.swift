import Glibc
import ProgressCore
package import ProgressJournal
package import ProgressLog
import ProgressWire

/// Why an export or an import fails.
package enum MovingError: Error, CustomStringConvertible {
    case storage(JournalError)
    case log(LogFailure)
    /// The directory holds no data of the service.
    case noData(path: String)
    /// The export's file or stream cannot be written.
    case output(name: String, code: Int32)
    /// The import's file or stream cannot be read.
    case input(name: String, code: Int32)
    /// Lines are counted from 1; the text is a whole sentence.
    case line(Int64, String)

    package var description: String {
        switch self {
        case .storage(let error): "--data-directory: \(error.advice)"
        case .log(let failure): "--cluster: \(failure.advice)"
        case .noData(let path): "\(path) holds no data of progressd"
        case .output(let name, let code): "cannot write to \(name): \(Self.text(code))"
        case .input(let name, let code): "cannot read \(name): \(Self.text(code))"
        case .line(let number, let sentence): "line \(number): \(sentence)"
        }
    }

    /// From sysexits.h: 74 if an export cannot be written, else 78, configuration.
    package var exitStatus: Int32 {
        switch self {
        case .output: 74
        case .storage, .log, .noData, .input, .line: 78
        }
    }

    static func line(_ number: Int64, _ error: BodyError) -> MovingError {
        .line(number, error.sentence)
    }

    private static func text(_ code: Int32) -> String {
        strerror(code).map { String(cString: $0) } ?? "error \(code)"
    }
}
