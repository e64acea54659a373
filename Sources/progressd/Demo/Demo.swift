import ArgumentParser
import Glibc
import Logging
import Platform
import ProgressRegistry
import ProgressServer
import ProgressTelemetry

/// The service with work to look at. It keeps everything in memory and listens on loopback only.
struct Demo: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Run the service with living examples to look at, until Ctrl-C.",
        discussion: """
            A nightly backup with earlier runs, an import of photos with parallel downloads, a deploy of which a part \
            fails, a paused job and an open-ended crawl. They report over HTTP, as any program would, and obey pause, \
            resume and cancel. Nothing is kept.
            """
    )

    @Option(help: "The port on 127.0.0.1; 0 takes a free one.") private var port: UInt16 = 8080
    @Option(help: "Path below which everything answers, such as /team-a.") private var pathPrefix = ""
    @Option(help: "What varies between two demonstrations: the same seed gives the same one.") private var seed = 1

    func run() throws {
        let clock = DemoClock()
        var configuration = Configuration()
        configuration.port = port
        configuration.pathPrefix = pathPrefix
        configuration.retentionSeconds = 600
        let log = ServiceLog(Logger(label: "progressd") { _ in StandardErrorHandler(level: .warning, format: .logfmt) })
        let server: Server
        do {
            server = try Server(configuration: configuration, clock: clock.service, log: log)
            try server.start()
        } catch {
            throw Refusal(line: error.description, status: error.exitStatus)
        }
        let isOver = Flag()
        let seed = UInt64(bitPattern: Int64(seed))
        let script = DemoScript(server.port, below: configuration.pathPrefix, seed: seed, clock: clock)
        let thread = Thread { [address = server.address + configuration.pathPrefix] in
            var script = script
            script.catchUp(until: isOver)
            if !isOver.isRaised { Self.explain(address) }
            script.play(until: isOver)
        }.start()
        _ = TerminationSignals.wait()
        isOver.raise()
        pthread_join(thread, nil)
        server.stop()
    }

    private static func explain(_ address: String) {
        Console.say(
            """
            progressd listening on \(address)

            Open \(address)/ and one of its trees, or in a terminal:
              curl -N '\(address)/progress/photo-import.txt?follow=true'
              curl -X POST \(address)/v1/progress/photo-import/pause
              curl -X POST \(address)/v1/progress/photo-import/resume
            The reference: \(address)/docs
            Stop: Ctrl-C
            """
        )
    }
}
