/// What this process knows of the rights that a request may bring, when only its head is there.
package enum KnownRights {
    /// All of them: it is the service, or the writer of a cluster.
    case all
    /// Perhaps not yet those that the writer made a moment ago. A right that is unknown here refuses nothing.
    case some
    /// Another replica has taken the request, and forwards it whole: the right is asked for when it is answered.
    case forwarded
}
