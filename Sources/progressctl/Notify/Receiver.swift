import FoundationEssentials
import ProgressClient

/// Where a rule sends notices. Each attempt ends within some seconds.
protocol Receiver: Sendable {
    /// - Parameter page: where people see the progress.
    func take(_ notice: Notice, page: String, at now: Date) async -> Receipt

    /// For the operator; no secret is in it.
    var summary: String { get }
}

/// What became of an attempt.
enum Receipt: Sendable {
    case done
    /// It may help to try again.
    /// - Parameter wait: seconds that the receiver asks for.
    case failed(String, wait: Double)
    /// The receiver wants no more of this.
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

    /// The host of an address: what of it may be shown.
    static func shown(_ url: String) -> String { URL(string: url)?.host() ?? "nowhere" }
}
