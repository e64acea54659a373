import FoundationEssentials

/// Mail by the machine's own sendmail, which keeps it until it is delivered.
struct Mail: Receiver {
    let to: [String]
    let from: String
    let sendmail: String

    var summary: String { "mail to \(to.joined(separator: ", "))" }

    func take(_ notice: Notice, page: String, at now: Date) async -> Receipt {
        let words = [sendmail, "-i", "-f", from, "--"] + to
        return await Command.run(words, input: Array(message(notice, page: page, at: now).utf8), [:])
    }

    /// The whole mail. Its headers are ASCII, whatever a client wrote.
    func message(_ notice: Notice, page: String, at now: Date) -> String {
        let subject = Data(notice.title.utf8).base64EncodedString()
        let body = Array(Data(notice.text(page: page).utf8).base64EncodedString())
        let lines = stride(from: 0, to: body.count, by: 76).map { String(body[$0..<min($0 + 76, body.count)]) }
        return """
            From: \(from)
            To: \(to.joined(separator: ", "))
            Subject: =?UTF-8?B?\(subject)?=
            Date: \(Self.date(now))
            Message-ID: <\(notice.id)@progressd>
            Auto-Submitted: auto-generated
            MIME-Version: 1.0
            Content-Type: text/plain; charset=utf-8
            Content-Transfer-Encoding: base64

            \(lines.joined(separator: "\n"))

            """
    }

    /// `now` in the date format of mail, in UTC.
    private static func date(_ now: Date) -> String {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let parts = calendar.dateComponents([.weekday, .day, .month, .year, .hour, .minute, .second], from: now)
        let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let (weekday, month) = (weekdays[(parts.weekday ?? 1) - 1], months[(parts.month ?? 1) - 1])
        let time = [parts.hour, parts.minute, parts.second].map { ($0 ?? 0) < 10 ? "0\($0 ?? 0)" : "\($0 ?? 0)" }
        return "\(weekday), \(parts.day ?? 1) \(month) \(parts.year ?? 1970) \(time.joined(separator: ":")) +0000"
    }
}
