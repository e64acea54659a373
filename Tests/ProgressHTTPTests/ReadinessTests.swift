import Testing

@testable import ProgressHTTP

/// The answers of `/readyz` and `/readyz/writes` follow from a value of facts.
struct ReadinessTests {
    /// The facts of a replica, of which the place for writes and the trouble matter.
    private static func replica(
        _ writes: ReplicaState.WritePlace,
        isLoaded: Bool = true,
        trouble: String? = nil
    ) -> ReplicaState {
        ReplicaState(role: "heir", term: 7, isLoaded: isLoaded, writes: writes, trouble: trouble)
    }

    private static func facts(
        _ reasons: Readiness.Reasons = [],
        _ storage: ReadinessFacts.StorageObstacle? = nil,
        _ replica: ReplicaState? = nil
    ) -> ReadinessFacts {
        ReadinessFacts(reasons: reasons, storage: storage, replica: replica)
    }

    /// The problem's detail, or the text of the reply.
    private static func answers(_ facts: ReadinessFacts, _ refusal: RequestError?) -> String {
        if let refusal { return "\(Problem(refusal).detail)" }
        var bytes: [UInt8] = []
        facts.append(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func `a reason stays until it is removed`() {
        let readiness = Readiness()
        #expect(readiness.reasons == .starting)

        readiness.add(.stopping)
        readiness.remove(.starting)

        #expect(readiness.reasons == .stopping && readiness.isStopping)
    }

    @Test(arguments: [
        (facts(), "ready\n", "ready\n"),
        (facts(.starting), notReady, notReady),
        (facts(.leaving), stopping, stopping),
        (facts([.starting, .stopping]), stopping, stopping),
        (facts(.stopping, .full), stopping, stopping),
        (facts([], .full), "ready\ntrouble: \(full)\n", full),
        (facts([], .failing), "ready\ntrouble: \(failing)\n", failing),
    ])
    func `a service that cannot keep what is written answers reads`(
        facts: ReadinessFacts,
        reads: String,
        writes: String
    ) {
        #expect(Self.answers(facts, facts.refusal) == reads)
        #expect(Self.answers(facts, facts.writeRefusal) == writes)
    }

    @Test(arguments: [
        (facts([], nil, replica(.here)), well, well),
        (facts([], nil, replica(.writer)), well, well),
        (facts([], nil, replica(.nowhere)), well, "This replica knows no writer."),
        (facts([], nil, replica(.here, trouble: "Silent.")), "\(well)trouble: Silent.\n", "Silent."),
        (facts([], nil, replica(.writer, trouble: "Silent.")), "\(well)trouble: Silent.\n", "Silent."),
        (facts([], nil, replica(.nowhere, trouble: "Silent.")), "\(well)trouble: Silent.\n", "Silent."),
        (facts([], .full, replica(.here)), "\(well)trouble: \(full)\n", full),
        (facts([], .full, replica(.here, trouble: "No room.")), "\(well)trouble: No room.\n", "No room."),
        (facts([], nil, replica(.writer, isLoaded: false)), loading, loading),
        (
            facts([], nil, replica(.nowhere, isLoaded: false, trouble: "Silent.")), "\(loading) Silent.",
            "\(loading) Silent."
        ),
        (facts(.leaving, nil, replica(.here)), stopping, stopping),
        (facts(.starting, nil, replica(.here)), notReady, notReady),
    ])
    func `a replica with the trees answers reads, and takes writes where one is executed`(
        facts: ReadinessFacts,
        reads: String,
        writes: String
    ) {
        #expect(Self.answers(facts, facts.refusal) == reads)
        #expect(Self.answers(facts, facts.writeRefusal) == writes)
    }

    @Test func `a replica that the writer does not answer names its address, and takes no writes`() {
        let state = ReplicaState(
            role: "heir",
            term: 7,
            isLoaded: true,
            writes: .nowhere,
            trouble: nil,
            unreachableWriter: "a:1"
        )
        let facts = ReadinessFacts(reasons: [], storage: nil, replica: state)

        #expect(Self.answers(facts, facts.refusal) == "\(Self.well)unreachable-writer: a:1\n")
        #expect(Self.answers(facts, facts.writeRefusal) == "The writer at a:1 does not answer this replica.")
    }

    private static let notReady = "The service is not accepting requests at the moment."
    private static let stopping = "The service is stopping."
    private static let full = "No space is left: writes are refused."
    private static let failing = "What is written cannot be kept: writes are refused."
    private static let well = "ready\nrole: heir\nterm: 7\n"
    private static let loading = "This replica has not loaded the trees yet."
}
