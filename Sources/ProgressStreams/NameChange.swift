package import ProgressCore

/// A name that means another node than before.
package struct NameChange: Sendable {
    package let name: String
    /// The node that had it until then; nil if nobody had it.
    package let from: ProgressID?

    package init(_ name: String, from: ProgressID?) {
        self.name = name
        self.from = from
    }
}
