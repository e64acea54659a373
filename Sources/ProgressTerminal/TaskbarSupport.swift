/// Recognizes terminals that show progress in their tab or task bar (OSC 9;4).
///
/// Others turn each sequence into a desktop notification, so only terminals that are known to understand it get it. The
/// list is that of cargo and anstyle-progress.
package enum TaskbarSupport {
    /// - Parameter environment: returns the value of a variable, nil if it is not set.
    package static func isKnown(_ environment: (String) -> String?) -> Bool {
        let program = environment("TERM_PROGRAM")
        if program == "WezTerm" || program == "ghostty" { return true }
        if environment("WT_SESSION")?.isEmpty == false || environment("ConEmuANSI") == "ON" { return true }
        if let version = environment("PTYXIS_VERSION"), let major = Int(version.prefix { $0.isNumber }), major >= 48 {
            return true
        }
        return environment("TERM_FEATURES").map(hasProgress) ?? false
    }

    /// Features are written together, each a capital letter and other characters, such as `T3CwPSx`.
    private static func hasProgress(_ features: String) -> Bool {
        var rest = Substring(features)
        while let next = rest.firstIndex(of: "P") {
            rest = rest[rest.index(after: next)...]
            if rest.first?.isLowercase != true { return true }
        }
        return false
    }
}
