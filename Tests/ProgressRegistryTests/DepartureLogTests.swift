import ProgressStreams
import Testing

@testable import ProgressCore
@testable import ProgressRegistry

struct DepartureLogTests {
    private static func id(_ number: UInt64) -> ProgressID { ProgressID(high: 0, low: number) }

    private static func named(_ number: UInt64) -> Selection.Named {
        Selection.Named(id: id(number), text: id(number).description)
    }

    private static func log(_ count: UInt64) -> DepartureLog {
        var log = DepartureLog()
        for number in 1...count {
            log.append(
                Changes.Departure(
                    kind: .removed,
                    id: id(number),
                    parentID: nil,
                    details: nil,
                    stamp: number * 10,
                    last: nil
                )
            )
        }
        return log
    }

    @Test func `what went after a stamp is found`() {
        let log = Self.log(100)

        #expect(log.since(0)?.count == 100)
        #expect(log.since(9)?.count == 100)
        #expect(log.since(10)?.first?.id == Self.id(2))
        #expect(log.since(995)?.map(\.id) == [Self.id(100)])
        #expect(log.since(1_000)?.isEmpty == true)
        #expect(log.removal(of: Self.named(7)) == 70)
        #expect(log.removal(of: Self.named(101)) == nil)
    }

    @Test func `what is forgotten is said to be`() {
        let capacity = UInt64(DepartureLog.capacity)
        let log = Self.log(3 * capacity)

        #expect(log.entries.count >= DepartureLog.capacity)
        #expect(log.entries.count <= 2 * DepartureLog.capacity)
        #expect(log.since(0) == nil)
        #expect(log.since(log.forgottenStamp - 1) == nil)
        #expect(log.since(log.forgottenStamp)?.count == log.entries.count)
        #expect(log.since(3 * capacity * 10 - 10)?.count == 1)
    }

    @Test func `an id ages when half of what is surely kept came after it`() {
        let half = UInt64(DepartureLog.capacity / 2)

        #expect(Self.log(half).agingStamp == 0)
        #expect(Self.log(half + 1).agingStamp == 10)
        let full = Self.log(3 * 2 * half)
        #expect(full.agingStamp == (3 * 2 * half - half) * 10)
        #expect(full.since(full.agingStamp) != nil)
    }

    @Test func `where entries are large an id ages when half of them came after it`() {
        var log = DepartureLog()
        let label = String(repeating: "x", count: 1 << 20)
        for number in UInt64(1)...10 {
            var details = ProgressDetails()
            details.labels = [.init(key: "a", value: label)]
            log.append(
                Changes.Departure(
                    kind: .removed,
                    id: Self.id(number),
                    parentID: nil,
                    details: DetailsBox(details),
                    stamp: number * 10,
                    last: nil
                )
            )
        }

        #expect(log.forgottenStamp == 0 && log.agingStamp == 60)
    }

    @Test func `a name is that of the node that had it last, until that is forgotten`() {
        var log = DepartureLog()
        for number in UInt64(1)...2 { log.append(Self.removal(number, name: "a")) }
        log.append(Self.removal(3, name: "b"))
        let name = Selection.Named(id: nil, text: "a")

        let before = log.removal(of: name)
        let node = log.removedNode(named: "a")
        for number in UInt64(4)...UInt64(2 * DepartureLog.capacity + 1) { log.append(Self.removal(number, name: "c")) }

        #expect(before == 20)
        #expect(node == Self.id(2))
        #expect(log.removedNode(named: "a") == nil)
        #expect(log.removal(of: name) == nil)
        #expect(log.removal(of: Self.named(1)) == nil)
        #expect(log.removal(of: Selection.Named(id: nil, text: "c")) == UInt64(2 * DepartureLog.capacity + 1) * 10)
    }

    @Test func `who lost a name to another does not take it along`() {
        var log = DepartureLog()
        log.append(Self.removal(1, name: "a"))
        var lost = Self.removal(2, name: "a")
        lost.hasLostName = true
        log.append(lost)

        #expect(log.removedNode(named: "a") == Self.id(1))
        #expect(log.removal(of: Selection.Named(id: nil, text: "a")) == 10)
        #expect(log.removal(of: Self.named(2)) == 20)
    }

    private static func removal(_ number: UInt64, name: String) -> Changes.Departure {
        var details = ProgressDetails()
        details.name = name
        return Changes.Departure(
            kind: .removed,
            id: id(number),
            parentID: nil,
            details: DetailsBox(details),
            stamp: number * 10,
            last: nil
        )
    }
}
