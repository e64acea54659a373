/// One sentence in each plural form of its language.
struct PluralForms<Placeholder: Sendable>: Sendable {
    /// By the raw value of the category; `other` for a category without a form.
    private let forms: InlineArray<6, Template<Placeholder>>
    /// A bit for each category with a form.
    private let given: UInt8

    /// Leave out the categories that the language's rule never yields.
    init(
        zero: Template<Placeholder>? = nil,
        one: Template<Placeholder>? = nil,
        two: Template<Placeholder>? = nil,
        few: Template<Placeholder>? = nil,
        many: Template<Placeholder>? = nil,
        other: Template<Placeholder>
    ) {
        forms = [zero ?? other, one ?? other, two ?? other, few ?? other, many ?? other, other]
        let isGiven = [zero != nil, one != nil, two != nil, few != nil, many != nil, true]
        given = isGiven.indices.reduce(0) { isGiven[$1] ? $0 | 1 << UInt8($1) : $0 }
    }

    /// A sentence that no number changes.
    static func always(_ template: Template<Placeholder>) -> Self {
        Self(zero: template, one: template, two: template, few: template, many: template, other: template)
    }

    subscript(category: PluralCategory) -> Template<Placeholder> {
        forms[Int(category.rawValue)]
    }

    /// Whether the form was given, rather than taken from `other`.
    func has(_ category: PluralCategory) -> Bool {
        given & 1 << category.rawValue != 0
    }
}

/// The plural categories of CLDR; a language uses some of them, `other` always.
package enum PluralCategory: UInt8, CaseIterable, Sendable {
    case zero, one, two, few, many, other
}
