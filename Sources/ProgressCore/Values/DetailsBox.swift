/// Details as shared by node and snapshots: one reference to copy, replaced whole when something changes.
package final class DetailsBox: Sendable {
    package let details: ProgressDetails

    package init(_ details: consuming ProgressDetails) { self.details = details }

    func changed(_ body: (inout ProgressDetails) -> Void) -> DetailsBox {
        var details = details
        body(&details)
        return DetailsBox(details)
    }
}
