import ProgressClient

/// One element of a list.
struct ListItem {
    /// As the service wrote it.
    let bytes: [UInt8]
    let snapshot: ProgressSnapshot
}
