import ProgressCore
import Testing

@testable import ProgressWire

/// Every member of the table reaches each place that keeps or shows members.
struct MemberTests {
    private static let id = ProgressID(high: 1, low: 2)

    /// A value that is not the default, as JSON.
    private static func sample(_ member: Member) -> String {
        switch member {
        case .totalUnitCount, .fileTotalCount: "70"
        case .completedUnitCount, .fileCompletedCount: "7"
        case .isCancellable: "false"
        case .isPausable, .removeWhenFinished: "true"
        case .name, .reason, .kind, .fileOperationKind, .fileURL: #""text""#
        case .localizedDescription, .localizedAdditionalDescription: #""text""#
        case .failure:
            #"{"message":"te","code":"xt","by":{"role":"reporter","user":"us"},"at":"1970-01-01T00:00:01.000Z"}"#
        case .estimatedTimeRemaining, .throughput, .leaseSeconds: "2.5"
        case .userInfo: #"{"":""}"#
        case .labels: #"{"te":"xt"}"#
        case .urls: #"{"log":"https://example.org/a?b=c#d"}"#
        case .control:
            #"{"action":"cancel","reason":"text","by":{"role":"operator","user":"us"},"at":"1970-01-01T00:00:01.000Z"}"#
        }
    }

    /// Whether a change of the member alone is a `progress` event; of any other it is a `state` event.
    private static func isProgress(_ member: Member) -> Bool {
        switch member {
        case .totalUnitCount, .completedUnitCount, .fileTotalCount, .fileCompletedCount: true
        case .estimatedTimeRemaining, .throughput, .localizedDescription, .localizedAdditionalDescription: true
        case .isCancellable, .isPausable, .removeWhenFinished, .name, .failure, .reason, .kind: false
        case .fileOperationKind, .fileURL, .userInfo, .labels, .urls, .leaseSeconds, .control: false
        }
    }

    private static func textByteCount(_ value: MemberValue?) -> Int {
        switch value {
        case .text(let text): text.utf8.count
        case .object(let text): text.count
        case .texts(let texts): texts.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count }
        case .failure(let failure): (failure.message + (failure.code ?? "") + (failure.by?.user ?? "")).utf8.count
        case .control(let control): (control.reason ?? "").utf8.count + (control.by.user ?? "").utf8.count
        case nil, .integer, .number: 0
        }
    }

    /// A tree with one node that has the sample of `member`, set as clients set it, and its changes since it was made.
    private func tree(_ member: Member) throws -> ProgressTree {
        var tree = ProgressTree()
        tree.beginRecording()
        var new = NewProgress(id: Self.id)
        new.counts = Counts(total: 50, completed: 0)
        _ = try tree.insert([new], at: 1_000)
        let index = try tree.find(Self.id)
        tree.forest.recordsTouches = true
        tree.changes.removeAll()
        switch member {
        case .failure:
            try tree.fail(
                index,
                ProgressDetails.Failure(message: "te", code: "xt"),
                by: Caller(role: .reporter, user: "us"),
                at: 1_000
            )
        case .control:
            let caller = Caller(role: .operator, user: "us")
            try tree.control(index, .cancel, reason: "text", by: caller, at: 1_000)
        case .reason: try tree.control(index, .cancel, reason: "text", by: Caller(role: .operator), at: 1_000)
        default:
            let body = try PatchBody(JSONReader.parse(Array(#"{"\#(member.rawValue)":\#(Self.sample(member))}"#.utf8)))
            _ = try tree.edit(index, body.edits(for: nil), at: 1_000)
        }
        return tree
    }

    private func record(_ member: Member) throws -> ProgressRecord {
        var tree = try tree(member)
        var record: ProgressRecord?
        _ = tree.takeUnsaved(most: 10) { unsaved in
            if case .node(let stored) = unsaved { record = ProgressRecord(stored, uncleanEndCount: 0) }
        }
        return try #require(record)
    }

    private func bytes(_ record: ProgressRecord) -> [UInt8] {
        var bytes: [UInt8] = []
        record.append(to: &bytes)
        return bytes
    }

    private func line(_ record: ProgressRecord) -> String {
        var bytes: [UInt8] = []
        record.appendLine(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    private func snapshot(_ tree: borrowing ProgressTree) throws -> JSONObject {
        let snapshot = tree.snapshot(of: try tree.find(Self.id))
        var texts = SnapshotTexts()
        texts.description = Array((snapshot.details?.localizedDescription ?? "").utf8)
        texts.additionalDescription = Array((snapshot.details?.localizedAdditionalDescription ?? "").utf8)
        var bytes: [UInt8] = []
        bytes.appendOpenSnapshot(snapshot, texts, hidesUsers: false)
        return try JSONReader.parse(bytes + "}".utf8).objectValue(at: .root)
    }

    @Test(arguments: Member.allCases)
    func `a record and an export line of a member read back as they were`(member: Member) throws {
        let record = try record(member)

        let recordRead = try bytes(record).withUnsafeBytes { try ProgressRecord($0, of: Self.id) }
        let lineRead = try Array(line(record).utf8).withUnsafeBytes { try ProgressRecord(ExportLine.read($0).1) }

        #expect(line(record).contains(#""\#(member.rawValue)":\#(Self.sample(member))"#))
        #expect(line(recordRead) == line(record))
        #expect(bytes(lineRead) == bytes(record))
    }

    @Test func `the forms before the third carry addresses as labels, and read them back as addresses`() throws {
        var record = try record(.urls)
        var details = try #require(record.stored.details?.details)
        details.labels.set("urls.log", to: "a label of its own")
        record.stored.details = DetailsBox(details)
        var bytes: [UInt8] = []
        record.append(to: &bytes, as: ProgressRecord.secondForm)

        let read = try bytes.withUnsafeBytes { try ProgressRecord($0, of: Self.id) }

        #expect(read.stored.details?.details == details)
        #expect(line(read) == line(record))
    }

    @Test(arguments: Member.allCases) func `a snapshot shows a member`(member: Member) throws {
        let members = try snapshot(tree(member))

        let sample = try JSONReader.parse(Array(Self.sample(member).utf8))
        #expect(members[member.rawValue] == (member == .reason ? nil : sample))
    }

    @Test func `a snapshot shows every member, set or not, and no other`() throws {
        let plain = try snapshot(tree(.totalUnitCount))
        let detailed = try snapshot(tree(.kind))

        let names = Set(Member.allCases.map(\Member.rawValue)).union(Member.readOnly)
            .subtracting(["reason", "summary", "links", "children"])
        #expect(Set(plain.map { $0.key }) == names)
        #expect(Set(detailed.map { $0.key }) == names)
    }

    @Test(arguments: Member.recorded) func `the text of a member counts`(member: Member) throws {
        let stored = try record(member).stored
        let held = try tree(member).heldTextByteCount

        #expect(stored.value(of: member) != nil)
        #expect(held == Member.recorded.reduce(0) { $0 + Self.textByteCount(stored.value(of: $1)) })
    }

    @Test(arguments: Member.allCases) func `a change of a member is progress, or more`(
        member: Member
    ) throws {
        let kinds = try #require(tree(member).changes.touches.first?.kinds)

        #expect((kinds == .progress) == Self.isProgress(member))
    }

    @Test func `details have no property that is no member`() {
        // A property with a wrapper is stored under its name with an underscore.
        let properties = Mirror(reflecting: ProgressDetails()).children.compactMap { child in
            child.label.map { String($0.drop { $0 == "_" }) }
        }

        // The tree sets the run, with the name; the traces of control calls are beside the details.
        let members = Set(Member.recorded.map(\.rawValue)).subtracting(["control", "reason"])
        #expect(Set(properties) == members.union(["run"]))
    }

    @Test func `bits and names are those of the format`() {
        let recorded = Member.recorded.map { "\($0.rawValue) \($0.bit ?? 0)" }

        #expect(
            recorded == [
                "name 6", "kind 7", "fileOperationKind 8", "fileURL 9", "fileTotalCount 10", "fileCompletedCount 11",
                "estimatedTimeRemaining 12", "throughput 13", "userInfo 14", "labels 15", "localizedDescription 16",
                "localizedAdditionalDescription 17", "leaseSeconds 18", "failure 19", "reason 21", "urls 22",
                "control 26",
            ]
        )
    }
}
