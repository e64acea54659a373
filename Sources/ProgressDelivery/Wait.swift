package import ProgressRegistry

/// What a call waits for, and how long.
package struct Wait {
    package let target: RegistryState.WatchTarget
    package let seconds: Double
    /// The call's right; when it ends, the call is asked again.
    package let permit: Permit?

    package init(target: RegistryState.WatchTarget, seconds: Double, permit: Permit?) {
        self.target = target
        self.seconds = seconds
        self.permit = permit
    }
}
