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
        try checkPrefix()
        try checkSignInNote()
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

    /// Its parts are literal, so that no proxy writes them in another way.
    private func checkPrefix() throws(ServerError) {
        let prefix = configuration.pathPrefix
        let isPath = prefix.wholeMatch(of: /(?:\/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)*/) != nil
        if isPath && prefix.utf8.count <= 128 { return }
        throw .setting(
            "path prefix “\(prefix)” is not a path such as /team-a: of A-Z a-z 0-9 . _ ~ -, without a slash at its end, "
                + "at most 128 bytes"
        )
    }

    private func checkSignInNote() throws(ServerError) {
        let count = configuration.signInNote.utf8.count
        if count > 1_000 { throw .setting("the sign-in note has \(count) bytes; at most 1000") }
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
