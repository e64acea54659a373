/// What the service tells a worker with every reply to a write.
public enum Directive: String, Sendable, Codable {
    /// Work on.
    case run
    /// Stand still until it is `run` again.
    case pause
    /// Stop for good: the progress was cancelled, or has failed.
    case cancel
}
