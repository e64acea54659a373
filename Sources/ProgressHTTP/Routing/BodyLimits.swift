package import ProgressRegistry

/// The most bytes that the body of a call may have, by its path.
///
/// A message of an agent or a trainer is read in one step, so its limit is what it has to carry: two texts and a
/// `userInfo` of the largest size, or the 64 KiB that Kubeflow's own server accepts.
package struct BodyLimits: Sendable {
    private let usual: Int
    private let batch: Int
    private let message: Int

    private static let mostOfMessage = 64 << 10

    package init(_ configuration: Configuration) {
        usual = configuration.maximumBodyBytes
        batch = configuration.maximumBatchBytes
        message = min(Self.mostOfMessage, configuration.maximumBodyBytes)
    }

    /// - Parameter path: as sent, without the query.
    package func maximumByteCount(at path: UnsafeBufferPointer<UInt8>) -> Int {
        let path = Router.originForm(path)
        if Router.isBatch(path) { return batch }
        return Router.isMCP(path) || Router.isOfTrainer(path) ? message : usual
    }
}
