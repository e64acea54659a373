import ArgumentParser
import Glibc
import ProgressClient
import ProgressParsers

struct Run: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Run a command, show how far it is, and let others pause or cancel it.",
        usage: "progressctl run [<options>] -- <command> ...",
        discussion: HelpText.text(
            """
            The command runs unchanged: its output passes through as it is, on a terminal as on a pipe, and its exit
            status is the one that you get. A service that cannot be reached costs one warning. No output is sent to the
            service, only counts, and the names of phases and files where a program tells them.

            How far it is comes from what it prints. These are known: restic --json, rclone --use-json-log --stats 1s
            --stats-log-level NOTICE, borg --log-json --progress, rsync --info=progress2, git --progress, apt-get (by
            APT::Status-Fd, which is added), ninja, curl, wget, aria2c, dd status=progress, ffmpeg, 7z, zip, zstd, pip, pytest;
            else a percentage, n/m, or amounts of bytes that grow: a guess is believed the second time. --parser none
            guesses nothing. A command may also write N/M into the file that ARGO_PROGRESS_FILE names.

            On a terminal, a command whose input is the terminal has all keys, Ctrl-C and Ctrl-Z too, as without this
            program. Many programs say how far they are to a terminal only: where there is none, as in cron, CI and
            containers, --tty gives them one, and passes on each line as it is in the end.

            Pause stops the command and all that it has started, resume continues it. Cancel interrupts it, so that it can
            clean up; after 10 s it is terminated, after 5 s more killed. An interrupt of this program does the same without
            the time limits, and the second one kills at once. A cancel does not stop at the command: what it has left
            running is terminated
            1 s after its end, and killed 1 s later.

            It ends when every process has closed the command's output, as a pipeline does. With --parser none the
            command inherits this program's output, and nothing is read: for programs that draw on the terminal, and
            those that leave a server running.

            A command that dies of SIGPIPE because its output is no longer read (progressctl run -- yes | head) has
            finished. If this program is killed, the command is not: it continues unseen, dies of SIGPIPE with the next line
            that it prints, and its progress is stalled after 60 s.

            EXAMPLES
              progressctl run -- restic backup --json /home
              progressctl run --name nightly -- rsync -a --info=progress2 /srv /backup
              progressctl run --title "Build" --label host=db1 -- ninja -C out
              progressctl run --parser percent -- ./convert.sh
              progressctl run --tty -- npm ci
              progressctl run --no-pause -- ./migrate --hold-lock

            Exit status: that of the command; 128+n when signal n ended it; 127 there is no such command; 126 it cannot be
            run; 1 its output could not be written; 64 the command line cannot be read.
            """,
            end: nil
        )
    )

    @Option(
        help: ArgumentHelp("Name of the progress; the next run takes it over, and cancels this one.", valueName: "name")
    )
    var name: String?

    @Option(help: ArgumentHelp("For finding it again; repeatable.", valueName: "key=value"))
    var label: [String] = []

    @Option(help: ArgumentHelp("How many units there are, where the output does not say.", valueName: "n"))
    var total: Int64?

    @Option(help: ArgumentHelp("What readers see; the name of the command if left out.", valueName: "text"))
    var title: String?

    @Option(
        help: ArgumentHelp("How to read the output: \(Program.allCases.map(\.rawValue).joined(separator: ", ")).")
    )
    var parser = Program.auto

    @Option(
        help: ArgumentHelp(
            "Give the command a terminal where there is none; --tty=raw passes on what it draws again, too.",
            valueName: "how"
        )
    )
    var tty: TerminalRequest?

    @Option(help: ArgumentHelp("What cancel sends first.", valueName: "signal"))
    var cancelSignal = SignalName(SIGINT)

    @Flag(help: "Do not stop the command while its progress is paused.")
    var noPause = false

    @OptionGroup var work: WorkOptions

    @Argument(
        parsing: .captureForPassthrough,
        help: ArgumentHelp("The command and its arguments.", valueName: "command")
    )
    var words: [String]

    func validate() throws {
        if ["--help", "-h"].contains(words.first) { throw CleanExit.helpRequest(self) }
        if let word = words.first, word.hasPrefix("-"), word != "--" {
            throw ValidationError("Unknown option \(word).")
        }
        if command.isEmpty { throw ValidationError("There is no command to run.") }
        try ProgressName.check(name)
        _ = try Labels.pairs(label)
    }

    /// The words without a leading `--`.
    private var command: [String] { words.first == "--" ? Array(words.dropFirst()) : words }

    func run() throws {
        let work = try ReportTarget(self.work.service, labels: label, urls: self.work.urls)
        var foreground = Foreground(isTheCommands: Foreground.isTheCommands)
        do throws(RunFailure) {
            let (signals, caught) = try SignalPipe.open(Supervision.signals)
            let plan = CommandPlan(command, parser, caught: caught, tty: tty, keepsTerminal: foreground.isTheCommands)
            let (child, output) = try plan.start()
            end(wait(for: child, output, work, signals, foreground))
        } catch {
            foreground.takeBack()
            Console.complain(error.line)
            begin(work)?.fail(error.line, code: "\(error.status)")
            Glibc.exit(error.status)
        }
    }

    /// Returns when the command has ended, and its end is reported or about to be.
    private func wait(
        for child: ChildProcess,
        _ output: CommandOutput,
        _ work: ReportTarget,
        _ signals: Descriptor,
        _ foreground: Foreground
    ) -> CommandEnd {
        let report = CommandReport(begin(work), of: work, total: total)
        let supervision = Supervision(cancelSignal: cancelSignal.number, obeysPause: !noPause)
        var run = CommandRun(child, output, supervision, report, signals: signals, foreground: foreground)
        let end = run.wait()
        report.end(end, baseName, wasEnded: run.wasEnded, loss: run.loss, hasLostReader: run.hasLostReader)
        return end == .exited(0) && run.loss != nil ? .exited(1) : end
    }

    private func begin(_ work: ReportTarget) -> ReportedNode? {
        work.begin(name: name, title: title ?? baseName, total: total, isPausable: !noPause)
    }

    private var baseName: String { command[0].split(separator: "/").last.map(String.init) ?? command[0] }

    /// Exits; the reporter sends the last reports meanwhile.
    private func end(_ end: CommandEnd) -> Never { Glibc.exit(end.status) }
}

extension Program: ExpressibleByArgument {}
