import ProgressCore
import Synchronization

extension Endpoints {
    func metrics(_ answer: Answer) -> Outcome {
        answer.contentType = "text/plain; version=0.0.4; charset=utf-8"
        answer.cacheControl = "no-store"
        return .continues(MetricsAnswer(self))
    }

    /// Appends the counters in Prometheus text.
    func appendMetrics(to bytes: inout [UInt8]) {
        let (nodes, roots, reservations, streams, text) = registry.enter(from: reactor) { registry in
            (
                registry.tree.nodeCount, registry.tree.rootsCount, registry.tree.reservationCount,
                registry.streams.count, registry.tree.heldTextByteCount
            )
        }
        let metrics = service.metrics
        append("progressd_nodes", "gauge", "Progresses held.", nodes, to: &bytes)
        append("progressd_roots", "gauge", "Progresses without a parent.", roots, to: &bytes)
        append("progressd_reservations", "gauge", "Reservations held.", reservations, to: &bytes)
        append("progressd_streams", "gauge", "Streams and waiting requests.", streams, to: &bytes)
        append("progressd_text_bytes", "gauge", "Clients' text held.", text, to: &bytes)
        append(
            "progressd_requests_total",
            "counter",
            "Requests answered.",
            metrics.requests.load(ordering: .relaxed),
            to: &bytes
        )
        append(
            "progressd_problems_total",
            "counter",
            "Requests answered with a problem.",
            metrics.problems.load(ordering: .relaxed),
            to: &bytes
        )
        append(
            "progressd_events_sent_total",
            "counter",
            "Events sent on streams.",
            metrics.eventsSent.load(ordering: .relaxed),
            to: &bytes
        )
        append(
            "progressd_readers_skipped_total",
            "counter",
            "Events merged because a reader was behind.",
            metrics.readersSkipped.load(ordering: .relaxed),
            to: &bytes
        )
        append(
            "progressd_resets_total",
            "counter",
            "Streams that were told to start anew.",
            metrics.resets.load(ordering: .relaxed),
            to: &bytes
        )
    }

    private func append(_ name: String, _ type: String, _ help: String, _ value: Int, to bytes: inout [UInt8]) {
        bytes.append(contentsOf: "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n\(name) \(value)\n".utf8)
    }
}
