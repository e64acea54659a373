package import MicroHTTPD
import Platform
import ProgressCore
import ProgressRegistry

/// Views: pictures that are redrawn in place, and watches of agents.
extension EventBroker {
    /// Begins a view; the turn that follows draws it.
    package func begin(_ request: ViewRequest, on socket: EventSocket, now: UInt64) {
        advance(to: now)
        let view = OpenView(request, socket: socket, now: self.now)
        socket.observer = self
        socket.context = view
        views.insert(view)
        countStreams()
    }

    /// Draws the views that are due.
    /// - Returns: when the next one is due.
    func drawViews(_ slice: TimeSlice) -> UInt64 {
        if views.isEmpty { return .max }
        views.noteMail(inbox.mailCount)
        for view in views.due(at: now) {
            if slice.isOver {
                views.wake()
                break
            }
            if now >= view.request.deadline { dismiss(view) } else { draw(view) }
        }
        return views.nextDue
    }

    private func draw(_ view: OpenView) {
        let began = MonotonicClock.now()
        var picture = view.request.draw()
        if picture.targets != view.targets {
            // Targets that are watched from now on may have changed since they were drawn.
            inbox.unwatch(view.targets)
            view.targets = picture.targets
            for target in view.targets { inbox.watch(target) }
            picture = view.request.draw()
        }
        let isSilent = now >= view.lastSend + views.heartbeat
        let isNew = picture.isLast || picture.bytes != view.shown
        if !picture.bytes.isEmpty && (isSilent || isNew) {
            view.lastSend = now
            view.shown = picture.bytes
            let bytes = isNew ? picture.bytes : picture.heartbeat ?? picture.bytes
            if view.socket.send([], bytes) == .gone { return }
        }
        views.noteDrawn(view, took: MonotonicClock.now() - began, now: now)
        if picture.isLast { end(view) }
    }

    /// Ends a view before what it shows has ended, with its last words.
    func dismiss(_ view: OpenView) {
        if !view.socket.isBehind, view.socket.send([], view.request.farewell()) == .gone { return close(view) }
        end(view)
    }

    /// Ends a view in good order.
    func end(_ view: OpenView) {
        view.socket.finish()
        close(view)
    }

    /// Forgets a view. Its socket is already finished or gone.
    func close(_ view: OpenView) {
        guard views.remove(view) else { return }
        countStreams()
        inbox.unwatch(view.targets)
        view.socket.context = nil
    }
}
