/// How a language writes an amount of bytes in each unit.
struct ByteUnits: Sendable {
    let byte: PluralForms<Placeholder.Number>
    let kilobyte: PluralForms<Placeholder.Number>
    let megabyte: PluralForms<Placeholder.Number>
    let gigabyte: PluralForms<Placeholder.Number>
    let terabyte: PluralForms<Placeholder.Number>
    let petabyte: PluralForms<Placeholder.Number>
    let exabyte: PluralForms<Placeholder.Number>

    subscript(unit: ByteUnit) -> PluralForms<Placeholder.Number> {
        switch unit {
        case .byte: byte
        case .kilobyte: kilobyte
        case .megabyte: megabyte
        case .gigabyte: gigabyte
        case .terabyte: terabyte
        case .petabyte: petabyte
        case .exabyte: exabyte
        }
    }
}
