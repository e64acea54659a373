extension ProgressService {
    /// What the environment of this process says; nil where it cannot be used, which one line on standard error says.
    static let ofProcess: ProgressService? = {
        do {
            return try fromEnvironment()
        } catch {
            StandardError.say("\(error); the work continues, and its progress is not reported.")
            return nil
        }
    }()
}
