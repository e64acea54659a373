import Platform
import ProgressHTTP
import ProgressLocalization
import ProgressRegistry

/// Refuses settings that are wrong or unsafe, alone or together, before anything is opened.
struct SettingsCheck {
    let configuration: Configuration

    /// - Throws: `.setting`.
    func run() throws(ServerError) {
        try checkLanguage()
        try checkProxies()
        try checkStorage()
        try checkAccess()
    }

    private func checkLanguage() throws(ServerError) {
        guard Language(tag: configuration.defaultLocale) != nil else {
            let languages = Language.all.map(\.description).joined(separator: " ")
            throw .setting("default locale \(configuration.defaultLocale) is not one of \(languages)")
        }
    }

    private func checkProxies() throws(ServerError) {
        for proxy in configuration.trustedProxies where PeerAddress(text: proxy) == nil {
            throw .setting("trusted proxy \(proxy) is not an IP address")
        }
    }

    private func checkStorage() throws(ServerError) {
        if configuration.cluster.url != nil && configuration.dataDirectory != nil {
            throw .setting(
                "--cluster and --data-directory exclude each other: a cluster keeps its trees in the database"
            )
        }
    }

    private func checkAccess() throws(ServerError) {
        if configuration.tokens.isEmpty && !configuration.allowsAnonymous
            && !LoopbackName.isLoopback(configuration.host)
        {
            throw .setting(
                "\(configuration.host) is not a loopback address: without tokens everyone who can connect may write; "
                    + "use --token-file, or --allow-anonymous to allow this"
            )
        }
    }
}
