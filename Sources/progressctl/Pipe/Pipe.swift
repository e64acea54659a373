import ArgumentParser
import Glibc

struct Pipe: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Pass standard input to standard output, and count the bytes.",
        discussion: HelpText.text(
            """
            Like pv, for readers elsewhere too: where standard error is a terminal, it gets pv's line. While the progress is
            paused nothing is read, so the pipeline waits; when it
            is cancelled, this ends, and the pipeline with it. A service that cannot be reached costs one warning.

            EXAMPLES
              pg_dump shop | progressctl pipe --name dump | zstd > shop.zst
              progressctl pipe --size 4700000000 < image.iso > /dev/sdb
              tar -c /srv | progressctl pipe --size "$(du -sb /srv | cut -f1)" > srv.tar

            Exit status: 0 all was passed on; 1 it could not be read or written; 130 cancelled; 64 the command line cannot be
            read.
            """,
            end: nil
        )
    )

    @Option(
        help: ArgumentHelp(
            "How many bytes there will be, as far as is known; a file on standard input says it itself.",
            valueName: "n"
        )
    )
    var size: Int64?

    @Option(
        help: ArgumentHelp("Name of the progress; the next run takes it over, and cancels this one.", valueName: "name")
    )
    var name: String?

    @Option(help: ArgumentHelp("What readers see.", valueName: "text"))
    var title = "pipe"

    @Option(help: ArgumentHelp("For finding it again; repeatable.", valueName: "key=value"))
    var label: [String] = []

    @Flag(name: .shortAndLong, help: "Draw nothing on the terminal.")
    var quiet = false

    @OptionGroup var work: WorkOptions

    func validate() throws {
        if let size, size < 0 { throw ValidationError("A size is not negative.") }
        try ProgressName.check(name)
        _ = try Labels.pairs(label)
    }

    func run() throws {
        let work = try ReportTarget(self.work.service, labels: label, urls: self.work.urls)
        do throws(RunFailure) {
            let (signals, _) = try SignalPipe.open([SIGINT, SIGTERM, SIGHUP, SIGPIPE])
            let size = size ?? Self.sizeOfInput()
            let node = work.begin(name: name, title: title, total: size, isPausable: true, isFile: true)
            var transfer = PipeTransfer(node, size: size, signals: signals, line: line(size))
            Glibc.exit(transfer.run())
        } catch {
            Console.complain(error.line)
            Glibc.exit(1)
        }
    }

    private func line(_ size: Int64?) -> PipeLine? {
        quiet || !Terminal.error.isCapable ? nil : PipeLine(.error, size: size)
    }

    /// The number of bytes left in a file; nil for anything else.
    private static func sizeOfInput() -> Int64? {
        var status = stat()
        guard fstat(STDIN_FILENO, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return max(0, Int64(status.st_size) - max(0, Int64(lseek(STDIN_FILENO, 0, SEEK_CUR))))
    }
}
