import ProgressCore
import ProgressStreams
import Testing

@testable import ProgressDelivery
@testable import ProgressRegistry

/// The nodes that a stream looks up for its backlog.
struct LooksTests {
    private static func id(_ number: UInt64) -> ProgressID { ProgressID(high: 0, low: number) }

    /// A chain of nodes, the first one its root.
    private func chain(_ count: UInt64) throws -> RegistryState {
        let state = RegistryState(limits: ProgressLimits())
        let chain = (1...count).map { number in
            var one = NewProgress(id: Self.id(number))
            one.parentPosition = Int(number) - 2
            return one
        }
        _ = try state.tree.insert(chain, at: 0)
        return state
    }

    @Test func `each node of a chain is looked up once, parents first`() throws {
        let state = try chain(64)
        let ids = (1...64 as ClosedRange<UInt64>).reversed().map { Self.id($0) }

        let looks = state.looks(of: ids, by: .roots(RootFilter(), descendants: true)) { _ in
            false
        } owesEntrance: { _ in
            true
        }

        #expect(looks.map(\.id) == ids.reversed())
        #expect(looks.allSatisfy { $0.look.isSelected && !$0.leaves })
    }

    @Test func `what left, and is back, comes once as such, and again before what is below it`() throws {
        let state = try chain(4)
        let back = Self.id(3)

        let looks = state.looks(of: [back, back, Self.id(4)], by: .roots(RootFilter(), descendants: true)) {
            $0 == back
        } owesEntrance: { _ in
            true
        }

        #expect(looks.map(\.id) == [3, 1, 2, 3, 4].map { Self.id($0) })
        #expect(looks.map(\.leaves) == [true, false, false, false, false])
    }
}
