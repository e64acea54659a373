/// How a language joins the parts of the additional description.
struct AdditionalSentences: Sendable {
    let amountAndRate: Template<Placeholder.Additional>
    let amountAndTime: Template<Placeholder.Additional>
    let amountRateAndTime: Template<Placeholder.Additional>
    let timeAndRate: Template<Placeholder.Additional>

    // A part alone is a sentence already.
    let amount: Template<Placeholder.Additional> = "\(.amount)"
    let rate: Template<Placeholder.Additional> = "\(.rate)"
    let time: Template<Placeholder.Additional> = "\(.time)"

    /// As most languages do it: the rate in parentheses, the time after a dash.
    static let common = AdditionalSentences(
        amountAndRate: "\(.amount) (\(.rate))",
        amountAndTime: "\(.amount) — \(.time)",
        amountRateAndTime: "\(.amount) (\(.rate)) — \(.time)",
        timeAndRate: "\(.time) (\(.rate))"
    )
}
