import MicroHTTPD
import ProgressRegistry

/// The open text views of one reactor, and when they are drawn.
///
/// A view is drawn when mail has come, but at most five times a second, and once a heartbeat without. Any mail counts:
/// a picture that is the same as the one before is not sent. Many views, or large ones, are drawn less often, so that
/// all of them together take at most a tenth of the reactor's time.
struct Views {
    /// Nanoseconds between two pictures of one view.
    static let interval: UInt64 = 200_000_000
    /// Nanoseconds without drawing for each nanosecond of drawing.
    private static let rest: UInt64 = 10

    private(set) var all: [ObjectIdentifier: OpenView] = [:]
    /// Nanoseconds of silence after which a picture is sent again.
    let heartbeat: UInt64
    /// No view is due before this.
    private(set) var nextDue = UInt64.max
    private var mailCount = 0

    init(_ configuration: Configuration) {
        heartbeat = UInt64(configuration.heartbeatSeconds * 1e9)
    }

    var isEmpty: Bool { all.isEmpty }
    var count: Int { all.count }

    mutating func insert(_ view: OpenView) {
        all[ObjectIdentifier(view)] = view
        nextDue = 0
    }

    /// - Returns: false if it was closed already.
    mutating func remove(_ view: OpenView) -> Bool { all.removeValue(forKey: ObjectIdentifier(view)) != nil }

    /// Looks for views that are due, because mail has come or a socket is writable.
    mutating func noteMail(_ count: Int) {
        if count == mailCount { return }
        mailCount = count
        nextDue = 0
    }

    mutating func wake() { nextDue = 0 }

    /// The views to draw now; `nextDue` then says when to ask again.
    /// - Complexity: O(views), at most once for each mail.
    mutating func due(at now: UInt64) -> [OpenView] {
        if nextDue > now { return [] }
        nextDue = .max
        var due: [OpenView] = []
        for view in all.values where !view.socket.isBehind {
            let drawn = view.mailCount == mailCount ? view.lastSend + heartbeat : view.nextDraw
            let next = min(drawn, view.request.deadline)
            if next <= now { due.append(view) } else { nextDue = min(nextDue, next) }
        }
        return due
    }

    /// Notes that a view was drawn, in so many nanoseconds, with all mail up to now.
    mutating func noteDrawn(_ view: OpenView, took: UInt64, now: UInt64) {
        view.mailCount = mailCount
        view.nextDraw = now + max(Self.interval, took * UInt64(all.count) * Self.rest)
        nextDue = min(nextDue, view.lastSend + heartbeat, view.request.deadline)
    }
}

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
