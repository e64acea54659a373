/// Kinds of faults: each is warned of once.
package enum ReportFault: String, Sendable, CaseIterable {
    /// The service is away, or something else answers.
    case service
    /// It does not let us in.
    case refused
    /// It does not take what was said.
    case member
    case name
}
