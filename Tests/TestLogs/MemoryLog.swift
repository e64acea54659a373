import Glibc
package import Platform
package import ProgressLog
package import ProgressRecords

/// One replica's connection to a `MemoryEngine`, with faults on demand.
///
/// Used by one thread, as every `GroupLog`; faults may be ordered by any.
package final class MemoryLog: GroupLog, Sendable {
    private struct Orders {
        /// For the next calls, one each.
        var faults: [MemoryFault] = []
        /// The fault of all other calls.
        var outage: MemoryFault?
        var membersOutage: MemoryFault?
        var heardVersion: UInt64 = 0
        var afterRead: (@Sendable () -> Void)?
        var callCount = 0
    }

    private let engine: MemoryEngine
    private let orders = Lock(Orders())

    init(_ engine: MemoryEngine) { self.engine = engine }

    /// One fault for each of the next calls, after those that were ordered before.
    package func order(_ faults: MemoryFault...) { orders.withLock { $0.faults += faults } }

    /// Sets a fault of every call, until it is nil again.
    package func setOutage(_ fault: MemoryFault?) { orders.withLock { $0.outage = fault } }

    /// Sets a fault of the calls about members and the form, until it is nil again.
    package func setMembersOutage(_ fault: MemoryFault?) { orders.withLock { $0.membersOutage = fault } }

    /// Called when entries were read.
    package func setAfterRead(_ body: (@Sendable () -> Void)?) { orders.withLock { $0.afterRead = body } }

    /// Number of calls, including failed ones, but without sleeps.
    package var callCount: Int { orders.withLock { $0.callCount } }

    package func look(by deadline: UInt64) throws(LogFailure) -> OfficeRow {
        try query(by: deadline) { content in content.makeRow() }
    }

    package func existingRow(by deadline: UInt64) throws(LogFailure) -> OfficeRow? {
        try query(by: deadline) { content in content.shownRow }
    }

    package func claim(_ claim: ElectionBid, seen: OfficeRow, by deadline: UInt64) throws(LogFailure) -> Bool {
        try change(by: deadline) { content in content.claim(claim, seen: seen) }
    }

    package func append(
        _ entry: LogEntry?,
        as holder: Holder,
        tail: UInt64,
        mark: OfficeMark,
        handsOver: Bool,
        by deadline: UInt64
    ) throws(LogFailure) -> Bool {
        try change(by: deadline) { content in
            content.append(entry, as: holder, tail: tail, mark: mark, handsOver: handsOver)
        }
    }

    package func read(after number: UInt64, most byteCount: Int, by deadline: UInt64) throws(LogFailure) -> [LogEntry] {
        var isDamaged = false
        let entries = try query(by: deadline, damaging: &isDamaged) { content in
            content.read(after: number, most: byteCount)
        }
        orders.withLock { $0.afterRead }?()
        guard isDamaged else { return entries }
        return entries.map { LogEntry(number: $0.number, term: $0.term, bytes: Self.damage($0.bytes)) }
    }

    package func putSnapshot(
        part: Int,
        of number: UInt64,
        _ bytes: [UInt8],
        as holder: Holder,
        by deadline: UInt64
    ) throws(LogFailure) -> Bool {
        try change(by: deadline) { content in content.putSnapshot(part: part, of: number, bytes, as: holder) }
    }

    package func publishSnapshot(
        _ number: UInt64,
        partCount: Int,
        as holder: Holder,
        by deadline: UInt64
    ) throws(LogFailure) -> Bool {
        try change(by: deadline) { content in content.publishSnapshot(number, partCount: partCount, as: holder) }
    }

    package func trim(through number: UInt64, most rowCount: Int, by deadline: UInt64) throws(LogFailure) -> Bool {
        try change(by: deadline) { content in content.trim(through: number, most: rowCount) }
    }

    package func readSnapshot(_ number: UInt64, part: Int, by deadline: UInt64) throws(LogFailure) -> [UInt8]? {
        var isDamaged = false
        let bytes = try query(by: deadline, damaging: &isDamaged) { content in content.snapshots[number]?[part] }
        return isDamaged ? bytes.map(Self.damage) : bytes
    }

    package func announce(_ member: Member, by deadline: UInt64) throws(LogFailure) -> Roster {
        try aside { content in content.announce(member) }
    }

    package func roster(by deadline: UInt64) throws(LogFailure) -> Roster {
        try aside { content in content.roster() }
    }

    package func withdraw(_ id: String, by deadline: UInt64) throws(LogFailure) -> Bool {
        try aside { content in content.withdraw(id) }
    }

    package func raise(to form: RecordForm, as holder: Holder, by deadline: UInt64) throws(LogFailure) -> Bool {
        try aside { content in content.raise(to: form, as: holder) }
    }

    package func order(_ order: FormOrder, by deadline: UInt64) throws(LogFailure) -> Bool {
        try aside { content in content.order(order) }
    }

    package func wait(until deadline: UInt64, _ wake: WakePipe) {
        let heard = orders.withLock { $0.heardVersion }
        let version = engine.shared.withLock { shared in
            if shared.version == heard { shared.sleepers.append(wake) }
            return shared.version
        }
        if version == heard {
            _ = wake.wait(until: deadline)
        } else {
            wake.drain()
        }
        let newest = engine.shared.withLock { shared in
            shared.sleepers.removeAll { $0 === wake }
            return shared.version
        }
        orders.withLock { $0.heardVersion = newest }
    }
}

/// Calls, with their faults.
extension MemoryLog {
    private static func damage(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        if !bytes.isEmpty { bytes[bytes.count / 2] ^= 1 }
        return bytes
    }

    private func nextFault() -> MemoryFault? {
        let mine = orders.withLock { orders -> MemoryFault? in
            orders.callCount += 1
            return orders.faults.isEmpty ? orders.outage : orders.faults.removeFirst()
        }
        return mine ?? engine.shared.withLock { $0.outage }
    }

    /// A call about the members or the form: only an outage disturbs it, and it wakes no replica.
    private func aside<Value>(_ body: (inout MemoryContent) -> Value) throws(LogFailure) -> Value {
        let outage = orders.withLock { orders in
            orders.callCount += 1
            return orders.membersOutage ?? orders.outage
        }
        switch outage ?? engine.shared.withLock({ $0.outage }) {
        case nil, .asynchronous, .damaged, .slow: break
        case .some(let fault): throw Self.failure(of: fault)
        }
        return engine.shared.withLock { shared in
            let value = body(&shared.visible)
            (shared.replicated.members, shared.replicated.form) = (shared.visible.members, shared.visible.form)
            return value
        }
    }

    private func query<Value>(
        by deadline: UInt64,
        _ body: (inout MemoryContent) -> Value
    ) throws(LogFailure) -> Value {
        var isDamaged = false
        return try query(by: deadline, damaging: &isDamaged, body)
    }

    private func query<Value>(
        by deadline: UInt64,
        damaging isDamaged: inout Bool,
        _ body: (inout MemoryContent) -> Value
    ) throws(LogFailure) -> Value {
        switch nextFault() {
        case nil, .asynchronous, .fullForChanges: break
        case .damaged: isDamaged = true
        case .slow(let duration): try Self.sleep(duration, by: deadline)
        case .some(let fault): throw Self.failure(of: fault)
        }
        return engine.shared.withLock { body(&$0.visible) }
    }

    private func change(by deadline: UInt64, _ change: @escaping MemoryChange) throws(LogFailure) -> Bool {
        let fault = nextFault()
        switch fault {
        case nil, .damaged: return apply(change, isReplicated: true)
        case .asynchronous: return apply(change, isReplicated: false)
        case .slow(let duration):
            let isDone = apply(change, isReplicated: true)
            try Self.sleep(duration, by: deadline)
            return isDone
        case .lostAfter: _ = apply(change, isReplicated: true)
        case .unreplicated: _ = apply(change, isReplicated: false)
        case .late: engine.shared.withLock { $0.late.append(change) }
        case .lostBefore, .notDone, .full, .fullForChanges, .refused: break
        }
        throw fault.map(Self.failure) ?? .notDone("")
    }

    /// A replica's own changes do not wake it.
    private func apply(_ change: @escaping MemoryChange, isReplicated: Bool) -> Bool {
        let (isDone, before, after) = engine.shared.withLock { shared in
            let before = shared.version
            return (shared.apply(change, isReplicated: isReplicated), before, shared.version)
        }
        orders.withLock { if $0.heardVersion == before { $0.heardVersion = after } }
        return isDone
    }

    private static func sleep(_ duration: UInt64, by deadline: UInt64) throws(LogFailure) {
        let end = MonotonicClock.now() + duration
        while MonotonicClock.now() < min(end, deadline) { usleep(200) }
        if end > deadline { throw .noAnswer("the engine did not answer in time") }
    }

    private static func failure(of fault: MemoryFault) -> LogFailure {
        switch fault {
        case .lostBefore, .lostAfter, .unreplicated, .late: .noAnswer("the connection to the engine was lost")
        case .notDone: .notDone("the engine cannot be reached")
        case .full, .fullForChanges: .full("the engine's disk is full")
        case .refused: .refused("the engine refuses the password")
        case .slow, .damaged, .asynchronous: .notDone("")
        }
    }
}
