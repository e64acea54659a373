import ProgressCore
import ProgressLocalization
import ProgressStreams
import Testing

@testable import ProgressDelivery

/// Events of one node that are told together.
struct FrameWriterTests {
    private let english = Language.all[0]

    private func snapshot(version: Int64) -> ProgressSnapshot {
        var snapshot = ProgressSnapshot(id: ProgressID(high: 1, low: 2), rootID: ProgressID(high: 1, low: 2))
        (snapshot.totalUnitCount, snapshot.completedUnitCount, snapshot.version) = (3, 3, version)
        return snapshot
    }

    @Test func `what is told together are the frames told apart, each after the first with its id`() {
        var writer = FrameWriter(epoch: Array("e".utf8))
        let snapshot = snapshot(version: 7)
        let apart = [EventKind.progress, .state].map {
            String(decoding: writer.frame($0, snapshot, nil, english, hidesUsers: false), as: UTF8.self)
        }

        // The second time it is the frame of another promise, then of another moment.
        let moments: [(UInt64, ProgressSnapshot)] = [(9, snapshot), (11, snapshot), (11, self.snapshot(version: 8))]
        for (closing, shown) in moments {
            let together = writer.frame(
                [.progress, .state],
                shown,
                nil,
                english,
                hidesUsers: false,
                open: 4,
                closing: closing
            )
            let text = String(decoding: together, as: UTF8.self)
            #expect(text.contains("\"version\":\(shown.version)"))
            if shown.version == 7 { #expect(text == apart[0] + "id: e-\(closing)\n" + apart[1]) }
        }
    }

    @Test func `one event is told as if alone`() {
        var writer = FrameWriter(epoch: [])
        let alone = writer.frame(.progress, snapshot(version: 1), nil, english, hidesUsers: false)

        #expect(
            writer.frame(.progress, snapshot(version: 1), nil, english, hidesUsers: false, open: 1, closing: 2) == alone
        )
    }
}
