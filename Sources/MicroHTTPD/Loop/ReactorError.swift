internal import Glibc

/// The reason why a reactor does not start.
package enum ReactorError: Error, Equatable, Sendable, CustomStringConvertible {
    case addressInUse(host: String, port: UInt16)
    case unknownHost(String, reason: String)
    case cannotBind(host: String, port: UInt16, code: Int32)
    case system(call: String, code: Int32)
    case daemonNotStarted
    case takeOverUnsupported(reason: String)

    package var description: String {
        switch self {
        case .addressInUse(let host, let port): "address in use: \(host) port \(port)"
        case .unknownHost(let host, let reason): "cannot resolve \(host): \(reason)"
        case .cannotBind(let host, let port, let code): "cannot listen on \(host) port \(port): \(Self.text(code))"
        case .system(let call, let code): "\(call) failed: \(Self.text(code))"
        case .daemonNotStarted: "libmicrohttpd did not start"
        case .takeOverUnsupported(let reason): "this libmicrohttpd cannot hand over a socket: \(reason)"
        }
    }

    private static func text(_ code: Int32) -> String {
        strerror(code).map { String(cString: $0) } ?? "error \(code)"
    }
}
