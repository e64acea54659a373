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
