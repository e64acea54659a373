/// A flaw as a whole sentence, and the member at fault as a JSON pointer.
extension BodyError {
    package var sentence: String {
        switch self {
        case .json(let error): error.sentence
        case .malformedForm(let offset, let reason): "After byte \(offset): \(reason)"
        case .unknownField(let pointer, let nearest):
            "The member \(pointer) is unknown.\(nearest.map { " Did you mean \($0)?" } ?? "")"
        case .readOnlyField(let pointer): "The member \(pointer) is derived or fixed and cannot be set."
        case .missingField(let pointer): "The member \(pointer) is required."
        case .missingPendingUnitCount(let pointer): "\(pointer) is required: the child's share of the parent."
        case .negativePending(let pointer, let count): "\(pointer) is \(count); pending units must be 0 or more."
        case .outOfRange(let pointer, let value, let range): "\(pointer) is \(value); allowed: \(range)."
        case .textTooLong(let pointer, let count, let limit), .userInfoTooLarge(let pointer, let count, let limit):
            "\(pointer) has \(count) bytes; at most \(limit) are allowed."
        case .userInfoChangeTooLarge(let pointer, let limit):
            "\(pointer) has more than \(limit) bytes, of which at most \(FieldLimits.userInfo) could be kept."
        case .tooManyLabels(let pointer, let count, let limit):
            "\(pointer) would hold \(count) labels; at most \(limit) are allowed."
        case .tooManyURLs(let pointer, let count, let limit):
            "\(pointer) would hold \(count) addresses; at most \(limit) are allowed."
        case .invalidURL(let pointer, let flaw): "\(pointer) \(flaw)"
        case .invalidName(let pointer, let name):
            "\(pointer) is \(Excerpt(name)); a name is 1 to 128 of A-Z a-z 0-9 . _ : -, starting with a letter "
                + "or digit, and not a UUID."
        case .incompleteSequence(let pointer):
            "writer and sequence must be sent together; \(pointer) is missing."
        }
    }

    package var pointer: String? {
        switch self {
        case .json(let error): error.pointer
        case .malformedForm: nil
        case .unknownField(let pointer, _), .readOnlyField(let pointer), .missingField(let pointer),
            .missingPendingUnitCount(let pointer), .negativePending(let pointer, _), .outOfRange(let pointer, _, _),
            .textTooLong(let pointer, _, _), .userInfoTooLarge(let pointer, _, _),
            .userInfoChangeTooLarge(let pointer, _),
            .tooManyLabels(let pointer, _, _), .tooManyURLs(let pointer, _, _), .invalidURL(let pointer, _),
            .invalidName(let pointer, _), .incompleteSequence(let pointer):
            pointer
        }
    }
}

extension JSONError {
    fileprivate var sentence: String {
        switch self {
        case .malformed(let offset, let expected): "At byte \(offset): \(expected)"
        case .invalidUTF8(let offset): "At byte \(offset): the text is not UTF-8."
        case .tooDeep(let limit): "The body is nested deeper than \(limit) levels."
        case .duplicateKey(let pointer): "The member \(pointer) appears twice."
        case .wrongType(let pointer, let expected, let found):
            "\(pointer.isEmpty ? "The body" : pointer) is \(found); expected: \(expected)."
        case .notAnInteger(let pointer, let text):
            "\(pointer) is \(text); expected: a whole number from \(Int64.min) to \(Int64.max)."
        case .notFinite(let pointer, let text): "\(pointer) is \(text), which is too large for a finite number."
        }
    }

    fileprivate var pointer: String? {
        switch self {
        case .malformed, .invalidUTF8, .tooDeep: nil
        case .duplicateKey(let pointer), .wrongType(let pointer, _, _), .notAnInteger(let pointer, _),
            .notFinite(let pointer, _):
            pointer
        }
    }
}
