import ProgressClient

/// Makes thumbnails of three albums, two at a time, and lets itself be watched, paused and cancelled:
///
///     swift run --package-path examples/swift thumbnails [name]
@main
struct Thumbnails {
    static func main() async throws {
        let name = CommandLine.arguments.dropFirst().first ?? "thumbnails"
        let albums = ["Rome": 12, "Oslo": 8, "Kyoto": 20]
        do {
            try await withProgress(totalUnitCount: Int64(albums.count), name: name) { progress in
                progress.localizedDescription = "Making thumbnails"
                try await makeThumbnails(of: albums, under: progress)
            }
        } catch is CancellationError {
            print("cancelled")
        }
    }

    static func makeThumbnails(of albums: [String: Int], under progress: RemoteProgress) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (index, album) in albums.sorted(by: { $0.key < $1.key }).enumerated() {
                if index >= 2 { try await group.next() }
                group.addTask {
                    // One of the three units of the whole, whatever the album counts itself.
                    try await progress.withChild(totalUnitCount: Int64(album.value), pendingUnitCount: 1) { child in
                        child.localizedDescription = "Thumbnails of \(album.key)"
                        for _ in 0..<album.value {
                            try await child.checkpoint()
                            try await makeThumbnail()
                            child.complete(by: 1)
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    /// A placeholder for real work.
    static func makeThumbnail() async throws { try await Task.sleep(for: .milliseconds(50)) }
}
