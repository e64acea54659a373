/// How a language joins the parts of the additional description.
struct AdditionalSentences: Sendable {
    let amountAndRate: Template<Place.Additional>
    let amountAndTime: Template<Place.Additional>
    let amountRateAndTime: Template<Place.Additional>
    let timeAndRate: Template<Place.Additional>

    // A part alone is a sentence already, and nothing is nothing in every language.
    let amount: Template<Place.Additional> = "\(.amount)"
    let rate: Template<Place.Additional> = "\(.rate)"
    let time: Template<Place.Additional> = "\(.time)"
    let nothing: Template<Place.Additional> = ""
}
