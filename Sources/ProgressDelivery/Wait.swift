package import ProgressRegistry

/// How long a call waits, and for what.
package struct Wait {
    package let target: RegistryState.WatchTarget
    package let seconds: Double
    /// What the call came with; when that ends, it is asked again.
    package let permit: Permit?

    package init(target: RegistryState.WatchTarget, seconds: Double, permit: Permit?) {
        self.target = target
        self.seconds = seconds
        self.permit = permit
    }
}
