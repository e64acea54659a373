import ArgumentParser
import ProgressLog
import ProgressPostgres
import ProgressRegistry

/// The data directory, or the cluster, of `export` and `import`.
struct PlaceOptions: ParsableArguments {
    enum Place {
        case directory(String)
        case log(any GroupLog)
    }

    private static let directory = SettingTable.Keeping.directory
    private static let url = SettingTable.Cluster.url
    private static let name = SettingTable.Cluster.name

    @Option(help: ArgumentHelp("The data directory. (\(directory.variable))", valueName: "path"))
    var dataDirectory: String?

    @Option(help: ArgumentHelp("The database of a cluster, instead. (\(url.variable))", valueName: "url"))
    var cluster: String?

    @Option(help: ArgumentHelp("Tells clusters in one database apart. (\(name.variable))", valueName: "name"))
    var clusterName: String?

    /// An option makes up for both variables.
    func place() throws(Refusal) -> Place {
        var settings = Settings()
        if cluster == nil { try Self.directory.read(dataDirectory, into: &settings) }
        if dataDirectory == nil { try Self.url.read(cluster, into: &settings) }
        try Self.name.read(clusterName, into: &settings)
        let (path, url) = (settings.configuration.dataDirectory, settings.configuration.cluster.url)
        switch (path, url, dataDirectory == nil || cluster == nil) {
        case (let path?, nil, true): return .directory(path)
        case (nil, let url?, true): return .log(try Self.log(url, settings.configuration.cluster.name))
        case (nil, nil, true): throw .usage("\(Self.directory.option) or \(Self.url.option) is missing")
        default: throw .usage("\(Self.directory.option) and \(Self.url.option) exclude each other")
        }
    }

    /// The cluster, where there can be no directory.
    static func log(url: String?, name: String?) throws(Refusal) -> any GroupLog {
        var settings = Settings()
        try Self.url.read(url, into: &settings)
        try Self.name.read(name, into: &settings)
        guard let url = settings.configuration.cluster.url else { throw .usage("\(Self.url.option) is missing") }
        return try log(url, settings.configuration.cluster.name)
    }

    private static func log(_ url: String, _ name: String) throws(Refusal) -> any GroupLog {
        do { return try PostgresLog(PostgresAddress(url), name: name) } catch {
            throw .configuration("\(Self.url.option): \(error)")
        }
    }
}
