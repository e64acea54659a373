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
        bytes.append(exported: item.story)
        ProgressRecord(StoredProgress(item, of: name), uncleanEndCount: 0).appendMembers(to: &bytes)
        bytes.append("\n")
    }

    package static func read(
        _ members: ObjectMembers,
        _ format: ExportFormat = .current
    ) throws(BodyError) -> (item: RunItem, name: String) {
        let fraction = try members.required("fractionCompleted") { name throws(BodyError) in
            try members.double(name, in: 0...Double.greatestFiniteMagnitude)
        }
        var own: Set = ["fractionCompleted"]
        if format == .five { own.formUnion(RunStory.exportedMembers.union(["profile"])) }
        let record = try ProgressRecord(members, format, alsoKnown: own)
        guard var run = RunItem.stored(record.stored, fractionCompleted: fraction) else {
            throw .missingField(pointer: "/name")
        }
        if format != .five { return run }
        if let profile = try members.object("profile") { run.item.profile = try RunProfile(profile) }
        var story = run.item.story
        try story.read(members)
        run.item.story = story
        return run
    }
}
