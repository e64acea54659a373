/// How a language says what time is left; by the plural of the larger unit's number.
struct RemainingSentences: Sendable {
    /// At the beginning of a text.
    let initial: PluralForms<Place.Duration>
    /// After an amount and a dash; languages that begin with a word may want it in lower case there.
    let following: PluralForms<Place.Duration>

    init(initial: PluralForms<Place.Duration>, following: PluralForms<Place.Duration>) {
        self.initial = initial
        self.following = following
    }

    /// The same in both places, and whatever the number.
    init(_ template: Template<Place.Duration>) {
        initial = .always(template)
        following = .always(template)
    }
}
