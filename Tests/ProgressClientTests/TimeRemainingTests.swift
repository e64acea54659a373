import FoundationEssentials
import Testing

@testable import ProgressClient

/// The time left of snapshots between writes.
@Suite struct TimeRemainingTests {
    /// A reply of a service whose clock is far behind, 20 seconds after the last change that it shows.
    private static func stream(_ member: String) -> String {
        let members = [
            #""id":"x","name":null,"parentID":null,"pendingUnitCount":null,"rootID":"x","depth":0,"childCount":0"#,
            #""totalUnitCount":10,"completedUnitCount":2,"fractionCompleted":0.2,"isIndeterminate":false"#,
            #""isFinished":false,"isCancellable":true,"isPausable":true,"isCancelled":false,"isPaused":false"#,
            #""removeWhenFinished":false,"userInfo":{},"labels":{},"localizedDescription":"20% completed""#,
            #""localizedAdditionalDescription":"2 of 10","version":1,"createdAt":"2026-11-25T10:00:00.500Z""#,
            #""updatedAt":"2026-11-25T10:00:00.500Z""#, member,
        ]
        let head = "HTTP/1.1 200 OK\r\nDate: Wed, 25 Nov 2026 10:00:20 GMT\r\nContent-Type: text/event-stream\r\n"
        return head + "Connection: close\r\n\r\n"
            + "event: snapshot\ndata: {\(members.joined(separator: ","))}\n\nevent: end\ndata: {}\n\n"
    }

    private func snapshot(_ member: String) async throws -> ProgressSnapshot {
        let server = ScriptedServer([Self.stream(member)])
        let service = try ProgressService(port: server.port)
        for try await snapshot in service.snapshots(of: "x") { return snapshot }
        throw ServiceError.unreadable("no snapshot")
    }

    @Test func `a time counts down from the last change, by the service's clock until it came`() async throws {
        let snapshot = try await snapshot(#""state":"running","estimatedTimeRemaining":9000"#)
        let came = snapshot.arrival.instant

        // Twenty seconds, and the time that this machine took to read it.
        let first = try #require(snapshot.timeRemaining(at: came))
        #expect(first > 8_000 && first < 8_981)
        let times = [30, 20_000].map { snapshot.timeRemaining(at: came + .seconds($0)) ?? -1 }
        #expect(abs(times[0] - (first - 30)) < 1e-3 && times[1] == 0)
        #expect(snapshot.timeRemaining() ?? 9_000 <= first)
        #expect(snapshot.timeRemaining(at: came - .seconds(5)) == first)
    }

    @Test(arguments: [
        #""state":"paused","estimatedTimeRemaining":90"#, #""state":"stalled","estimatedTimeRemaining":90"#,
        #""state":"running","estimatedTimeRemaining":null"#,
    ])
    func `nothing counts down where no time is told`(member: String) async throws {
        let snapshot = try await snapshot(member)

        #expect(snapshot.timeRemaining() == nil)
    }

    @Test func `when it came is no part of a snapshot`() async throws {
        let one = try await snapshot(#""state":"running""#)
        let other = try await snapshot(#""state":"running""#)

        #expect(one == other)
        #expect(try ServiceCoding.encode(one) == ServiceCoding.encode(other))
    }
}
