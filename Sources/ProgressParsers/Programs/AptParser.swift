/// `apt-get -o APT::Status-Fd=3`: two phases, each in percent. Its output for people is ignored.
///
/// `dlstatus:2:42.1361:Retrieving file 2 of 3`, `pmstatus:sl:20.0000:Unpacking sl (amd64)`
struct AptParser: OutputParser {
    private var download: Part?
    private var installation: Part?
    /// Whether to expect both phases.
    private var installs: Bool

    init(installs: Bool) { self.installs = installs }

    mutating func read(_ line: ArraySlice<UInt8>, isFinished _: Bool) -> Reading? {
        var scanner = Scanner(line)
        if scanner.skip("dlstatus:"), let percent = percent(&scanner) {
            download = Part("Downloading", completed: percent, total: 100)
        } else if scanner.skip("pmstatus:"), let percent = percent(&scanner) {
            download?.completed = 100
            installation = Part("Installing", completed: percent, total: 100)
            installs = true
        } else {
            return nil
        }
        return reading
    }

    /// Reads the percentage after the name of an item, which may contain colons: `libc6:amd64`.
    private func percent(_ scanner: inout Scanner) -> Int64? {
        while scanner.text(before: UInt8(ascii: ":")) != nil {
            var number = scanner
            if let percent = number.wholeNumber(), number.skip(":"), percent <= 100 { return percent }
        }
        return nil
    }

    private var reading: Reading {
        let downloaded = installation == nil ? download?.completed ?? 0 : 100
        var reading = Reading(completed: downloaded, total: installs ? 200 : 100)
        if let installation { reading.completed += installation.completed }
        reading.parts = [download, installation].compactMap(\.self)
        return reading
    }
}
