import ArgumentParser
import ProgressClient

/// The members that a report or an end sets in the same request.
struct ResultOptions: ParsableArguments {
    @Option(
        name: [.customLong("title"), .customLong("description")],
        help: ArgumentHelp("What readers see, instead of `42% completed`.", valueName: "text")
    )
    var description: String?

    /// The members by their JSON names; an empty one removes the old value.
    ///
    /// - Parameter urls: as `name=url`.
    func members(_ urls: [String]) throws -> [String: JSONValue] {
        var members: [String: JSONValue] = [:]
        members["localizedDescription"] = description.map { $0.isEmpty ? .null : .string($0) }
        let urls = try Addresses.urls(urls)
        if !urls.isEmpty { members["urls"] = .object(urls.mapValues { $0.isEmpty ? .null : .string($0) }) }
        return members
    }
}
