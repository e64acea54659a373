/// How a language joins the parts of the additional description.
struct AdditionalSentences: Sendable {
    let amountAndRate: Template<Place.Additional>
    let amountAndTime: Template<Place.Additional>
    let amountRateAndTime: Template<Place.Additional>
    let timeAndRate: Template<Place.Additional>

    // A part alone is a sentence already.
    let amount: Template<Place.Additional> = "\(.amount)"
    let rate: Template<Place.Additional> = "\(.rate)"
    let time: Template<Place.Additional> = "\(.time)"

    /// As most languages do it: the rate in parentheses, the time after a dash.
    static let common = AdditionalSentences(
        amountAndRate: "\(.amount) (\(.rate))",
        amountAndTime: "\(.amount) — \(.time)",
        amountRateAndTime: "\(.amount) (\(.rate)) — \(.time)",
        timeAndRate: "\(.time) (\(.rate))"
    )
}
