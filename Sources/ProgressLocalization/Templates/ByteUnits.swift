/// How a language writes an amount of bytes in each unit.
struct ByteUnits: Sendable {
    let byte: PluralForms<Place.Number>
    let kilobyte: PluralForms<Place.Number>
    let megabyte: PluralForms<Place.Number>
    let gigabyte: PluralForms<Place.Number>
    let terabyte: PluralForms<Place.Number>
    let petabyte: PluralForms<Place.Number>
    let exabyte: PluralForms<Place.Number>

    subscript(unit: ByteUnit) -> PluralForms<Place.Number> {
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
