/// A control call by the worker itself.
package enum ReportControl: String, Sendable {
    case cancel, pause, resume

    /// The directive for the worker from then on.
    var directive: Directive {
        switch self {
        case .cancel: .cancel
        case .pause: .pause
        case .resume: .run
        }
    }
}

/// The end of a progress, as reported.
enum ReportEnding: Sendable, Equatable {
    /// - Parameter text: how far it came, if it was left before its total.
    case finish(text: String?)
    case fail(message: String, code: String?)

    /// The end without its own text, for a service that refuses that.
    var plain: ReportEnding {
        switch self {
        case .finish: .finish(text: nil)
        case .fail: .fail(message: "Failed", code: nil)
        }
    }
}

/// The reservation of a root: its token claims the units once, and after that opens the root's subtree.
struct ReportClaim: Sendable {
    let token: String
    /// Whether the service has created the root with it.
    var isGranted = false

    init(_ token: String) { self.token = token }

    /// The token for a create; nil once the units are claimed, which happens only once.
    var forCreate: String? { isGranted ? nil : token }
}
