/// A language's sentences for the remaining time, by the plural of the larger unit's number.
struct RemainingSentences: Sendable {
    /// At the beginning of a text.
    let initial: PluralForms<Placeholder.Duration>
    /// After an amount and a dash; languages that begin with a word may want it in lower case there.
    let following: PluralForms<Placeholder.Duration>

    init(initial: PluralForms<Placeholder.Duration>, following: PluralForms<Placeholder.Duration>) {
        self.initial = initial
        self.following = following
    }

    /// One sentence for every number, and for both places unless `following` is given.
    init(_ initial: Template<Placeholder.Duration>, following: Template<Placeholder.Duration>? = nil) {
        self.init(initial: .always(initial), following: .always(following ?? initial))
    }
}
