import FoundationEssentials
import ProgressClient

/// The destination of a rule's notices. Each attempt ends within about a minute.
protocol Receiver: Sendable {
    /// - Parameter page: the address at which people see the progress.
    func take(_ notice: Notice, page: String, at now: Date) async -> Receipt

    /// A description for the operator, without secrets.
    var summary: String { get }
}

/// The outcome of an attempt.
enum Receipt: Sendable {
    case done
    /// A failure that another attempt may overcome.
    /// - Parameter wait: seconds that the receiver asks for.
    case failed(String, wait: Double)
    /// A failure that another attempt would not overcome.
    case refused(String)
}

extension Receipt {
    /// Sends an HTTP request. Redirects are failures: only the configuration names addresses.
    static func sending(
        to url: String,
        _ headers: [(name: String, value: String)],
        _ body: Data
    ) async -> Receipt {
        let program = "progressctl/\(Release.version)"
        let headers = headers + [("Content-Type", "application/json"), ("User-Agent", program)]
        let request = ServiceRequest("POST", url, headers: headers, body: body, timeout: .seconds(15))
        do throws(ServiceError) {
            let reply = try await request.reply()
            switch reply.status {
            case 200..<300: return .done
            case 410: return .refused("answered 410")
            default:
                let wait = reply.headers["retry-after"].flatMap(Double.init) ?? 0
                return .failed("answered \(reply.status)", wait: max(0, wait))
            }
        } catch {
            return .failed("\(error)", wait: 0)
        }
    }

    /// The host of an address: the only part that may be shown.
    static func shown(_ url: String) -> String { URL(string: url)?.host() ?? "nowhere" }
}
