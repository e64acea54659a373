import ProgressCore
import ProgressWire
import TestSupport
import Testing

/// The lines of an export: all written lines are read, and no others.
struct ExportTests {
    private static let full = #"""
        {"line":"progress","id":"00000000-0000-0001-0000-000000000002","name":"n","run":3,"previousID":"00000000-0000-0005-0000-000000000006","parentID":"00000000-0000-0003-0000-000000000004","pendingUnitCount":5,"totalUnitCount":9223372036854775807,"completedUnitCount":-9223372036854775808,"isCredited":true,"isCancellable":false,"isPausable":true,"isCancelled":true,"isPaused":true,"isStalled":true,"isSilent":true,"hasDefaultLease":true,"removeWhenFinished":true,"hasLostName":true,"failure":{"message":"m","code":"c","by":{"role":"reporter","user":"é"},"at":"1970-01-01T00:00:00.000Z"},"reason":"r","kind":"file","fileOperationKind":"","fileURL":"file:///é","fileTotalCount":-1,"fileCompletedCount":2,"estimatedTimeRemaining":0.1,"throughput":1e+300,"userInfo":{"a":"\u0000","n":1e400},"labels":{"":"x","k":""},"localizedDescription":"🤷","localizedAdditionalDescription":"\n","leaseSeconds":0.001,"control":{"action":"pause","reason":"s","by":{"role":"operator"},"at":"1970-01-01T00:00:00.002Z"},"version":7,"createdAt":"1970-01-01T00:00:00.000Z","updatedAt":"2026-11-21T12:00:00.001Z","startedAt":"1970-01-01T00:00:00.000Z","endedAt":"1970-01-01T00:00:00.003Z","treeWrittenAt":"9999-12-31T23:59:59.999Z","position":8,"changeStamp":9,"vanished":{"fileCompletedCount":0,"totalByteCount":9223372036854775807},"writers":[{"writer":"w","sequence":-9223372036854775808},{"writer":"","sequence":9}],"rate":{"units":-1.5,"sampledAt":-20,"doublings":3,"blocks":[1,0,2.5],"openMilliseconds":2.5,"openUnits":0.25,"toldEnd":1280,"isToldEndShown":true,"sharing":-1,"updatesPerSecond":0.5,"heldSilence":-1,"isPart":true},"foretelling":{"runs":[{"seconds":200,"points":[0,4000,8000,12000,16000,20000,24000,28000,32000,36000,40000,44000,48000,52000,56000,60000]},{"seconds":200,"points":[0,4000,8000,12000,16000,20000,24000,28000,32000,36000,40000,44000,48000,52000,56000,60000]},{"seconds":200,"points":[0,4000,8000,12000,16000,20000,24000,28000,32000,36000,40000,44000,48000,52000,56000,60000]}],"moments":[2,0.5,0.25,100,50]},"bodyDigest":"000000000000000affffffffffffffff","createKey":"000000000000000100000000000000ff"}

        """#

    private func read(_ line: String) throws -> (ExportLine, ObjectMembers) {
        try Array(line.utf8).withUnsafeBytes { try ExportLine.read($0) }
    }

    private func record(_ line: String) throws -> ProgressRecord { try ProgressRecord(read(line).1) }

    private func line(_ record: ProgressRecord) -> String {
        var bytes: [UInt8] = []
        record.appendLine(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    private func bytes(_ record: ProgressRecord) -> [UInt8] {
        var bytes: [UInt8] = []
        record.append(to: &bytes)
        return bytes
    }

    /// The members of `full`, each as it is in the line.
    private static var fullMembers: [(name: String, value: JSONValue)] {
        guard case .object(let members)? = try? JSONReader.parse(Array(full.utf8)) else { return [] }
        return members.map { ($0.key, $0.value) }
    }

    private func line(_ members: [(name: String, value: JSONValue)]) -> String {
        var object = JSONObject()
        for (name, value) in members { object[name] = value }
        var bytes: [UInt8] = []
        bytes.appendJSON(JSONValue.object(object))
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func `a progress with everything reads back to the byte`() throws {
        let record = try record(Self.full)

        #expect(line(record) == Self.full)
        #expect(record.stored.counts == Counts(total: .max, completed: .min))
        #expect(record.stored.retired.totalByteCount == .max)
        #expect(record.stored.writers == [Writer(name: "w", sequence: .min), Writer(name: "", sequence: 9)])
        let rate = try #require(record.stored.rate)
        var blocks = RateBlocks(
            exponent: 3,
            units: [1, 0, 2.5].map { ShortUnits($0) },
            openMilliseconds: 2.5,
            openUnits: 0.25
        )
        blocks.isPart = true
        #expect((rate.units, rate.sampledAt, rate.heldSilence) == (-1.5, -20, -1) && rate.blocks == blocks)
        #expect((rate.told.end, rate.told.isShown, rate.told.sharing) == (1_280, true, .independent))
        #expect(rate.updatesPerSecond == 0.5)
        #expect(record.stored.details?.details.userInfo == Array(#"{"a":"\u0000","n":1e400}"#.utf8))
        #expect(record.bodyDigest?.first == 10 && record.bodyDigest?.second == .max)
        #expect(record.createKey?.first == 1 && record.createKey?.second == 255)
    }

    @Test(arguments: 0..<200)
    func `a record reads the same after a line of it was written and read`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let record = ProgressRecord.random(using: &generator)

        let other = try self.record(line(record))

        #expect(bytes(other) == bytes(record))
        #expect(line(other) == line(record))
    }

    @Test func `each member counts, and is refused or missed where it is of another type`() throws {
        let required: Set<String> = [
            "line", "id", "pendingUnitCount", "totalUnitCount", "completedUnitCount", "version", "createdAt",
            "updatedAt", "treeWrittenAt", "position", "changeStamp",
        ]
        for (place, member) in Self.fullMembers.enumerated() {
            var without = Self.fullMembers
            without.remove(at: place)
            var wrong = Self.fullMembers
            wrong[place].value = .array([JSONValue.bool(true)])

            // A credited child needs a parent, and so do its units. Likewise, members that belong to a name or to a
            // lease need it.
            let isNeeded = ["parentID", "name", "run", "leaseSeconds", "rate"].contains(member.name)
            if required.contains(member.name) || isNeeded {
                #expect(throws: BodyError.self, "\(member.name)") { try record(line(without)) }
            } else {
                #expect(try line(record(line(without))) != Self.full, "\(member.name)")
            }
            #expect(throws: BodyError.self, "\(member.name)") { try record(line(wrong)) }
        }
    }

    @Test(arguments: [
        (#""version":7"#, #""colour":1,"version":7"#), (#""version":7"#, #""state":"running","version":7"#),
        (#""code":"c""#, #""code":"c","at":1"#), (#""sequence":9"#, #""sequence":9,"at":1"#),
        (#""toldEnd":1280"#, #""toldEnd":1,"at":1"#), (#"{"fileCompletedCount":0"#, #"{"nodes":0"#),
        (#""version":7"#, #""version":0"#), (#""version":7"#, #""version":4611686018427387905"#),
        (#""run":3"#, #""run":0"#), (#""previousID":"00"#, #""previousID":"x0"#),
        (#""position":8"#, #""position":-1"#), (#""changeStamp":9"#, #""changeStamp":1.5"#),
        (#""pendingUnitCount":5"#, #""pendingUnitCount":-5"#), (#""name":"n""#, #""name":"a b""#),
        ("0000-000000000002", "0000-00000000000x"), ("1970-01-01", "1969-12-31"), ("1970-01-01", "1970-02-30"),
        (#""leaseSeconds":0.001"#, #""leaseSeconds":0"#), (#""throughput":1e+300"#, #""throughput":-1"#),
        (#""sampledAt":-20"#, #""sampledAt":9223372036854775807"#),
        (#""doublings":3"#, #""doublings":41"#), (#""blocks":[1,"#, #""blocks":[-1,"#),
        (#""blocks":[1,"#, #""blocks":[1,2,3,4,5,6,7,8,9,10,11,12,"#), (#""heldSilence":-1"#, #""heldSilence":-2"#),
        (#""moments":[2,"#, #""moments":["#), (#""runs":[{"seconds""#, #""runs":[{"at":1,"seconds""#),
        (#""doublings":3"#, #""unitsPerSecond":3"#), (#""openUnits":0.25"#, #""openUnits":1e39"#),
        (#""toldEnd":1280"#, #""toldEnd":-1"#), (#""sharing":-1"#, #""sharing":2"#),
        (#""units":-1.5"#, #""units":1e31"#),
        (#""bodyDigest":"00"#, #""bodyDigest":""#), (#""bodyDigest":"00"#, #""bodyDigest":"0g"#),
        (#""treeWrittenAt""#, #""finishedAt":"2026-01-01T00:00:00.000Z","treeWrittenAt""#),
        (#""k":"""#, #""k":1"#), (#""reason":"r""#, #""reason":"r","reason":"r""#),
    ])
    func `what no export has is refused`(piece: String, instead: String) throws {
        let line = Self.full.replacing(piece, with: instead)
        try #require(line != Self.full)

        #expect(throws: BodyError.self) { try record(line) }
    }

    @Test func `a finished progress has the moment, and a root has no pending units`() throws {
        let finished = #"""
            {"line":"progress","id":"00000000-0000-0001-0000-000000000002","totalUnitCount":1,"completedUnitCount":1,"version":1,"createdAt":"1970-01-01T00:00:00.000Z","updatedAt":"1970-01-01T00:00:00.000Z","finishedAt":"1970-01-01T00:00:00.000Z","treeWrittenAt":"1970-01-01T00:00:00.000Z","position":1,"changeStamp":0}

            """#

        #expect(try line(record(finished)) == finished)
        #expect(throws: BodyError.self) { try record(finished.replacing(#""finishedAt""#, with: #""updatedAt""#)) }
        #expect(throws: BodyError.self) {
            try record(finished.replacing(#""position""#, with: #""isCredited":true,"position""#))
        }
        #expect(throws: BodyError.self) {
            try record(finished.replacing(#""position""#, with: #""pendingUnitCount":1,"position""#))
        }
        #expect(throws: BodyError.missingField(pointer: "/updatedAt")) {
            try record(finished.replacing(#""updatedAt":"1970-01-01T00:00:00.000Z","#, with: ""))
        }
    }

    @Test(arguments: [#""hasLostName":true"#, #""run":2"#, #""previousID":null"#])
    func `runs of a name came with version 3`(member: String) throws {
        let line = #"{"line":"progress","name":"n",\#(member)}"#

        #expect(throws: BodyError.self) { try ProgressRecord(read(line).1, .three) }
        #expect {
            try ProgressRecord(read(line).1, .two)
        } throws: { error in
            switch error {
            case BodyError.unknownField, BodyError.readOnlyField: true
            default: false
            }
        }
    }

    @Test func `a reservation reads back to the byte`() throws {
        let open =
            #"{"line":"reservation","tokenDigest":"000102030405060708090a0b0c0d0eff","#
            + #""parentID":"00000000-0000-0003-0000-000000000004","pendingUnitCount":0}"# + "\n"
        let claimed = open.replacing(":0}", with: #":9,"expiresAt":"2026-11-21T12:00:00.001Z","isClaimed":true}"#)

        for line in [open, claimed] {
            var bytes: [UInt8] = []
            let reservation = try ReservationRecord.read(read(line).1, .current) { _ in ProgressID(high: 0, low: 0) }
            ReservationRecord.appendLine(reservation, to: &bytes)

            #expect(String(decoding: bytes, as: UTF8.self) == line)
        }
        #expect(throws: BodyError.unknownField(pointer: "/at")) {
            try ReservationRecord.read(read(open.replacing("}", with: #","at":1}"#)).1, .current) { $0 }
        }
        #expect(throws: BodyError.unknownField(pointer: "/tokenDigest")) {
            try ReservationRecord.read(read(open).1, .one) { $0 }
        }
    }

    @Test func `the token of a reservation, as version 1 had it, becomes its key`() throws {
        let line =
            #"{"line":"reservation","token":"00000000-0000-0001-0000-000000000002","#
            + #""parentID":"00000000-0000-0003-0000-000000000004","pendingUnitCount":7}"#

        let reservation = try ReservationRecord.read(read(line).1, .one) { ProgressID(high: $0.low, low: $0.high + 5) }

        #expect(reservation.key == ProgressID(high: 2, low: 6))
        #expect(reservation.pendingUnitCount == 7)
        #expect(throws: BodyError.unknownField(pointer: "/token", nearest: "tokenDigest")) {
            try ReservationRecord.read(read(line).1, .current) { $0 }
        }
    }

    @Test func `the first line says what it is, and a later version is told apart from what is no export`() throws {
        var header = ExportHeader(exportedAt: 1_763_726_400_001)
        (header.progressCount, header.reservationCount, header.rightCount) = (1, 2, 3)
        (header.newestChangeStamp, header.newestPosition, header.runCount) = (4, 5, 6)
        var bytes: [UInt8] = []
        header.append(to: &bytes)
        let text = String(decoding: bytes, as: UTF8.self)
        let read = { (text: String) in try Array(text.utf8).withUnsafeBytes { try ExportHeader($0) } }

        let current = #""version":5,"readBy":"0.4.0""#

        #expect(try read(text) == header)
        let old = text.replacing(#","runCount":6"#, with: "")
        #expect(try read(old.replacing(current, with: #""version":1"#)).format == .one)
        #expect(try read(old.replacing(current, with: #""version":2"#)).format == .two)
        #expect(try read(text.replacing(current, with: #""version":3"#)).format == .three)
        #expect(throws: ExportHeaderError.body(.unknownField(pointer: "/runCount", nearest: "rightCount"))) {
            try read(text.replacing(current, with: #""version":2"#))
        }
        #expect(throws: ExportHeaderError.body(.missingField(pointer: "/runCount"))) { try read(old) }
        #expect(throws: ExportHeaderError.newer(6, reader: "0.9.0")) {
            try read(text.replacing(current, with: #""version":6,"readBy":"0.9.0","more":1"#))
        }
        for wrong in [0, 7] {
            #expect(throws: ExportHeaderError.unknownVersion(Int64(wrong))) {
                try read(text.replacing(current, with: #""version":\#(wrong)"#))
            }
        }
        #expect(throws: ExportHeaderError.body(.unknownField(pointer: "/more"))) {
            try read(text.replacing("{", with: #"{"more":1,"#))
        }
        #expect(throws: ExportHeaderError.notAnExport) { try read("{}") }
        #expect(throws: ExportHeaderError.notAnExport) { try read(String(text.dropLast(3))) }
    }

    @Test func `a line is one of five kinds`() {
        #expect(throws: BodyError.self) { try read(#"{"line":"node"}"#) }
        #expect(throws: BodyError.missingField(pointer: "/line")) { try read("{}") }
        #expect(throws: BodyError.self) { try read("[]") }
        #expect(throws: BodyError.self) { try read("") }
    }
}
