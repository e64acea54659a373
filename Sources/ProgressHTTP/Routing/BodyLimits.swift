import ProgressRegistry

/// The most bytes that the body of a call may have.
///
/// A message of an agent or a trainer is read in one step, so its limit is what it has to carry: two texts and a
/// `userInfo` of the largest size, or the 64 KiB that Kubeflow's own server accepts.
struct BodyLimits: Sendable {
    private let usual: Int
    private let batch: Int
    private let message: Int
    /// For calls that everybody may make, which need a token at most, and for those that read no body: less than what is
    /// counted against the memory for bodies.
    let least: Int

    private static let mostOfMessage = 64 << 10
    private static let leastOfAll = 4 << 10

    init(_ configuration: Configuration) {
        usual = configuration.maximumBodyBytes
        batch = configuration.maximumBatchBytes
        message = min(Self.mostOfMessage, configuration.maximumBodyBytes)
        least = min(Self.leastOfAll, configuration.maximumBodyBytes)
    }

    func maximumByteCount(of row: CallRow) -> Int {
        switch row.body {
        case .none: least
        case .empty, .object, .mergePatch: usual
        case .lines: batch
        case .message: message
        }
    }
}
