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
    case finish
    case fail(message: String, code: String?)
}

/// The reservation of a root: its token claims the units once, and from then on opens the root's subtree.
struct ReportClaim: Sendable {
    let token: String
    /// Whether the service has created the root with it.
    var isGranted = false
    private var isTaken = false

    init(_ token: String) { self.token = token }

    /// For the create; nil the second time, since units are claimed once.
    mutating func take() -> String? {
        defer { isTaken = true }
        return isTaken ? nil : token
    }
}
