import CProcess
import FoundationEssentials
import Glibc
import ProgressClient

/// A program of the operator, which gets the message of a webhook on standard input. Status 0 means delivered.
struct Command: Receiver {
    let words: [String]

    var summary: String { words.joined(separator: " ") }

    /// The time after which the program is killed.
    private static let patience: Duration = .seconds(60)

    /// Changes that remove rights on the service from our environment; no program of a rule needs them.
    private static var withoutRights: [String: String?] {
        var changes: [String: String?] = [:]
        for name in ["PROGRESSD_TOKEN", "PROGRESSD_TOKENS", "PROGRESSD_RESERVATION"] { changes[name] = .some(nil) }
        if let address = Environment["PROGRESSD_URL"] { changes["PROGRESSD_URL"] = ServiceAddress.shown(address) }
        return changes
    }

    func take(_ notice: Notice, page: String, at now: Date) async -> Receipt {
        guard let body = try? Webhook.body(of: notice, page: page) else { return .refused("cannot be written as JSON") }
        let variables = [
            "PROGRESSD_NOTICE_ID": notice.id,
            "PROGRESSD_OCCASION": notice.kind.rawValue,
            "PROGRESSD_ID": notice.progress.id,
            "PROGRESSD_NAME": notice.progress.name ?? "",
            "PROGRESSD_TITLE": notice.title,
            "PROGRESSD_PAGE": page,
        ]
        return await Self.run(words, input: Array(body), variables)
    }

    static func run(_ words: [String], input: [UInt8], _ variables: [String: String]) async -> Receipt {
        let name = words[0]
        let child: ChildProcess
        do throws(RunFailure) {
            let standardInput = try file(with: input)
            child = try ChildProcess.start(
                words.map { Array($0.utf8CString) },
                environment: ChildEnvironment.environment(
                    changing: withoutRights.merging(variables.mapValues { $0 }) { $1 }
                ),
                descriptors: [(standardInput, as: STDIN_FILENO)],
                caught: []
            )
        } catch {
            return .failed(error.line, wait: 0)
        }
        let end = ContinuousClock.now + patience
        while true {
            if case .ended(let end)? = child.change() {
                return end == .exited(0) ? .done : .failed(end.reason(name), wait: 0)
            }
            if ContinuousClock.now > end { break }
            try? await Task.sleep(for: .milliseconds(20))
        }
        child.signal(SIGKILL)
        while child.change() == nil { try? await Task.sleep(for: .milliseconds(20)) }
        return .failed("\(name) took longer than a minute", wait: 0)
    }

    /// A temporary file without a name; a pipe could fill up before the program reads all of the input.
    private static func file(with bytes: [UInt8]) throws(RunFailure) -> Descriptor {
        guard let stream = tmpfile() else { throw RunFailure("cannot make a file", errno) }
        defer { fclose(stream) }
        let file = Descriptor(fcntl(fileno(stream), F_DUPFD_CLOEXEC, 3))
        Console.write(bytes, to: file.number)
        lseek(file.number, 0, SEEK_SET)
        return file
    }
}
