import ProgressWire
import TestKit

/// Checks JSON against the part of JSON Schema that the document uses; a keyword that it does not know is a flaw too,
/// so that nothing goes unchecked in silence.
struct SchemaCheck {
    private let document: ContractDocument
    private(set) var flaws: [String] = []

    init(_ document: ContractDocument) { self.document = document }

    static func flaws(in value: JSON, against schema: JSON, _ document: ContractDocument) -> [String] {
        var check = SchemaCheck(document)
        check.check(value, schema, at: "")
        return check.flaws
    }

    private mutating func check(_ value: JSON, _ schema: JSON, at place: String) {
        if let flag = schema.bool {
            if !flag { flaws.append("\(place): nothing is allowed here") }
            return
        }
        for keyword in schema.keys { check(value, keyword, schema, at: place) }
    }

    private mutating func check(_ value: JSON, _ keyword: String, _ schema: JSON, at place: String) {
        let rule = schema[keyword]
        switch keyword {
        case "$ref": check(value, document.resolve(schema), at: place)
        case "type": expect(hasType(value, rule), "is not \(rule)", value, place)
        case "enum": expect(rule.list.contains(value), "is not one of \(rule)", value, place)
        case "const": expect(rule == value, "is not \(rule)", value, place)
        case "pattern", "maxLength", "minLength", "format": checkText(value, keyword, rule, at: place)
        case "minimum", "maximum", "exclusiveMinimum": checkNumber(value, keyword, rule, at: place)
        case "required":
            for name in rule.list.compactMap(\.string) where value.isObject {
                expect(!value[name].isMissing, "lacks \(name)", value, place)
            }
        case "dependentRequired":
            for name in rule.keys where !value[name].isMissing {
                for other in rule[name].list.compactMap(\.string) {
                    expect(!value[other].isMissing, "has \(name) and lacks \(other)", value, place)
                }
            }
        case "properties":
            for name in rule.keys where !value[name].isMissing {
                check(value[name], rule[name], at: "\(place)/\(name)")
            }
        case "additionalProperties":
            for name in value.keys where schema.properties[name].isMissing {
                check(value[name], rule, at: "\(place)/\(name)")
            }
        case "propertyNames": for name in value.keys { check(JSON(.string(name)), rule, at: "\(place)/\(name)") }
        case "items": for (index, one) in value.list.enumerated() { check(one, rule, at: "\(place)/\(index)") }
        case "maxItems", "maxProperties":
            expect(value.string != nil || Int64(value.count) <= rule.int ?? 0, "is too long", value, place)
        case "allOf": for one in rule.list { check(value, one, at: place) }
        case "oneOf": expect(matches(value, rule) == 1, "matches \(matches(value, rule)) of oneOf", value, place)
        case "anyOf": expect(matches(value, rule) > 0, "matches none of anyOf", value, place)
        case "not":
            expect(!SchemaCheck.flaws(in: value, against: rule, document).isEmpty, "is not allowed", value, place)
        case "description", "title", "default", "examples", "deprecated": break
        default: flaws.append("\(place): the keyword \(keyword) is not known to this check")
        }
    }

    private func matches(_ value: JSON, _ schemas: JSON) -> Int {
        schemas.list.count { SchemaCheck.flaws(in: value, against: $0, document).isEmpty }
    }

    private mutating func expect(_ holds: Bool, _ sentence: String, _ value: JSON, _ place: String) {
        if !holds { flaws.append("\(place): \(value.description.prefix(120)) \(sentence)") }
    }

    private func hasType(_ value: JSON, _ rule: JSON) -> Bool {
        let names = rule.string.map { [$0] } ?? rule.list.compactMap(\.string)
        return names.contains { name in
            switch (name, value.value) {
            case ("null", .null?), ("boolean", .bool?), ("string", .string?), ("array", .array?), ("object", .object?),
                ("number", .number?):
                true
            case ("integer", .number?): value.int != nil
            default: false
            }
        }
    }

    private mutating func checkNumber(_ value: JSON, _ keyword: String, _ rule: JSON, at place: String) {
        guard case .number? = value.value else { return }
        let holds: Bool
        if let number = value.int, let bound = rule.int {
            holds = keyword == "minimum" ? number >= bound : keyword == "maximum" ? number <= bound : number > bound
        } else {
            let (number, bound) = (value.double ?? .nan, rule.double ?? .nan)
            holds = keyword == "minimum" ? number >= bound : keyword == "maximum" ? number <= bound : number > bound
        }
        expect(holds, "breaks \(keyword) \(rule)", value, place)
    }

    private mutating func checkText(_ value: JSON, _ keyword: String, _ rule: JSON, at place: String) {
        guard let text = value.string else { return }
        let holds: Bool
        switch (keyword, rule.string ?? "") {
        case ("pattern", let pattern): holds = (try? Regex(pattern).firstMatch(in: text)) != nil
        case ("maxLength", _): holds = Int64(text.unicodeScalars.count) <= rule.int ?? 0
        case ("minLength", _): holds = Int64(text.unicodeScalars.count) >= rule.int ?? 0
        case ("format", "uuid"): holds = text.utf8.count == 36
        case ("format", "date-time"): holds = RFC3339.parse(Array(text.utf8)) != nil
        case ("format", "json-pointer"): holds = text.isEmpty || text.hasPrefix("/")
        case ("format", "uri"): holds = text.contains("://") && text.utf8.allSatisfy { $0 > 32 && $0 < 127 }
        case ("format", "uri-reference"): holds = text.utf8.allSatisfy { $0 > 32 && $0 < 127 }
        default: holds = false
        }
        expect(holds, "breaks \(keyword) \(rule)", value, place)
    }
}

extension JSON {
    var isObject: Bool {
        if case .object? = value { return true }
        return false
    }
}
