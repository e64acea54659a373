/// The plural categories of CLDR; a language uses some of them, `other` always.
package enum PluralCategory: UInt8, CaseIterable, Sendable {
    case zero, one, two, few, many, other
}
