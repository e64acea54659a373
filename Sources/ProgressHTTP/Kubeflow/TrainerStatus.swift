import ProgressWire

/// The status that a Kubeflow trainer reports: the member `trainerStatus` of a body. Unknown members are ignored, as
/// Kubernetes does.
struct TrainerStatus {
    /// As it was sent.
    let sent: JSONObject
    /// 0 to 100; nil if it was not sent.
    let percentage: Int64?
    let remainingSeconds: Int64?
    /// By name; a text that is a number counts as one.
    let metrics: JSONObject

    init(_ body: JSONValue) throws(BodyError) {
        let pointer = JSONPointer.root.appending("trainerStatus")
        if case .object(let members) = body, members["trainerStatus"] == nil {
            throw .missingField(pointer: pointer.text)
        }
        do throws(JSONError) {
            sent = try (body.objectValue(at: .root)["trainerStatus"] ?? .null).objectValue(at: pointer)
            metrics = try Self.metrics(sent["metrics"] ?? .null, pointer.appending("metrics"))
        } catch { throw .json(error) }
        percentage = try Self.integer("progressPercentage", of: sent, to: 100, pointer)
        remainingSeconds = try Self.integer("estimatedRemainingSeconds", of: sent, to: Int64(Int32.max), pointer)
    }

    private static func integer(
        _ name: String,
        of members: JSONObject,
        to most: Int64,
        _ pointer: JSONPointer
    ) throws(BodyError) -> Int64? {
        guard let value = members[name], !value.isNull else { return nil }
        let place = pointer.appending(name)
        let integer: Int64
        do throws(JSONError) { integer = try value.int64Value(at: place) } catch { throw .json(error) }
        guard (0...most).contains(integer) else {
            throw .outOfRange(pointer: place.text, value: String(integer), range: "0 to \(most)")
        }
        return integer
    }

    private static func metrics(_ list: JSONValue, _ pointer: JSONPointer) throws(JSONError) -> JSONObject {
        var metrics = JSONObject()
        if list.isNull { return metrics }
        for (index, element) in try list.arrayValue(at: pointer).enumerated() {
            let place = pointer.appending(index: index)
            let metric = try element.objectValue(at: place)
            let name = try (metric["name"] ?? .null).stringValue(at: place.appending("name"))
            let text = try (metric["value"] ?? .null).stringValue(at: place.appending("value"))
            metrics[name] = JSONNumber(text).map { .number($0) } ?? .string(text)
        }
        return metrics
    }

    /// Whether it is the last of its work.
    var isLast: Bool { percentage == 100 }

    /// Whether it is the first of its work.
    var isFirst: Bool { percentage == 0 && step("current_step") ?? 0 == 0 }

    private func step(_ name: String) -> Int64? {
        guard case .number(let number)? = metrics[name], let count = number.int64, count >= 0 else { return nil }
        return count
    }

    /// The members of a progress that it sets: steps if the trainer counts them, else percent of the total.
    /// - Parameter known: the total that the progress has; nil if none.
    func members(total known: Int64?) -> JSONObject {
        var members = JSONObject()
        let steps = step("total_steps").flatMap { $0 > 0 ? $0 : nil }
        let total = steps ?? known ?? 100
        if let steps, let done = step("current_step") {
            members["totalUnitCount"] = .number(steps)
            members["completedUnitCount"] = .number(min(done, steps))
        } else if let percentage {
            members["totalUnitCount"] = .number(total)
            // A finished progress is complete, whatever the counts say.
            if !isLast {
                members["completedUnitCount"] = .number(total / 100 * percentage + total % 100 * percentage / 100)
            }
        }
        if let remainingSeconds { members["estimatedTimeRemaining"] = .number(remainingSeconds) }
        if !metrics.isEmpty { members["userInfo"] = .object(["metrics": .object(metrics)]) }
        return members
    }
}
