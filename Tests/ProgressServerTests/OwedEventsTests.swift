import ProgressCore
import TestKit
import Testing

@testable import ProgressServer

struct OwedEventsTests {
    private static func id(_ number: Int) -> ProgressID { ProgressID(high: 0, low: UInt64(number)) }

    @Test func `entries come in the order in which they were first owed, merged`() {
        var owed = OwedEvents()
        owed.add(.progress, of: Self.id(1), stamp: 5)
        owed.add(.progress, of: Self.id(2), stamp: 6)
        owed.add(.state, of: Self.id(1), stamp: 7)

        let first = owed.popDue(at: 0)
        let second = owed.popDue(at: 0)

        #expect(first?.id == Self.id(1) && first?.entry.kinds == [.progress, .state] && first?.entry.firstStamp == 5)
        #expect(second?.id == Self.id(2))
        #expect(owed.isEmpty && owed.popDue(at: 0) == nil)
        #expect(owed.oldestStamp == .max)
    }

    @Test func `what is not due waits, and does not hold up others`() {
        var owed = OwedEvents()
        owed.add(.progress, of: Self.id(1), stamp: 1, due: 100)
        owed.add(.progress, of: Self.id(2), stamp: 2, due: 50)

        #expect(owed.nextDue == 50)
        #expect(owed.popDue(at: 49) == nil)
        #expect(owed.popDue(at: 50)?.id == Self.id(2))
        #expect(owed.nextDue == 100)
        #expect(owed.popDue(at: 100)?.id == Self.id(1))
        #expect(owed.nextDue == nil)
    }

    @Test func `a snapshot makes a progress needless, a removal everything`() {
        var owed = OwedEvents()
        owed.add(.progress, of: Self.id(1), stamp: 1)
        owed.add(.snapshot, of: Self.id(1), stamp: 2)
        owed.add([.progress, .state], of: Self.id(2), stamp: 3)
        owed.add(.removed, of: Self.id(2), stamp: 4)

        #expect(owed.removalCount == 1)
        #expect(owed.popDue(at: 0)?.entry.kinds == .snapshot)
        #expect(owed.popDue(at: 0)?.entry.kinds == .removed)
        #expect(owed.removalCount == 0)
    }

    @Test func `what came and went unseen is not mentioned`() {
        var owed = OwedEvents()
        owed.add(.child, of: Self.id(1), stamp: 1, isNew: true)
        owed.add(.progress, of: Self.id(1), stamp: 2)

        owed.add(.removed, of: Self.id(1), stamp: 3)

        #expect(owed.isEmpty)
        #expect(owed.removalCount == 0)
        #expect(owed.popDue(at: 0) == nil)
    }

    /// One entry a node in a plain list: slow, and obviously right.
    private struct Model {
        var entries: [(id: ProgressID, kinds: OwedEvents.Kinds, due: UInt64, isNew: Bool)] = []

        mutating func add(_ kinds: OwedEvents.Kinds, of id: ProgressID, due: UInt64, isNew: Bool) {
            guard let position = entries.firstIndex(where: { $0.id == id }) else {
                entries.append((id, kinds, due, isNew))
                return
            }
            if kinds.contains(.removed) {
                if entries[position].isNew {
                    entries.remove(at: position)
                    return
                }
                entries[position].kinds = kinds
            } else {
                entries[position].kinds.subtract([.removed, .deselected])
                entries[position].kinds.formUnion(kinds)
                if entries[position].kinds.isArrival { entries[position].kinds.remove(.progress) }
            }
            entries[position].due = min(entries[position].due, due)
        }

        mutating func take(_ id: ProgressID?, at now: UInt64) -> OwedEvents.Kinds? {
            guard let position = entries.firstIndex(where: { $0.id == id && $0.due <= now }) else { return nil }
            return entries.remove(at: position).kinds
        }
    }

    @Test(arguments: 0..<20)
    func `random operations agree with a slow model`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var owed = OwedEvents()
        var model = Model()
        let kinds: [OwedEvents.Kinds] = [
            .progress, .state, .child, .snapshot, .removed, [.removed, .deselected], [.progress, .state],
        ]

        for step in 0..<3_000 {
            if Int.random(in: 0..<3, using: &random) > 0 {
                let id = Self.id(Int.random(in: 0..<40, using: &random))
                let kind = kinds.randomElement(using: &random) ?? .progress
                let due = UInt64.random(in: 0..<4, using: &random) * 10
                let isNew = kind == .child
                owed.add(kind, of: id, stamp: UInt64(step), due: due, isNew: isNew)
                model.add(kind, of: id, due: due, isNew: isNew)
            } else {
                let now = UInt64.random(in: 0..<40, using: &random)
                let isAnyDue = model.entries.contains { $0.due <= now }
                let popped = owed.popDue(at: now)
                #expect((popped != nil) == isAnyDue)
                #expect(popped?.entry.kinds == model.take(popped?.id, at: now))
            }
            #expect(owed.count == model.entries.count)
            #expect(owed.removalCount == model.entries.count { $0.kinds.contains(.removed) })
            #expect(owed.nextDue == model.entries.map(\.due).min())
        }
    }
}

extension OwedEvents {
    fileprivate mutating func popDue(at now: UInt64) -> (id: ProgressID, entry: Entry)? {
        takeDue(at: now, limit: 1).first
    }
}
