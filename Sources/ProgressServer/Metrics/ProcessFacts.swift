import Glibc

/// Facts that the kernel reports about this process; nil where it reports nothing.
struct ProcessFacts: Sendable {
    /// Milliseconds since 1970.
    let startedAt: Int

    init() {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        startedAt = time.tv_sec * 1_000 + time.tv_nsec / 1_000_000
    }

    /// User and system time, in microseconds.
    var cpuMicroseconds: Int {
        var usage = rusage()
        getrusage(RUSAGE_SELF.rawValue, &usage)
        return (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1_000_000 + Int(usage.ru_utime.tv_usec)
            + Int(usage.ru_stime.tv_usec)
    }

    /// Bytes of address space, and those in memory.
    var memory: (virtual: Int, resident: Int)? {
        guard let file = fopen("/proc/self/statm", "r") else { return nil }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 128)
        guard fgets(&line, Int32(line.count), file) != nil else { return nil }
        let text = line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        let words = text.split(separator: UInt8(ascii: " ")).prefix(2)
        let pages = words.compactMap { Int(String(decoding: $0, as: UTF8.self)) }
        guard pages.count == 2 else { return nil }
        let size = sysconf(Int32(_SC_PAGESIZE))
        return (pages[0] * size, pages[1] * size)
    }

    var openDescriptors: Int? {
        var status = stat()
        // Linux 6.2 and later report the count as the size; earlier ones need the directory read.
        if stat("/proc/self/fd", &status) == 0, status.st_size > 0 { return Int(status.st_size) }
        guard let folder = opendir("/proc/self/fd") else { return nil }
        defer { closedir(folder) }
        var count = 0
        while readdir(folder) != nil { count += 1 }
        // Without `.`, `..` and the one that reads.
        return max(count - 3, 0)
    }

    var maximumDescriptors: Int? {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return nil }
        return Int(clamping: limit.rlim_cur)
    }
}
