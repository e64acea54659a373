import ProgressRegistry

/// The paths that are there only if the settings ask for them.
struct OptionalPaths {
    private let hasMCP: Bool
    private let hasKubeflow: Bool

    init(_ configuration: Configuration) {
        hasMCP = configuration.hasMCP
        hasKubeflow = configuration.hasKubeflow
    }

    func include(_ path: Path) -> Bool {
        switch path {
        case .mcp: hasMCP
        case .kubeflowStatus, .trainJobStatus: hasKubeflow
        default: true
        }
    }
}
