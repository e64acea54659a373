import ProgressHTTP
import ProgressRegistry
import ProgressStore
import Testing

@testable import ProgressServer

struct RequestPlaceTests {
    private static func place(
        _ needs: RequestNeeds,
        _ role: ClusterStatus.Role,
        rules: Bool = false,
        isForwarded: Bool = false,
        _ durability: Durability = .commit
    ) -> RequestPlace {
        RequestPlace(needs, role, rules: rules, isForwarded: isForwarded, durability: durability)
    }

    @Test(arguments: RequestNeeds.allCases, [Durability.commit, .interval])
    func `the writer within its lease answers everything itself`(needs: RequestNeeds, durability: Durability) {
        #expect(Self.place(needs, .writer, rules: true, durability) == .here)
        #expect(Self.place(needs, .writer, rules: true, isForwarded: true, durability) == .here)
    }

    @Test(arguments: ClusterStatus.Role.allCases, [Durability.commit, .interval])
    func `what needs no trees is answered by each replica`(role: ClusterStatus.Role, durability: Durability) {
        #expect(Self.place(.nothing, role, durability) == .here)
    }

    @Test(arguments: ClusterStatus.Role.allCases)
    func `a write waits for the writer, whatever this replica is`(role: ClusterStatus.Role) {
        #expect(Self.place(.writes, role) == .atWriter(instead: .wait))
        #expect(Self.place(.writes, role, .interval) == .atWriter(instead: .wait))
    }

    @Test(arguments: RequestNeeds.allCases, ClusterStatus.Role.allCases)
    func `what was forwarded once is never forwarded again`(needs: RequestNeeds, role: ClusterStatus.Role) {
        #expect(Self.place(needs, role, isForwarded: true) == .notWriter)
        #expect(Self.place(needs, role, isForwarded: true, .interval) == .notWriter)
    }

    @Test(arguments: [RequestNeeds.reads, .follows])
    func `an heir reads its own trees after a look at the log`(needs: RequestNeeds) {
        #expect(Self.place(needs, .heir) == .hereWithTail(instead: .atWriterOrHere))
        #expect(Self.place(needs, .leaving) == .hereWithTail(instead: .atWriterOrHere))
    }

    @Test(arguments: [Durability.commit, .interval])
    func `a writer after its lease looks at the log, then asks another replica; its streams wait`(
        durability: Durability
    ) {
        #expect(Self.place(.reads, .writer, durability) == .hereWithTail(instead: .atPeerOrHere))
        #expect(Self.place(.follows, .writer, durability) == .hereWithTail(instead: .here))
    }

    @Test func `where the log may lack acknowledged writes an heir has the writer read, and streams what comes`() {
        #expect(Self.place(.reads, .heir, .interval) == .atWriter(instead: .here))
        #expect(Self.place(.follows, .heir, .interval) == .here)
    }

    @Test(arguments: [RequestNeeds.reads, .follows], [Durability.commit, .interval])
    func `a replica without trees has the writer read`(needs: RequestNeeds, durability: Durability) {
        #expect(Self.place(needs, .loading, durability) == .atWriter(instead: .wait))
    }
}
