import Glibc

/// Why a readiness probe got no answer.
enum ProbeError: Error, CustomStringConvertible {
    case unknownHost(String, reason: String)
    case system(call: String, code: Int32)
    case tooLate
    case notHTTP

    var description: String {
        switch self {
        case .unknownHost(let host, let reason): "cannot resolve \(host): \(reason)"
        case .system(let call, let code): "\(call): \(strerror(code).map { String(cString: $0) } ?? "error \(code)")"
        case .tooLate: "no answer within 3 seconds"
        case .notHTTP: "the answer is not HTTP"
        }
    }
}
