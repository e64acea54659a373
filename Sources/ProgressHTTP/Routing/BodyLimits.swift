import ProgressRegistry

/// The most bytes that the body of a call may have.
///
/// A message of an agent or a trainer is read in one step, so its limit is what it has to carry: two texts and a
/// `userInfo` of the largest size, or the 64 KiB that Kubeflow's own server accepts. What everybody may call needs a
/// token at most, and less memory than is counted.
struct BodyLimits: Sendable {
    private let usual: Int
    private let batch: Int
    private let message: Int
    private let open: Int

    private static let mostOfMessage = 64 << 10
    private static let mostOfOpen = 4 << 10

    init(_ configuration: Configuration) {
        usual = configuration.maximumBodyBytes
        batch = configuration.maximumBatchBytes
        message = min(Self.mostOfMessage, configuration.maximumBodyBytes)
        open = min(Self.mostOfOpen, configuration.maximumBodyBytes)
    }

    /// - Parameter isOpen: whether everybody may make the call.
    func maximumByteCount(of call: Call, isOpen: Bool) -> Int {
        if isOpen { return open }
        return switch call {
        case .batch: batch
        case .mcp, .kubeflow: message
        default: usual
        }
    }
}
