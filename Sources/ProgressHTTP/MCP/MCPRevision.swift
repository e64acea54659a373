/// The revisions of the Model Context Protocol that `/mcp` speaks, by date.
enum MCPRevision {
    /// The first without sessions: `server/discover` takes the place of `initialize`.
    static let newest = "2026-07-28"
    /// Those with `initialize`, newest first. It is answered without a session.
    static let withInitialize = ["2025-11-25", "2025-06-18", "2025-03-26"]
    static let all = [newest] + withInitialize
}
