import Synchronization

/// The reservation whose units the service has given. Copies of a `ProgressService` share it; comparisons ignore it.
final class ClaimedReservation: Sendable, Hashable {
    private let claimed = Mutex<String?>(nil)

    /// The token, which acts as a `reporter` grant on the progress that claimed the reservation; nil before that.
    var token: String? {
        get { claimed.withLock { $0 } }
        set { claimed.withLock { $0 = newValue } }
    }

    static func == (_: ClaimedReservation, _: ClaimedReservation) -> Bool { true }

    func hash(into _: inout Hasher) {}
}
