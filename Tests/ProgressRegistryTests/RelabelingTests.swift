import ProgressCore
import ProgressStreams
import Testing

@testable import ProgressRegistry

/// The moves that reactors get when the labels or the name of a root change.
struct RelabelingTests {
    /// - Returns: how many nodes below the root its move lists.
    private func relabel(
        watching targets: [RegistryState.WatchTarget],
        by edit: ProgressTree.Edit = .label(key: "job", value: "a")
    ) throws -> [Int] {
        let state = RegistryState(limits: ProgressLimits())
        state.addMailbox(Mailbox(wake: {}))
        for target in targets { state.watch(target, reactor: 0) }
        let new = (1...3 as ClosedRange<UInt64>).map { number in
            var one = NewProgress(id: ProgressID(high: 0, low: number))
            one.parentPosition = number == 1 ? -1 : 0
            return one
        }
        _ = try state.tree.insert(new, at: 0)
        state.publish(from: nil)
        _ = state.mailboxes[0].take()

        let root = try state.tree.find(new[0].id)
        _ = try state.tree.edit(root, [edit], at: 0)
        state.publish(from: nil)
        return state.mailboxes[0].take().moves.map(\.below.count)
    }

    @Test func `a relabeled tree is not walked for streams that show every root`() throws {
        #expect(try relabel(watching: [.roots, .everything]) == [0])
    }

    @Test func `a relabeled tree is listed for streams that filter roots and show what is below them`() throws {
        #expect(try relabel(watching: [.roots, .everything, .relabelings]) == [2])
    }

    @Test func `another name is told like another label, and what no filter looks at is no move`() throws {
        #expect(try relabel(watching: [.roots, .everything, .relabelings], by: .name("job")) == [2])
        #expect(try relabel(watching: [.roots], by: .name("job")) == [0])
        #expect(try relabel(watching: [.roots, .everything, .relabelings], by: .kind("file")) == [])
    }
}
