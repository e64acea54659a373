/// A control call by the worker itself.
package enum ReportControl: String, Sendable {
    case cancel, pause, resume

    /// What the worker obeys from then on.
    var directive: Directive {
        switch self {
        case .cancel: .cancel
        case .pause: .pause
        case .resume: .run
        }
    }
}

/// The last word on a progress.
enum ReportEnding: Sendable, Equatable {
    /// - Parameter text: how far it came, where it was left before its total.
    case finish(text: String?)
    case fail(message: String, code: String?)

    /// What is said where the service refuses that.
    var plain: ReportEnding {
        switch self {
        case .finish: .finish(text: nil)
        case .fail: .fail(message: "Failed", code: nil)
        }
    }
}

/// The reservation of a root: its token claims the units once, and from then on opens the root's subtree.
struct ReportClaim: Sendable {
    let token: String
    /// Whether the service has created the root with it.
    var isGranted = false

    init(_ token: String) { self.token = token }

    /// For a create; nil once there is what claimed the units, which are claimed once.
    var forCreate: String? { isGranted ? nil : token }
}
