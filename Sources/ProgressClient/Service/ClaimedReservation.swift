import Synchronization

/// The reservation that a service has given its units for. Copies of a `ProgressService` share it, and compare as if it
/// were not there.
final class ClaimedReservation: Sendable, Hashable {
    private let claimed = Mutex<String?>(nil)

    /// Acts as a `reporter` grant on what the reservation became; nil before that.
    var token: String? {
        get { claimed.withLock { $0 } }
        set { claimed.withLock { $0 = newValue } }
    }

    static func == (_: ClaimedReservation, _: ClaimedReservation) -> Bool { true }

    func hash(into _: inout Hasher) {}
}
