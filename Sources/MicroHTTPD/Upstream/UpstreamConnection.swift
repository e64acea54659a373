internal import CMicroHTTPD
internal import Glibc

/// One connection to an upstream; it carries one call at a time.
///
/// Its owner keeps it until it is closed; afterwards every call is harmless.
final class UpstreamConnection: EventSource {
    enum State { case connecting, idle, calling, relaying, closed }

    private(set) var state = State.connecting
    private(set) var call: UpstreamCall?
    /// No longer used for new calls: it closes with its present call, and after a while in any case.
    private(set) var isRetired = false
    /// It counts among the connections with short calls.
    private(set) var isShort = false

    // 1. The owner outlives its connections: it closes all of them before it goes.
    private unowned let owner: Upstream
    private let loop: EventLoop
    private var descriptor: Int32
    private var interest = cmicrohttpd_readable | cmicrohttpd_writable
    private var isPaused = false
    private var sentCount = 0
    private let reader: ReplyReader
    private weak var relay: Relay?
    private var canBeUsedAgain = false

    /// Begins to connect.
    /// - Returns: nil if there is no descriptor, or the attempt failed at once.
    init?(to address: UpstreamAddress, _ owner: Upstream) {
        self.owner = owner
        loop = owner.loop
        reader = ReplyReader(collectedByteCount: owner.configuration.collectedByteCount)
        descriptor = UpstreamSocket.connect(to: address, owner.timing)
        super.init()
        guard descriptor >= 0 else { return nil }
        guard loop.poller.add(descriptor, interest, for: self) else {
            close(descriptor)
            return nil
        }
        loop.schedule(self, after: owner.timing.connect)
    }

    // MARK: From the owner

    /// Carries `call`, at once or when it is connected.
    /// - Returns: false if a kept connection had ended before the first byte: it is closed, and the call can be carried
    ///   by another one.
    func carry(_ call: UpstreamCall) -> Bool {
        self.call = call
        call.connection = self
        isShort = !call.mayBeHeld
        sentCount = 0
        guard state == .idle else { return true }
        state = .calling
        if send() { return true }
        self.call = nil
        call.connection = nil
        shut()
        return false
    }

    /// Takes no further calls; its present one may last for `nanoseconds` after the first `retire`.
    func retire(within nanoseconds: UInt64) {
        if state == .idle { return end() }
        if isRetired { return }
        isRetired = true
        loop.schedule(self, after: nanoseconds)
    }

    /// Ends it at once, and notifies its call or relay. What has not reached the upstream never does: it
    /// would be executed after what its caller, told that the outcome is unknown, did next.
    func giveUp() {
        if state == .calling { SocketReset.forgetUnsent(descriptor) }
        end()
    }

    /// Ends it at once, without notifying its call or relay.
    func abandon() {
        guard state != .closed else { return }
        (call, relay) = (nil, nil)
        end()
    }

    /// Closes the descriptor without notifying the owner.
    func shut() {
        guard state != .closed else { return }
        state = .closed
        if !isPaused { loop.poller.remove(descriptor) }
        close(descriptor)
        descriptor = -1
    }

    /// Ends what it relays, as if the upstream had ended it without a word.
    func endRelay() { relay?.finish() }

    // MARK: From the relay

    /// The client is behind.
    func pause() {
        guard state == .relaying, !isPaused else { return }
        isPaused = true
        loop.poller.remove(descriptor)
    }

    func readOn() {
        guard state == .relaying, isPaused else { return }
        isPaused = false
        if !loop.poller.add(descriptor, interest, for: self) { end() }
    }

    // MARK: From the loop

    override func ready(_ events: UInt32) {
        guard state != .closed, !isPaused else { return }
        if state == .connecting {
            guard UpstreamSocket.isConnected(descriptor) else { return end() }
            guard call != nil else { return end() }
            state = .calling
        }
        if events & cmicrohttpd_writable != 0, state == .calling, !send() { return end() }
        if events & (cmicrohttpd_readable | cmicrohttpd_failed | cmicrohttpd_hung_up) != 0 { receive() }
    }

    override func expired(now: UInt64) { giveUp() }

    // MARK: Sending

    /// - Returns: false if the connection broke.
    private func send() -> Bool {
        guard let call, sentCount < call.byteCount else {
            watchWriting(false)
            return true
        }
        let written = call.write(from: sentCount, to: descriptor)
        // A reply that the upstream sent before it closed, perhaps a refusal, is still read.
        guard written >= 0 else { return sentCount > 0 }
        sentCount += written
        watchWriting(sentCount < call.byteCount)
        schedule(after: call.mayBeHeld && sentCount == call.byteCount ? nil : owner.timing.reply)
        return true
    }

    private func watchWriting(_ isWanted: Bool) {
        let wanted = cmicrohttpd_readable | (isWanted ? cmicrohttpd_writable : 0)
        guard wanted != interest else { return }
        interest = wanted
        loop.poller.modify(descriptor, wanted, for: self)
    }

    private func schedule(after nanoseconds: UInt64?) {
        if !isRetired { loop.schedule(self, after: nanoseconds) }
    }

    // MARK: Receiving

    private func receive() {
        let space = owner.buffer
        let count = recv(descriptor, space.baseAddress, space.count, Int32(MSG_DONTWAIT))
        guard count > 0 else {
            if count < 0, errno == EAGAIN || errno == EINTR { return }
            return end()
        }
        let bytes = UnsafeMutableRawBufferPointer(rebasing: space[..<count])
        switch state {
        case .calling: receiveReply(bytes)
        case .relaying:
            guard let relay else { return end() }
            if let rest = relay.received(bytes) { callEnded(restByteCount: rest) }
        case .idle, .connecting, .closed: end()
        }
    }

    private func receiveReply(_ bytes: UnsafeMutableRawBufferPointer) {
        guard let call else { return }
        reader.read(bytes, isToHead: call.isHead) { event in
            canBeUsedAgain = reader.head.isPersistent && sentCount == call.byteCount
            switch event {
            case .more: schedule(after: owner.timing.reply)
            case .flawed: end()
            case .whole(let body, let restByteCount): deliver(body, restByteCount: restByteCount, call)
            case .long(let body, let bytes): relay(bytes, body, call)
            }
        }
    }

    private func deliver(_ body: UnsafeRawBufferPointer, restByteCount: Int, _ call: UpstreamCall) {
        let reply = UpstreamReply(head: reader.head, body: body, isToHead: call.isHead)
        callEnded(restByteCount: restByteCount)
        owner.tell(call, .replied(reply))
    }

    private func relay(_ bytes: UnsafeMutableRawBufferPointer, _ body: BodyReader, _ call: UpstreamCall) {
        let relay = Relay(self, body)
        let none = UnsafeRawBufferPointer(start: nil, count: 0)
        let reply = UpstreamReply(head: reader.head, body: none, isToHead: false)
        self.relay = relay
        self.call = nil
        call.connection = nil
        state = .relaying
        stopCounting()
        schedule(after: nil)
        pause()
        if let rest = relay.receivedEarly(bytes) {
            readOn()
            callEnded(restByteCount: rest)
        }
        owner.tell(call, .relays(reply, relay))
    }

    // MARK: Ending

    private func stopCounting() {
        guard isShort else { return }
        isShort = false
        owner.placeIsFree()
    }

    /// The reply is whole; the connection is kept for the next call if it can be.
    private func callEnded(restByteCount: Int) {
        guard state == .calling || state == .relaying else { return }
        call?.connection = nil
        (call, relay) = (nil, nil)
        guard canBeUsedAgain, restByteCount == 0, !isRetired else { return end() }
        state = .idle
        loop.schedule(self, after: owner.timing.idle)
        stopCounting()
        owner.becameIdle(self)
    }

    /// Closes it, and notifies its call or relay.
    private func end() {
        guard state != .closed else { return }
        let (call, relay, sentCount) = (call, relay, sentCount)
        let wasIdle = state == .idle
        (self.call, self.relay) = (nil, nil)
        shut()
        stopCounting()
        owner.ended(self, wasIdle: wasIdle)
        relay?.connectionEnded()
        guard let call else { return }
        call.connection = nil
        owner.tell(call, sentCount == 0 ? .notSent : .noReply(sentWhole: sentCount == call.byteCount))
    }
}
