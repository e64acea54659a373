import Glibc

/// A thread that runs one closure.
final class Thread {
    private var thread = pthread_t()

    init(_ body: @escaping @Sendable () -> Void) {
        let context = Unmanaged.passRetained(Box(body)).toOpaque()
        pthread_create(&thread, nil, runThread, context)
    }

    func join() { pthread_join(thread, nil) }

    fileprivate final class Box {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
}

private func runThread(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let context else { return nil }
    Unmanaged<Thread.Box>.fromOpaque(context).takeRetainedValue().body()
    return nil
}
