import MicroHTTPD
import ProgressCore
import ProgressDelivery
import ProgressHTTP
import ProgressRegistry
import ProgressStore
import ProgressStreams
import ProgressTelemetry

/// The body of `/metrics`.
struct MetricsPage {
    var text = PrometheusText()

    static func bytes(
        _ held: RegistryGauges,
        _ counted: MetricsReading,
        _ configuration: Configuration,
        _ process: ProcessFacts,
        _ storage: StorageReading,
        _ cluster: ClusterReading?,
        _ readiness: ReadinessFacts
    ) -> [UInt8] {
        var page = MetricsPage()
        // Each replica has the same trees: a sum over all of them is right if only the writer counts.
        if cluster.map({ $0.role == .writer }) ?? true { page.write(held) }
        page.writeLimits(configuration)
        page.writeRequests(counted.calls)
        page.writeWrites(counted.calls)
        page.writeStreams(counted.streams, held, counted.connections)
        page.writeConnections(counted.connections)
        page.write(storage)
        if let cluster { page.write(cluster, forwarded: counted.forwards) }
        page.write(readiness)
        page.write(process)
        return page.text.bytes
    }

    private mutating func write(_ held: RegistryGauges) {
        text.begin("progressd_nodes", .gauge, "Progresses held, by state; counted in slices, not at one instant.")
        for state in ProgressState.allCases {
            text.sample([("state", .fixed(state.name))], held.nodes[Int(state.rawValue)])
        }
        text.write("progressd_roots", .gauge, "Progresses without a parent.", held.roots)
        text.write("progressd_reservations", .gauge, "Reservations held.", held.reservations)
        text.write("progressd_grants", .gauge, "Grants held.", held.grants)
        text.write("progressd_text_bytes", .gauge, "Client text held.", held.textBytes)
    }

    private mutating func writeLimits(_ limits: Configuration) {
        text.write("progressd_nodes_limit", .gauge, "Progresses that may be held.", limits.maximumNodes)
        text.write(
            "progressd_reservations_limit",
            .gauge,
            "Reservations that may be held.",
            limits.maximumReservations
        )
        text.write("progressd_grants_limit", .gauge, "Grants that may be held.", limits.maximumGrants)
        text.write("progressd_text_limit_bytes", .gauge, "Client text that may be held.", limits.maximumTextBytes)
        text.write(
            "progressd_streams_limit",
            .gauge,
            "Streams and waiting requests that may be open in all.",
            limits.maximumStreams
        )
        text.write("progressd_connections_limit", .gauge, "Connections that may be open.", limits.maximumConnections)
    }

    private mutating func writeRequests(_ counted: CallReading) {
        text.begin("progressd_requests_total", .counter, "Requests answered and streams started.")
        for requestClass in RequestClass.allCases {
            for (place, code) in CodeClass.names.enumerated() {
                text.sample(
                    [("class", .text(requestClass.label)), ("code", .fixed(code))],
                    counted.requests[requestClass.rawValue * CodeClass.count + place]
                )
            }
        }
        text.begin(
            "progressd_request_duration_seconds",
            .histogram,
            "Time from reading a complete request to handing over its reply."
        )
        for requestClass in RequestClass.allCases {
            text.samples([("class", .text(requestClass.label))], counted.durations[requestClass.rawValue])
        }
        text.begin("progressd_problems_total", .counter, "Problems sent, by slug, batch lines included.")
        for type in ProblemType.allCases {
            text.sample([("type", .text(type.slug))], counted.problems[type.rawValue])
        }
    }

    private mutating func writeWrites(_ counted: CallReading) {
        text.begin("progressd_writes_total", .counter, "Write calls, batch lines included.")
        for operation in WriteOperation.allCases {
            for result in WriteResult.allCases {
                text.sample(
                    [("operation", .text(operation.label)), ("result", .text(result.label))],
                    counted.writes[operation.rawValue * WriteResult.allCases.count + result.rawValue]
                )
            }
        }
        text.begin("progressd_batch_lines_total", .counter, "Batch lines answered.")
        for result in WriteResult.allCases {
            text.sample([("result", .text(result.label))], counted.batchLines[result.rawValue])
        }
        text.begin(
            "progressd_directive_latency_seconds",
            .histogram,
            "Time from a pause or cancel to the reply that tells the worker, for the newest 4096 progresses."
        )
        for (place, directive) in [Directive.pause, .cancel].enumerated() {
            text.samples([("directive", .fixed(directive.name))], counted.latencies[place])
        }
    }

    private mutating func writeStreams(
        _ counted: StreamReading,
        _ held: RegistryGauges,
        _ connections: ReactorCounters
    ) {
        text.write("progressd_streams", .gauge, "Streams open.", counted[.open])
        text.write("progressd_waiting_requests", .gauge, "Requests waiting (Prefer: wait).", counted[.waiting])
        text.begin("progressd_events_sent_total", .counter, "Events sent on streams, by type.")
        for kind in EventKind.allCases {
            text.sample([("type", .fixed(kind.name))], counted.events[kind.position])
        }
        text.write(
            "progressd_updates_merged_total",
            .counter,
            "Changes of watched progresses replaced by newer ones before they were sent.",
            counted[.merged] + held.merged
        )
        text.write(
            "progressd_readers_skipped_total",
            .counter,
            "Events skipped for slow readers, which get the newest state instead.",
            counted[.skipped]
        )
        text.write(
            "progressd_readers_cut_off_total",
            .counter,
            "Streams closed because their reader read nothing for too long.",
            Int(clamping: connections.stalledStreams)
        )
        text.write(
            "progressd_resets_total",
            .counter,
            "Streams reset, so that their readers start again.",
            counted[.resets]
        )
        text.write(
            "progressd_backlog_collapses_total",
            .counter,
            "Streams that owed their reader too many changes, and walk over what they show instead.",
            counted[.collapses]
        )
        text.write(
            "progressd_stream_backlog_bytes",
            .gauge,
            "Memory for what streams owe their readers.",
            counted[.backlog]
        )
    }

    private mutating func writeConnections(_ counted: ReactorCounters) {
        text.write("progressd_connections", .gauge, "Connections open, streams included.", counted.open)
        text.write(
            "progressd_connections_accepted_total",
            .counter,
            "Connections accepted.",
            Int(clamping: counted.acceptedConnections)
        )
        text.write(
            "progressd_connections_refused_total",
            .counter,
            "Connections above the limit: answered 503, or closed.",
            Int(clamping: counted.excessConnections)
        )
        text.write(
            "progressd_requests_refused_total",
            .counter,
            "Requests refused for their head or the size of their body before they were routed.",
            Int(clamping: counted.refusedRequests)
        )
        text.write(
            "progressd_slow_requests_total",
            .counter,
            "Connections ended because a request did not arrive in time.",
            Int(clamping: counted.slowRequests)
        )
    }

    private mutating func write(_ readiness: ReadinessFacts) {
        text.begin("progressd_build_info", .gauge, "Running versions; always 1.")
        text.sample([("version", .text(Release.version)), ("libmicrohttpd", .text(LibraryVersion.text))], 1)
        text.write("progressd_ready", .gauge, "1 while /readyz reports ready.", readiness.refusal == nil ? 1 : 0)
        text.write(
            "progressd_ready_for_writes",
            .gauge,
            "1 while /readyz/writes reports ready.",
            readiness.writeRefusal == nil ? 1 : 0
        )
    }

    private mutating func write(_ process: ProcessFacts) {
        text.write(
            "process_start_time_seconds",
            .gauge,
            "Start of the process, in Unix time.",
            process.startedAt,
            scale: 3
        )
        let cpu = process.cpuMicroseconds
        text.write("process_cpu_seconds_total", .counter, "CPU time, user and system.", cpu, scale: 6)
        if let (virtual, resident) = process.memory {
            text.write("process_virtual_memory_bytes", .gauge, "Address space.", virtual)
            text.write("process_resident_memory_bytes", .gauge, "Memory in use.", resident)
        }
        if let open = process.openDescriptors {
            text.write("process_open_fds", .gauge, "Descriptors open.", open)
        }
        if let most = process.maximumDescriptors {
            text.write("process_max_fds", .gauge, "Descriptors that may be open.", most)
        }
    }
}

/// The content of the registry in numbers, read in one entry; the states are counted before, in slices.
struct RegistryGauges {
    /// Indexed by the raw values of `ProgressState`.
    let nodes: [Int]
    let roots: Int
    let reservations: Int
    let grants: Int
    let textBytes: Int
    /// Changes that were merged before a reactor took them.
    let merged: Int

    init(nodes: [Int], _ registry: RegistryState) {
        self.nodes = nodes
        roots = registry.tree.forest.rootsCount
        reservations = registry.tree.reservationCount
        grants = registry.access.grantCount
        textBytes = registry.tree.heldTextByteCount
        merged = registry.mailboxes.reduce(0) { $0 + $1.mergedCount }
    }
}
