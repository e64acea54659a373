import Foundation
import Glibc

/// Measures the resident memory of nodes without texts; each side has its own process.
enum Memory {
    /// `roots` trees of a root and `children` below it.
    struct Grove {
        let roots: Int
        let children: Int

        var nodeCount: Int { roots * (children + 1) }
    }

    /// Prints `memory ROOTSxCHILDREN SIDE BYTES`: the growth of the process for each node.
    static func run(_ grove: Grove, side: String) {
        // Memory that the libraries and the store need before the first node does not count.
        let garden = TreeGarden()
        _ = Progress(totalUnitCount: 1)
        let before = residentByteCount()
        var kept: [Progress] = []
        if side == TreeSubject.name { plant(grove, in: garden) } else { kept = progresses(grove) }
        let growth = residentByteCount() - before
        print("memory \(grove.roots)x\(grove.children) \(side) \(Double(growth) / Double(grove.nodeCount))")
        withExtendedLifetime((garden, kept)) {}
    }

    private static func plant(_ grove: Grove, in garden: TreeGarden) {
        for _ in 0..<grove.roots {
            let root = garden.insert(total: Int64(grove.children))
            for _ in 0..<grove.children { _ = garden.insert(total: 1_000, under: root, pending: 1) }
        }
    }

    /// The roots keep their children alive.
    private static func progresses(_ grove: Grove) -> [Progress] {
        (0..<grove.roots).map { _ in
            let root = Progress(parent: nil, userInfo: nil)
            root.totalUnitCount = Int64(grove.children)
            for _ in 0..<grove.children {
                let child = Progress(parent: nil, userInfo: nil)
                child.totalUnitCount = 1_000
                root.addChild(child, withPendingUnitCount: 1)
            }
            return root
        }
    }

    private static func residentByteCount() -> Int {
        let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
        let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        return pages * sysconf(Int32(_SC_PAGESIZE))
    }
}
