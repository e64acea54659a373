import MicroHTTPD
import ProgressRegistry

/// An open text view: its socket, and the picture that its reader has. On its reactor's thread only.
final class OpenView {
    let socket: EventSocket
    let request: ViewRequest
    /// The targets watched in the registry for it until it closes.
    var targets: [RegistryState.WatchTarget] = []
    /// The picture that was sent last.
    var shown: [UInt8] = []
    /// Monotonic nanoseconds.
    var lastSend: UInt64
    var nextDraw: UInt64 = 0
    /// The count of mail that the picture shows.
    var mailCount = -1

    init(_ request: ViewRequest, socket: EventSocket, now: UInt64) {
        self.request = request
        self.socket = socket
        lastSend = now
    }
}
