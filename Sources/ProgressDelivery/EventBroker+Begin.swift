package import MicroHTTPD
import ProgressCore
import ProgressRegistry
import ProgressStreams

/// Opens and closes streams and waiting requests.
extension EventBroker: EventSocketObserver {
    /// Begins a stream. Registration and lookup share one entry of the registry, so no change is lost between them.
    package func begin(_ request: StreamRequest, on socket: EventSocket, now: UInt64) {
        advance(to: now)
        let stream = OpenStream(request, socket: socket, now: self.now)
        socket.observer = self
        socket.context = stream
        let opening = inbox.open(stream, request.resumption)
        audience.insert(stream)
        countStreams()
        if opening.owesReset { metrics.add(to: .resets) }
        stream.subscription.open(opening, stream.selection)
        if outbox.begin(on: socket) == .gone { return }
        drains.schedule(stream)
    }

    /// Removes a stream from all lists. Its socket is already finished or gone.
    func close(_ stream: OpenStream) {
        guard !stream.isClosed else { return }
        stream.isClosed = true
        audience.remove(stream)
        drains.remove(stream)
        countStreams()
        inbox.close(stream)
        stream.socket.context = nil
    }

    func countStreams() { metrics.set(.open, to: audience.count + views.count) }

    package func socketIsWritable(_ socket: EventSocket) {
        if socket.context is OpenView { return views.wake() }
        guard let stream = socket.context as? OpenStream else { return }
        audience.wake(stream)
        drains.schedule(stream)
    }

    package func socketIsGone(_ socket: EventSocket) {
        if let stream = socket.context as? OpenStream { close(stream) }
        if let view = socket.context as? OpenView { close(view) }
    }

    /// Ends all streams because the service stops. Their first events said when to come back.
    package func finishAll() {
        for stream in Array(audience.streams.values) {
            stream.socket.finish()
            close(stream)
        }
        for view in views.all.values { dismiss(view) }
    }

    /// Ends all streams, and answers all waiting requests with the present state: the changes that they knew are not
    /// those that come now. The streams that begin from now on have the present epoch.
    package func beginAgain() {
        finishAll()
        waitingRoom.resumeAll()
        if inbox.beginAgain() { pace.removeAll() }
        outbox.beginAgain(epoch: epoch.bytes)
    }

    // MARK: Waiting requests

    /// Parks an exchange. The next turn asks it once more, so a change during the parking is not missed.
    package func park(_ exchange: Exchange, _ wait: Wait, ticket: StreamTicket, now: UInt64) -> Parking {
        let parking = Parking(wait, exchange, ticket: ticket, now: now)
        waitingRoom.insert(parking)
        metrics.set(.waiting, to: waitingRoom.count)
        if !wait.isBound { inbox.watch(parking.target) }
        return parking
    }

    /// Forgets a wait: its call does not wait after all.
    package func forget(_ wait: Wait) {
        if wait.isBound { inbox.unwatch([wait.target]) }
    }

    /// Lets a parked exchange wait for another node than before: the name that it gives went over.
    package func redirect(_ parking: Parking, to wait: Wait) {
        if parking.target == wait.target || !waitingRoom.remove(parking) { return }
        inbox.watch(wait.target)
        inbox.unwatch([parking.target])
        parking.target = wait.target
        waitingRoom.insert(parking)
    }

    /// Forgets a parked exchange that was answered or whose peer is gone.
    package func unpark(_ parking: Parking) {
        guard waitingRoom.remove(parking) else { return }
        metrics.set(.waiting, to: waitingRoom.count)
        inbox.unwatch([parking.target])
    }
}
