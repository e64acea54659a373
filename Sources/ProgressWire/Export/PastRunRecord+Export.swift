package import ProgressCore

extension PastRunRecord {
    package static func appendLine(_ item: RunItem, of name: String, to bytes: inout [UInt8]) {
        ExportLine.run.appendStart(to: &bytes)
        bytes.append(",\"fractionCompleted\":")
        bytes.appendJSON(item.fractionCompleted)
        if let profile = item.profile {
            bytes.append(",\"profile\":")
            bytes.append(exported: profile)
        }
        ProgressRecord(StoredProgress(item, of: name), uncleanEndCount: 0).appendMembers(to: &bytes)
    }

    package static func read(
        _ members: ObjectMembers,
        _ format: ExportFormat = .current
    ) throws(BodyError) -> (item: RunItem, name: String) {
        let fraction = try members.required("fractionCompleted") { name throws(BodyError) in
            try members.double(name, in: 0...Double.greatestFiniteMagnitude)
        }
        let own: Set = format == .five ? ["fractionCompleted", "profile"] : ["fractionCompleted"]
        let record = try ProgressRecord(members, format, alsoKnown: own)
        guard var run = RunItem.stored(record.stored, fractionCompleted: fraction) else {
            throw .missingField(pointer: "/name")
        }
        if format == .five, let profile = try members.object("profile") {
            run.item.profile = try RunProfile(profile)
        }
        return run
    }
}
