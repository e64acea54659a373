public final class RemoteProgress: Sendable {
    @TaskLocal public static var reservation: String?
}
