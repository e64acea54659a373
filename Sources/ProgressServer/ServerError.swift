package import MicroHTTPD
package import ProgressJournal

/// Why the service does not start.
package enum ServerError: Error, CustomStringConvertible {
    /// A setting that is wrong or unsafe.
    case setting(String)
    case reactor(ReactorError)
    case storage(JournalError)
    case cluster(String)

    package var description: String {
        switch self {
        case .setting(let sentence): sentence
        case .reactor(let error): error.description
        case .storage(let error): "--data-directory: \(error.advice)"
        case .cluster(let sentence): "--cluster: \(sentence)"
        }
    }

    /// `EX_CONFIG` of sysexits.h.
    package var exitStatus: Int32 { 78 }
}
