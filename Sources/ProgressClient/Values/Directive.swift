/// The order to a worker in every reply of the service to a write.
public enum Directive: String, Sendable, Codable {
    /// Continue to work.
    case run
    /// Pause until it is `run` again.
    case pause
    /// Stop for good: the progress was cancelled, or has failed.
    case cancel
}
