/// The kinds of faults; there is one warning for each.
package enum ReportFault: String, Sendable, CaseIterable {
    /// The service is away, or something else answers.
    case service
    /// The service refuses our credentials.
    case refused
    /// The service refuses the content of a report.
    case member
    case name
}
