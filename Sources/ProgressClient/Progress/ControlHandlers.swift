/// The handlers that a program has set for control of its progress.
struct ControlHandlers: Sendable {
    typealias Handler = @Sendable () -> Void

    var cancellation: Handler?
    var pausing: Handler?
    var resuming: Handler?

    func handler(of directive: Directive) -> Handler? {
        switch directive {
        case .cancel: cancellation
        case .pause: pausing
        case .run: resuming
        }
    }
}
