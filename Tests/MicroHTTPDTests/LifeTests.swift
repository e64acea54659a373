import Testing

@testable import MicroHTTPD

/// The life of a request and of a connection between requests: numbers in, actions out.
struct LifeTests {
    private static let second: UInt64 = 1_000_000_000

    /// 10 s for a head, 75 s of idleness.
    private static let timing = Timing(ReactorConfiguration())

    // MARK: A request

    @Test func `a head or a body that is not there in time is cut off`() {
        var life = RequestLife()

        life.begin()
        #expect(life.expired(now: 30 * Self.second) == .cutOff)
        _ = life.awaitBody(now: 0, for: 30 * Self.second)
        #expect(life.expired(now: 30 * Self.second) == .cutOff)
    }

    @Test func `while a body is awaited its peer is looked for every second, and last at the deadline`() {
        var life = RequestLife()
        life.begin()

        let first = life.awaitBody(now: 0, for: 5 * Self.second / 2)

        #expect(first == Self.second)
        #expect(life.expired(now: Self.second) == .lookForPeer(again: Self.second))
        #expect(life.expired(now: 2 * Self.second) == .lookForPeer(again: Self.second / 2))
        #expect(life.expired(now: 5 * Self.second / 2) == .cutOff)
    }

    @Test func `a refused body is drained until its deadline, and its request is not answered`() {
        var life = RequestLife()
        life.begin()
        _ = life.awaitBody(now: 0, for: 30 * Self.second)
        #expect(life.isAnswerable)

        life.refuseBody()

        #expect(!life.isAnswerable)
        #expect(life.expired(now: 30 * Self.second) == .breakOff)
    }

    @Test func `a request that is parked, answered or a stream has no deadline`() {
        var life = RequestLife()
        _ = life.awaitBody(now: 0, for: 30 * Self.second)

        life.park(.waiting)
        #expect(life.expired(now: 30 * Self.second) == .nothing)
        life.answer()
        #expect(life.expired(now: 30 * Self.second) == .nothing)
    }

    @Test func `a parked request is resumed once, as it was parked`() {
        var life = RequestLife()
        _ = life.awaitBody(now: 0, for: 30 * Self.second)
        life.park(.workingUnwatched)
        #expect(life.isWorking)

        let resumed = (0..<2).map { _ in life.resume() }

        #expect(resumed == [.workingUnwatched, nil])
        #expect(life.isResumed && life.isAnswerable && !life.isWorking)
    }

    @Test func `a peer that leaves while its request is parked gets no answer`() {
        var life = RequestLife()
        _ = life.awaitBody(now: 0, for: 30 * Self.second)
        life.park(.waiting)

        let hasToResume = life.peerLeft()

        #expect(hasToResume)
        #expect(life.resume() == .waiting)
        #expect(!life.isAnswerable)
    }

    @Test func `an event for a request that is not parked changes nothing`() {
        var life = RequestLife()
        _ = life.awaitBody(now: 0, for: 30 * Self.second)

        let hasToResume = life.peerLeft()

        #expect(!hasToResume)
        #expect(life.isAnswerable)
    }

    @Test func `a body that stands still is cut off only while the library is busy`() {
        var life = RequestLife()
        life.begin()
        #expect(life.expiredWhileBusy(now: Self.second) == .nothing)
        _ = life.awaitBody(now: 0, for: 30 * Self.second)
        life.pieceCame(now: Self.second)

        #expect(life.expiredWhileBusy(now: 2 * Self.second - 1) == .nothing)
        #expect(life.expiredWhileBusy(now: 2 * Self.second) == .cutOff)
        life.refuseBody()
        #expect(life.expiredWhileBusy(now: 2 * Self.second) == .breakOff)
        life.park(.waiting)
        #expect(life.expiredWhileBusy(now: 9 * Self.second) == .nothing)
    }

    @Test func `between requests the deadline is that of idleness`() {
        #expect(RequestLife().expired(now: 0) == .askIdleWatch)
    }

    // MARK: Between requests

    @Test func `a connection that never said anything is closed, one with half a head is told`() {
        var watch = IdleWatch(isExcess: false)

        #expect(watch.firstDeadline(Self.timing) == 10 * Self.second)
        #expect(watch.expired(now: 10 * Self.second, received: 0, Self.timing) == .breakOff)
        #expect(watch.expired(now: 10 * Self.second, received: 1, Self.timing) == .cutOff(.slowRequest))
    }

    @Test func `one above the limit has less time, and is told why`() {
        var watch = IdleWatch(isExcess: true)

        #expect(watch.firstDeadline(Self.timing) == 2 * Self.second)
        #expect(watch.expired(now: 2 * Self.second, received: 0, Self.timing) == .cutOff(.tooManyConnections))
    }

    @Test func `only a later head gets a deadline when its line is there`() {
        var watch = IdleWatch(isExcess: false)

        let deadlines = (0..<3).map { _ in watch.requestBegan() }

        #expect(deadlines == [false, true, true])
    }

    @Test func `an idle connection ends when its time is over, not before`() {
        var watch = idle(after: [(100, .declared(20))])

        #expect(watch.expired(now: 10 * Self.second, received: 120, Self.timing) == .lookAgain(after: 10 * Self.second))
        #expect(watch.expired(now: 70 * Self.second, received: 120, Self.timing) == .lookAgain(after: 5 * Self.second))
        #expect(watch.expired(now: 75 * Self.second, received: 120, Self.timing) == .breakOff)
    }

    @Test func `a second look at an unfinished head ends the connection`() {
        var watch = idle(after: [(100, .none), (100, .declared(20))])

        #expect(watch.expired(now: 10 * Self.second, received: 221, Self.timing) == .lookAgain(after: 10 * Self.second))
        #expect(watch.expired(now: 20 * Self.second, received: 222, Self.timing) == .cutOff(.slowRequest))
    }

    @Test func `a later head that comes in pieces has as long as any`() {
        var watch = idle(after: [(100, .none)])

        let isFirst = [watch.headPieceCame(now: 40 * Self.second), watch.headPieceCame(now: 45 * Self.second)]

        #expect(isFirst == [true, false])
        #expect(watch.expired(now: 50 * Self.second, received: 150, Self.timing) == .cutOff(.slowRequest))
    }

    @Test func `a chunked body that was counted is like any`() {
        var watch = IdleWatch(isExcess: false)
        _ = watch.requestBegan()
        watch.headWasRead(byteCount: 100, .chunked)
        watch.chunksEnded(byteCount: 455)
        _ = watch.becameIdle(now: 0, Self.timing)

        #expect(watch.consumedByteCount == 555)
        #expect(watch.expired(now: 10 * Self.second, received: 555, Self.timing) == .lookAgain(after: 10 * Self.second))
        #expect(watch.expired(now: 75 * Self.second, received: 555, Self.timing) == .breakOff)
    }

    @Test func `after a chunked body of unknown length the first look counts`() {
        var watch = idle(after: [(100, .chunked)])

        #expect(watch.expired(now: 10 * Self.second, received: 555, Self.timing) == .lookAgain(after: 10 * Self.second))
        #expect(watch.expired(now: 20 * Self.second, received: 556, Self.timing) == .lookAgain(after: 10 * Self.second))
        #expect(watch.expired(now: 30 * Self.second, received: 557, Self.timing) == .cutOff(.slowRequest))
    }

    /// After some requests, idle since 0.
    private func idle(after requests: [(head: Int, framing: BodyFraming)]) -> IdleWatch {
        var watch = IdleWatch(isExcess: false)
        for request in requests {
            _ = watch.requestBegan()
            watch.headWasRead(byteCount: request.head, request.framing)
            if request.framing == .chunked { watch.chunksEnded(byteCount: nil) }
            #expect(watch.becameIdle(now: 0, Self.timing) == 10 * Self.second)
        }
        return watch
    }
}
