import ArgumentParser
import Glibc
import ProgressRegistry
import ProgressServer

struct Healthcheck: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Ask the service on this host whether it is ready: exit status 0, or 1 if not.",
        discussion: "Waits up to 3 seconds for the answer. Meant for containers."
    )

    private static let patience: Int64 = 3

    @OptionGroup var options: SettingOptions<SettingTable.Listening>

    func run() throws {
        var settings = Settings()
        try options.read(into: &settings)
        let configuration = settings.configuration
        let call = BlockingCall(host: configuration.host, port: configuration.port, within: Self.patience)
        let reply: [UInt8]
        do throws(CallError) {
            // `HTTP/1.1 200`.
            reply = try call.reply(to: "GET /readyz HTTP/1.1", "Connection: close\r\n\r\n", first: 12)
        } catch {
            throw Refusal.notReady(Self.text(error))
        }
        let status = reply.count < 12 ? nil : Int(String(decoding: reply[9..<12], as: UTF8.self))
        guard let status, reply.starts(with: "HTTP/1.".utf8) else { throw Refusal.notReady("the answer is not HTTP") }
        guard status == 200 else { throw Refusal.notReady("/readyz answered \(status)") }
    }

    private static func text(_ error: CallError) -> String {
        switch error {
        case .unknownHost(let host, let reason): "cannot resolve \(host): \(reason)"
        case .system(let call, let code): "\(call): \(strerror(code).map { String(cString: $0) } ?? "error \(code)")"
        case .tooLate: "no answer within \(patience) seconds"
        }
    }
}
