import ArgumentParser
import ProgressRegistry

/// The data directory of the verbs that need one.
struct DirectoryOption: ParsableArguments {
    @Option(help: ArgumentHelp("The data directory. (\(Setting.dataDirectory.variable))", valueName: "path"))
    var dataDirectory: String?

    func path() throws(Refusal) -> String {
        let given = dataDirectory.map { [Setting.dataDirectory: [$0]] } ?? [:]
        let configuration = try Settings(options: given, among: [.dataDirectory]).configuration
        guard let path = configuration.dataDirectory else {
            throw .usage("\(Setting.dataDirectory.option) is missing")
        }
        return path
    }
}
