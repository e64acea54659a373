/// Lines that say how a system or its parts are, of which no number says how far a program is.
enum StatusLine {
    static func matches(_ line: ArraySlice<UInt8>) -> Bool {
        isDevice(line) || isFileSystem(line) || isRecovery(line) || isPod(line) || isCovered(line)
            || isMemory(line)
    }

    /// gcov, istanbul and tarpaulin: `Lines executed:85.71% of 7`, `Branches   : 50% ( 5/10 )`, `|| src/a.rs: 3/10`.
    private static func isCovered(_ line: ArraySlice<UInt8>) -> Bool {
        if ["Lines executed:", "Branches executed:", "|| "].contains(where: { line.starts(with: $0.utf8) }) {
            return true
        }
        let word = line.prefix(while: \.isASCIILetter)
        guard ["Statements", "Branches", "Functions", "Lines"].contains(String(decoding: word, as: UTF8.self)) else {
            return false
        }
        return line[word.endIndex...].drop { $0 == UInt8(ascii: " ") }.first == UInt8(ascii: ":")
    }

    /// PlatformIO and Arduino: `RAM:   [=   ]   8.9% (used 29168 bytes from 327680 bytes)`, `Sketch uses 924 bytes (2%) of`.
    private static func isMemory(_ line: ArraySlice<UInt8>) -> Bool {
        if line.starts(with: "Sketch uses ".utf8) || line.starts(with: "Global variables use ".utf8) { return true }
        return (line.starts(with: "RAM:".utf8) || line.starts(with: "Flash:".utf8)) && line.contains("% (used ")
    }

    /// nvidia-smi: `| 30%   27C    P0    51W / 400W |    345MiB / 40960MiB |      0%      Default |`
    private static func isDevice(_ line: ArraySlice<UInt8>) -> Bool {
        line.first == UInt8(ascii: "|") && line.contains("MiB |") && (line.contains("W / ") || line.contains("N/A"))
    }

    /// fsck: `/dev/sda1: clean, 12345/128016 files, 234567/512000 blocks`
    private static func isFileSystem(_ line: ArraySlice<UInt8>) -> Bool {
        line.contains(": clean, ") && line.contains(" files, ")
    }

    /// hashcat: `Recovered........: 3/100 (3.00%) Digests`
    private static func isRecovery(_ line: ArraySlice<UInt8>) -> Bool {
        line.starts(with: "Recovered".utf8) && line.contains(" Digests")
    }

    /// kubectl: `web-0   1/2   Running   0   5s`, also with more after the age, and `web   1/3   3   1   5s` of a deployment.
    private static func isPod(_ line: ArraySlice<UInt8>) -> Bool {
        let fields = line.split(separator: UInt8(ascii: " "))
        guard let ready = fields.firstIndex(where: { $0.first?.isDigit == true && $0.contains(UInt8(ascii: "/")) }),
            ready + 3 < fields.count
        else { return false }
        let (state, restarts, age) = (fields[ready + 1], fields[ready + 2], fields[ready + 3])
        let isState = (0x41...0x5A).contains(state[state.startIndex]) && state.allSatisfy(\.isASCIILetter)
        let isPod = isState || state.starts(with: "Init:".utf8)
        guard isPod || state.allSatisfy(\.isDigit), restarts.allSatisfy(\.isDigit) else { return false }
        // `1 (5m ago)`
        return isAge(age) || isPod && age.first == UInt8(ascii: "(")
    }

    /// `5s`, `2d3h`
    private static func isAge(_ field: ArraySlice<UInt8>) -> Bool {
        guard let unit = field.last, "smhdy".utf8.contains(unit), field.first?.isDigit == true else { return false }
        return field.allSatisfy { $0.isDigit || "smhdy".utf8.contains($0) }
    }
}
