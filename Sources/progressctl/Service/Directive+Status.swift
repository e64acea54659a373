import ProgressClient

extension Directive {
    /// The exit status that passes it to a script; nil for run.
    var status: ExitStatus? {
        switch self {
        case .run: nil
        case .pause: .pause
        case .cancel: .cancel
        }
    }
}
