/// Lines that say how a system or its parts are, of which no number says how far a program is.
enum StatusLine {
    static func matches(_ line: ArraySlice<UInt8>) -> Bool {
        isDevice(line) || isFileSystem(line) || isRecovery(line) || isPod(line)
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

    /// kubectl: `web-0   1/2   Running   0   5s`
    private static func isPod(_ line: ArraySlice<UInt8>) -> Bool {
        guard let unit = line.last, "smhd".utf8.contains(unit), line.dropLast().last?.isDigit == true else {
            return false
        }
        let fields = line.split(separator: UInt8(ascii: " "))
        guard let ready = fields.firstIndex(where: { $0.first?.isDigit == true && $0.contains(UInt8(ascii: "/")) }),
            ready + 3 < fields.count
        else { return false }
        let (state, restarts) = (fields[ready + 1], fields[ready + 2])
        let isState = (0x41...0x5A).contains(state[state.startIndex]) && state.allSatisfy(\.isASCIILetter)
        return (isState || state.starts(with: "Init:".utf8)) && restarts.allSatisfy(\.isDigit)
    }
}
