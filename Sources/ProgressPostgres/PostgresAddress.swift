internal import CPostgres
package import ProgressLog

/// The address of the database: a URL as libpq reads it, `postgres://role@host1,host2/database?…`.
package struct PostgresAddress: Sendable, CustomStringConvertible {
    /// libpq's keywords and values for each host, in the order of the URL.
    let attempts: [[(keyword: String, value: String)]]
    /// The names that have to be looked up before a connection, by the attempt.
    let names: [String?]
    private let password: String
    /// Role, hosts and database: never the password.
    package let description: String

    /// Options that the URL need not give. Without the last one, libpq would ask Kerberos' libraries first.
    private static let defaults = [
        ("target_session_attrs", "read-write"), ("fallback_application_name", "progressd"), ("gssencmode", "disable"),
    ]
    /// Session settings that the statements rely on.
    private static let fixed = [("client_encoding", "UTF8")]

    /// - Throws: `.refused` where libpq cannot read the URL, or is not there. The text does not quote the URL, which may
    ///   have a password.
    package init(_ url: String) throws(LogFailure) {
        let libpq = try Libpq.load()
        guard url.hasPrefix("postgres://") || url.hasPrefix("postgresql://") else {
            throw .refused("The cluster's address does not begin with postgres://.")
        }
        var message: UnsafeMutablePointer<CChar>?
        let list = libpq.functions.PQconninfoParse(url, &message)
        defer {
            libpq.functions.PQconninfoFree(list)
            libpq.functions.PQfreemem(message)
        }
        guard let list else {
            // The message quotes parts of the URL after the first mark of this kind.
            let reason = message.map { String(cString: $0) }?.prefix { !"\":\n".contains($0) } ?? "no memory"
            throw .refused(
                "The cluster's address is not a URL of PostgreSQL (postgres://role@host/database): \(reason)"
            )
        }
        let options = Self.options(list)
        password = options.first { $0.keyword == "password" }?.value ?? ""
        let hosts = try Self.hosts(options)
        attempts = hosts.map { Self.defaults + $0 + Self.fixed }
        names = hosts.map(Self.name)
        description = Self.describe(options)
    }

    /// A text of libpq or of the server in one line, without the password.
    func clean(_ text: some StringProtocol) -> String {
        let line = text.split(whereSeparator: \.isNewline).map { $0.drop { $0 == "\t" || $0 == " " } }
            .joined(separator: "; ")
        guard !password.isEmpty else { return line }
        return line.split(separator: password, omittingEmptySubsequences: false).joined(separator: "…")
    }

    /// The options in the URL.
    private static func options(_ list: UnsafeMutablePointer<PQconninfoOption>) -> [(keyword: String, value: String)] {
        var options: [(keyword: String, value: String)] = []
        var option = list
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.val { options.append((String(cString: keyword), String(cString: value))) }
            option += 1
        }
        return options
    }

    /// One attempt for each host: libpq without blocking waits for a host that does not answer as long as the kernel does.
    private static func hosts(
        _ options: [(keyword: String, value: String)]
    ) throws(LogFailure) -> [[(keyword: String, value: String)]] {
        func list(_ keyword: String) -> [Substring] {
            options.first { $0.keyword == keyword }?.value.split(separator: ",", omittingEmptySubsequences: false) ?? []
        }
        let (names, numbers, ports) = (list("host"), list("hostaddr"), list("port"))
        // libpq says so when it connects, for which the name has to be looked up first.
        if let port = ports.first(where: { !$0.isEmpty && Int($0).map { !(1...65_535).contains($0) } ?? true }) {
            throw .refused("The cluster's address is wrong: invalid port number \(port)")
        }
        let count = max(names.count, numbers.count)
        guard count > 1 else { return [options] }
        guard ports.count < 2 || ports.count == count, numbers.isEmpty || names.isEmpty || names.count == numbers.count
        else {
            throw .refused(
                "The cluster's address has \(count) hosts and \(ports.count) ports, or addresses that do not fit."
            )
        }
        let common = options.filter { !["host", "hostaddr", "port"].contains($0.keyword) }
        return (0..<count).map { index in
            func own(_ keyword: String, _ values: [Substring]) -> [(keyword: String, value: String)] {
                index < values.count ? [(keyword, String(values[index]))] : []
            }
            let port = ports.count == 1 ? [("port", String(ports[0]))] : own("port", ports)
            return common + own("host", names) + own("hostaddr", numbers) + port
        }
    }

    /// nil: there is a numeric address, or a path of a socket.
    private static func name(_ options: [(keyword: String, value: String)]) -> String? {
        func value(_ keyword: String) -> String? { options.first { $0.keyword == keyword }?.value }
        guard value("hostaddr") == nil, let host = value("host"), !host.isEmpty, !host.hasPrefix("/"),
            !host.hasPrefix("@")
        else { return nil }
        let isNumeric = host.contains(":") || host.allSatisfy { $0.isNumber || $0 == "." }
        return isNumeric ? nil : host
    }

    /// An attempt at a host whose name was looked up. The name stays: certificates and passwords belong to it.
    func attempt(_ host: Int, at addresses: [String]) -> [(keyword: String, value: String)] {
        guard let name = names[host] else { return attempts[host] }
        let others = attempts[host].filter { $0.keyword != "host" }
        let names = Array(repeating: name, count: addresses.count).joined(separator: ",")
        return others + [("host", names), ("hostaddr", addresses.joined(separator: ","))]
    }

    private static func describe(_ options: [(keyword: String, value: String)]) -> String {
        func value(_ keyword: String) -> String? { options.first { $0.keyword == keyword }?.value }
        let role = value("user").map { "\($0)@" } ?? ""
        let hosts = value("host") ?? value("hostaddr") ?? ""
        let port = value("port").map { ":\($0)" } ?? ""
        return "postgres://\(role)\(hosts)\(port)/\(value("dbname") ?? "")"
    }
}
