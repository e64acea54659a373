/// The samples of `/metrics`, each by its whole name, labels included.
package struct MetricsReply {
    package let text: String
    private let samples: [Substring: Substring]

    package init(_ client: HTTPClient, _ headers: [String: String] = [:]) {
        text = client.get("/metrics", headers).text
        let lines = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
        let pairs = lines.compactMap { line in
            line.lastIndex(of: " ").map { (line[..<$0], line[line.index(after: $0)...]) }
        }
        samples = Dictionary(pairs) { first, _ in first }
    }

    /// The value as it is written, such as `0.0025`; nil if there is no such sample.
    package subscript(name: String) -> String? { samples[name[...]].map { String($0) } }

    /// A sample as a whole number; -1 if there is no such sample or it is no whole number.
    package func int(_ name: String) -> Int { self[name].flatMap { Int($0) } ?? -1 }

    /// The sum over all samples of a family that have these labels, however they are written.
    package func sum(_ family: String, _ labels: String...) -> Int {
        let chosen = samples.filter { sample in
            let isOfFamily = sample.key == family || sample.key.hasPrefix(family + "{")
            return isOfFamily && labels.allSatisfy { sample.key.contains($0) }
        }
        return chosen.reduce(0) { $0 + (Int($1.value) ?? 0) }
    }
}
