/// The page that shows progress in a browser.
enum ProgressPage {
    /// Everything from here, nothing from elsewhere, nothing inline.
    static let contentSecurityPolicy: StaticString =
        "default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
}
