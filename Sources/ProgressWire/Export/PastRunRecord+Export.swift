package import ProgressCore

extension PastRunRecord {
    package static func appendLine(_ item: RunItem, of name: String, to bytes: inout [UInt8]) {
        ExportLine.run.appendStart(to: &bytes)
        bytes.append(",\"fractionCompleted\":")
        bytes.appendJSON(item.fractionCompleted)
        ProgressRecord(StoredProgress(item, of: name), uncleanEndCount: 0).appendMembers(to: &bytes)
    }

    package static func read(_ members: ObjectMembers) throws(BodyError) -> (item: RunItem, name: String) {
        let fraction = try members.required("fractionCompleted") { name throws(BodyError) in
            try members.double(name, in: 0...Double.greatestFiniteMagnitude)
        }
        let record = try ProgressRecord(members, alsoKnown: ["fractionCompleted"])
        guard let run = RunItem.stored(record.stored, fractionCompleted: fraction) else {
            throw .missingField(pointer: "/name")
        }
        return run
    }
}
