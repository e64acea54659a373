import CProcess
import Glibc

/// Arguments and environment of a command, as we got them, byte for byte: not all of it has to be UTF-8. Each text ends
/// with a zero.
enum ChildEnvironment {
    /// The last `count` words of our command line.
    static func words(last count: Int) -> [[CChar]] {
        let all = Int(CommandLine.argc)
        return (max(0, all - count)..<all).compactMap { CommandLine.unsafeArgv[$0].map(bytes) }
    }

    /// Our environment with `changes`; nil removes a variable.
    static func environment(changing changes: [String: String?]) -> [[CChar]] {
        var texts: [[CChar]] = []
        var next = cprocess_environment()
        while let text = next?.pointee {
            let isChanged = changes.keys.contains { strncmp(text, "\($0)=", $0.utf8.count + 1) == 0 }
            if !isChanged { texts.append(bytes(text)) }
            next = next?.successor()
        }
        for case (let name, let value?) in changes { texts.append(Array("\(name)=\(value)".utf8CString)) }
        return texts
    }

    private static func bytes(_ text: UnsafeMutablePointer<CChar>) -> [CChar] {
        Array(UnsafeBufferPointer(start: text, count: strlen(text) + 1))
    }
}
