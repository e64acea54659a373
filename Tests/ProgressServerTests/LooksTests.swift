import ProgressCore
import ProgressStreams
import Testing

@testable import ProgressDelivery
@testable import ProgressRegistry

/// What a stream looks up of the nodes that it owes.
struct LooksTests {
    private static func id(_ number: UInt64) -> ProgressID { ProgressID(high: 0, low: number) }

    @Test func `each node of a chain is looked up once, parents first`() throws {
        let state = RegistryState(limits: ProgressLimits())
        let chain = (1...64 as ClosedRange<UInt64>).map { number in
            var one = NewProgress(id: Self.id(number))
            one.parentPosition = Int(number) - 2
            return one
        }
        _ = try state.tree.insert(chain, at: 0)
        let ids = (1...64 as ClosedRange<UInt64>).reversed().map { Self.id($0) }

        let looks = state.looks(of: ids, by: .roots(RootFilter(), descendants: true)) { _ in true }

        #expect(looks.map(\.0) == ids.reversed())
        #expect(looks.allSatisfy { $0.1.isSelected })
    }
}
