import ProgressClient
import ProgressLocalization

/// Counts the times in descriptions down between writes, in the language that the service wrote them in.
struct Countdown {
    /// Nil before a description has shown it.
    private var language: Language?

    /// The additional description as it reads now; nil where nothing in it counts down.
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
