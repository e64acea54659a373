import ArgumentParser
import ProgressRegistry

/// The data directory of `export` and `import`.
struct DirectoryOption: ParsableArguments {
    private static let setting = SettingTable.Keeping.directory

    @Option(help: ArgumentHelp("The data directory. (\(setting.variable))", valueName: "path"))
    var dataDirectory: String?

    func path() throws(Refusal) -> String {
        var settings = Settings()
        try Self.setting.read(dataDirectory, into: &settings)
        guard let path = settings.configuration.dataDirectory else {
            throw .usage("\(Self.setting.option) is missing")
        }
        return path
    }
}
