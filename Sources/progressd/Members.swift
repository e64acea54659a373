import ArgumentParser
import Platform
import ProgressLog
import ProgressRecords

struct Members: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show the replicas of a cluster, and decide when they may write a newer form of records.",
        discussion: """
            A newer form is written by itself once every replica has read it for ten minutes; from then on no older \
            version can take part. At most one of --hold, --release, --raise and --forget changes something before the \
            members are shown. Exit status: 0 done, 1 it cannot be done now, 64 the command line cannot be read, 78 the \
            cluster cannot be used.
            """
    )

    @Option(help: ArgumentHelp("The database of the cluster. (PROGRESSD_CLUSTER)", valueName: "url"))
    var cluster: String?
    @Option(help: ArgumentHelp("Tells clusters in one database apart. (PROGRESSD_CLUSTER_NAME)", valueName: "name"))
    var clusterName: String?
    @ArgumentParser.Flag(help: "Print one JSON object instead of a table.")
    var json = false
    @ArgumentParser.Flag(help: "Write no newer form until --release: an older version can take any replica's place.")
    var hold = false
    @ArgumentParser.Flag(help: "End a --hold.")
    var release = false
    @ArgumentParser.Flag(help: "Write the newest form that all read, now; says that no version before 0.3 is left.")
    var raise = false
    @Option(help: ArgumentHelp("Wait no longer for a replica that is gone.", valueName: "id"))
    var forget: String?

    /// Nanoseconds for one answer of the database.
    private static let patience: UInt64 = 10_000_000_000

    private static var deadline: UInt64 { MonotonicClock.now() + patience }

    func run() throws {
        guard [hold, release, raise, forget != nil].count(where: { $0 }) <= 1 else {
            throw Refusal.usage("--hold, --release, --raise and --forget exclude each other")
        }
        let log = try PlaceOptions.log(url: cluster, name: clusterName)
        TerminationSignals.unblock()
        let obstacle: String?
        do throws(LogFailure) {
            obstacle = try change(log)
            let report = try MemberReport(log, by: Self.deadline)
            if obstacle == nil { Console.say(json ? report.json : report.text) }
        } catch {
            throw Refusal.configuration("--cluster: \(error)")
        }
        if let obstacle { throw Refusal(line: obstacle, status: 1) }
    }

    /// - Returns: why it was not done; nil: it was done, or there was nothing to do.
    private func change(_ log: any GroupLog) throws(LogFailure) -> String? {
        if hold { _ = try log.order(.hold, by: Self.deadline) }
        if release { _ = try log.order(.release, by: Self.deadline) }
        if raise { return try allow(log) }
        guard let forget else { return nil }
        return try log.withdraw(forget, by: Self.deadline) ? nil : "no replica has the id \(forget)"
    }

    private func allow(_ log: any GroupLog) throws(LogFailure) -> String? {
        let report = try MemberReport(log, by: Self.deadline)
        switch report.prospect {
        case .newest, .held, .heldBy: return report.sentence
        case .awaitsOperator(let form), .settles(let form), .mayBeWritten(let form):
            return try log.order(.allow(form), by: Self.deadline) ? nil : "the form is held: --release ends that"
        }
    }
}
