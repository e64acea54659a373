import MicroHTTPD
import ProgressDelivery
import ProgressHTTP

/// What one reactor has counted. The reactor's thread counts, any thread reads.
struct ReactorMetrics: Sendable {
    let calls = CallMetrics()
    let streams = StreamMetrics()
    /// What libmicrohttpd's side of the reactor has counted, as of its last turn.
    let connections: @Sendable () -> ReactorCounters

    var reading: MetricsReading {
        MetricsReading(calls: calls.reading, streams: streams.reading, connections: connections())
    }
}

/// What reactors had counted at one moment.
struct MetricsReading {
    let calls: CallReading
    let streams: StreamReading
    let connections: ReactorCounters

    static func + (lhs: MetricsReading, rhs: MetricsReading) -> MetricsReading {
        MetricsReading(
            calls: lhs.calls + rhs.calls,
            streams: lhs.streams + rhs.streams,
            connections: lhs.connections + rhs.connections
        )
    }
}
