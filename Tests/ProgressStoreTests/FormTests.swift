import ProgressCore
import ProgressLog
import ProgressRecords
import ProgressRegistry
import ProgressWire
import TestLogs
import TestSupport
import Testing

@testable import ProgressStore

/// In form 1 this version writes records that progressd 0.1 reads. If one of these changes, an older program refuses
/// the data: then `RecordForm` gets a number, and docs/upgrading.md a row.
@Suite struct FormTests {
    private func first(_ write: (inout [UInt8]) -> Void) -> UInt8? {
        var bytes: [UInt8] = []
        write(&bytes)
        return bytes.first
    }

    @Test func `each record begins with its form`() {
        let id = ProgressID(high: 1, low: 2)
        let node = StoredProgress(id: id, counts: Counts(total: 1, completed: 0), ordinal: 1, createdAt: 0)
        let reservation = Reservation(key: id, parentID: id, pendingUnitCount: 1, expiresAt: nil)
        let right = RightRecord(digest: TokenDigest(reservation: id), kind: .session, origin: nil)
        var group = GroupBuffer()
        TermRecord(term: 1, epoch: 1, isClean: true, newestTime: 0).append(to: &group)

        #expect(first { RunRecord().append(to: &$0) } == 1)
        var run = RunItem(id: id, number: 1, state: .finished, counts: node.counts, fractionCompleted: 1, createdAt: 0)
        run.profile = RunProfile(seconds: 2, points: Array(repeating: 0, count: RunProfile.pointCount))
        for (form, expected) in [(RecordForm.first, UInt8(1)), (.second, 1), (.third, 2)] {
            #expect(first { PastRunRecord.append(run, of: "n", to: &$0, as: form.ofProgress) } == expected)
        }
        for (form, expected) in [(RecordForm.first, UInt8(2)), (.second, 2), (.third, 3)] {
            let record = ProgressRecord(node, uncleanEndCount: 0)
            #expect(first { record.append(to: &$0, as: form.ofProgress) } == expected)
        }
        #expect(first { ReservationRecord.append(reservation, to: &$0) } == 2)
        #expect(first { right.append(to: &$0, as: .first) } == 1)
        #expect(first { right.append(to: &$0, as: .second) } == 2)
        #expect(group.bytes[RecordHeader.byteCount] == 1)
    }

    @Test func `there are six kinds of records, and twelve marks of a node`() {
        #expect((UInt8.min ... .max).compactMap { RecordKind(rawValue: $0) }.count == 6)
        #expect(StoredProgress.Marks.all.rawValue == 0xfff)
    }

    @Test func `the first form leaves out who made a right, and the second says it`() throws {
        let id = ProgressID(high: 1, low: 2)
        let by = Caller(role: .grant, user: "anna")
        let made = Provenance(createdAt: 7, by: by, grant: ProgressID(high: 3, low: 4))
        let digest = TokenDigest(reservation: id)
        let kinds: [RightRecord.Kind] = [
            .grant(id: id, role: .viewer, node: id, expiresAt: 9), .claim(child: id), .reservation, .session,
        ]

        for kind in kinds {
            for provenance in [nil, made] {
                let right = RightRecord(digest: digest, kind: kind, origin: digest, provenance)
                let forms: [(RecordForm, Provenance?)] = [(.first, nil), (.second, provenance)]
                for (form, expected) in forms {
                    var bytes: [UInt8] = []
                    right.append(to: &bytes, as: form)
                    let read = try bytes.withUnsafeBytes { try RightRecord($0) }
                    #expect(read.provenance == expected && read.origin == digest && read.digest == digest)
                    #expect("\(read.kind)" == "\(kind)")
                }
            }
        }
    }

    @Test func `an entry of a log has its form after its chain`() {
        #expect(LogEntry.seal(GroupBuffer(), number: 1, term: 1, after: 0).entry.bytes[4] == 1)
    }

    @Test func `an export names its version first`() {
        var line: [UInt8] = []
        ExportHeader(exportedAt: 0).append(to: &line)

        #expect(
            String(decoding: line, as: UTF8.self).hasPrefix(
                #"{"format":"progressd-export","version":5,"readBy":"0.4.0","#
            )
        )
    }
}
