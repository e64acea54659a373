import Foundation
import ProgressCore
import ProgressLocalization
import ProgressStreams

@testable import ProgressDelivery

/// Frames of events, read back by a strict reader of streams and by Foundation.
enum EventSubject {
    static func fault(_ input: [UInt8]) -> String? {
        var draw = ByteDraw(input)
        if draw.byte() % 8 == 0 { return faultOfRemoval(&draw) }
        let kind = EventKind(rawValue: draw.byte() % 4) ?? .snapshot
        let language = Language.all[Int(draw.byte()) % Language.all.count]
        let snapshot = snapshot(&draw)
        var renderer = FrameWriter(epoch: [])
        let shown = ShownNode(snapshot)
        let frame = renderer.frame(kind, shown, withSummary: false, language, hidesUsers: false)
        guard renderer.frame(kind, shown, withSummary: false, language, hidesUsers: false) == frame else {
            return "is rendered in two ways"
        }
        switch SSEReader.onlyEvent(frame, named: "\(kind)") {
        case .failure(let fault): return fault.text
        case .success(let data): return difference(data, snapshot, kind)
        }
    }

    private static func faultOfRemoval(_ draw: inout ByteDraw) -> String? {
        let reasons: [RemovalReason] = [.gone, .deselected, .replaced]
        let reason = reasons[Int(draw.byte()) % reasons.count]
        let text = draw.text() ?? ""
        switch SSEReader.onlyEvent(FrameWriter.removed(text, reason), named: "removed") {
        case .failure(let fault): return fault.text
        case .success(let data):
            let isRight = hasText(data, "id", text) && hasText(data, "reason", reason.name.map { "\($0)" })
            return isRight ? nil : "\(text.debugDescription) is removed as \(data)"
        }
    }

    private static func snapshot(_ draw: inout ByteDraw) -> ProgressSnapshot {
        let id = ProgressID(high: UInt64(bitPattern: draw.int64()), low: 0)
        var snapshot = ProgressSnapshot(id: id, rootID: id)
        snapshot.totalUnitCount = draw.int64()
        snapshot.completedUnitCount = draw.int64()
        snapshot.fractionCompleted = Double(draw.int64().magnitude) / 7
        snapshot.version = draw.int64()
        let flags = draw.byte()
        snapshot.isCancelled = flags & 1 > 0
        snapshot.isPaused = flags & 2 > 0
        snapshot.hasUncreditedChildren = flags & 4 > 0
        if flags & 8 > 0 { snapshot.throughput = Double(draw.int64().magnitude) / 3 }
        if flags & 16 > 0 { snapshot.estimatedTimeRemaining = Double(draw.int64().magnitude) / 3 }
        let (details, reason) = texts(&draw)
        snapshot.details = details
        snapshot.trace = ControlTrace(nil, reason: reason)
        return snapshot
    }

    private static func texts(_ draw: inout ByteDraw) -> (details: ProgressDetails, reason: String?) {
        var details = ProgressDetails()
        details.name = draw.text()
        details.kind = draw.byte() % 2 == 0 ? "file" : draw.text()
        details.fileOperationKind = draw.text()
        details.fileURL = draw.text()
        details.fileTotalCount = draw.int64()
        details.fileCompletedCount = draw.int64()
        details.localizedDescription = draw.text()
        details.localizedAdditionalDescription = draw.text()
        let reason = draw.text()
        details.failure = draw.text().map { .init(message: $0, code: draw.text()) }
        details.labels = [.init(key: draw.text() ?? "", value: draw.text() ?? "")]
        return (details, reason)
    }

    private static func difference(
        _ data: [String: Any],
        _ snapshot: ProgressSnapshot,
        _ kind: EventKind
    ) -> String? {
        let details = snapshot.details ?? ProgressDetails()
        var texts = [("id", Optional(snapshot.id.description))]
        for (key, text) in [
            ("localizedDescription", details.localizedDescription),
            ("localizedAdditionalDescription", details.localizedAdditionalDescription),
        ] where text != nil { texts.append((key, text)) }
        if kind != .progress {
            texts += [
                ("name", details.name), ("kind", details.kind), ("fileURL", details.fileURL),
                ("fileOperationKind", details.fileOperationKind), ("state", "\(snapshot.state)"),
            ]
        }
        if kind == .state { texts.append(("reason", snapshot.trace?.reason)) }
        for (key, text) in texts where !hasText(data, key, text) { return "\(key) is \(data[key] ?? "not there")" }
        if kind != .progress {
            let (failure, labels) = (data["failure"] as? [String: Any], data["labels"] as? [String: Any])
            guard hasText(failure ?? [:], "message", details.failure?.message) else { return "the failure differs" }
            guard let label = details.labels.first, hasText(labels ?? [:], label.key, label.value) else {
                return "a label differs"
            }
        }
        let total = data["totalUnitCount"] as? NSNumber
        return total?.int64Value == snapshot.totalUnitCount ? nil : "the total is \(total ?? 0)"
    }

    /// Without byte order marks: Foundation's reader drops one at the start of a string, and after an escape.
    private static func hasText(_ object: [String: Any], _ key: String, _ text: String?) -> Bool {
        let value = object.first { unmarked($0.key) == unmarked(key) }?.value
        guard let text else { return value == nil || value is NSNull }
        return (value as? String).map { unmarked($0) == unmarked(text) } ?? false
    }

    private static func unmarked(_ text: String) -> [Unicode.Scalar] { text.unicodeScalars.filter { $0 != "\u{FEFF}" } }
}
