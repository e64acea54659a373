import ProgressClient
import ProgressLocalization

/// Counts down the times in descriptions between writes, in the language in which the service wrote them.
struct Countdown {
    /// The language, once a description has revealed it.
    private var language: Language?

    /// The additional description as it reads at `instant`; nil if nothing in it counts down.
    mutating func description(of snapshot: ProgressSnapshot, at instant: ContinuousClock.Instant) -> String? {
        guard let told = snapshot.estimatedTimeRemaining, let left = snapshot.timeRemaining(at: instant) else {
            return nil
        }
        let text = snapshot.localizedAdditionalDescription
        for language in language.map({ [$0] }) ?? Language.all {
            guard let counted = Describer(language: language).counted(down: text, from: told, to: left) else {
                continue
            }
            self.language = language
            return counted
        }
        return nil
    }
}
