extension ServerError {
    /// Reads libpq's verbose text of an attempt to connect: `… FATAL:  28P01: password authentication failed …`. The word
    /// before the state is in the server's language, the state is not.
    init(connecting text: String) {
        let main = String(text.prefix(upTo: text.firstRange(of: "; LOCATION:")?.lowerBound ?? text.endIndex))
        let characters = Array(main)
        var place = 0
        while place + 10 <= characters.count {
            let state = characters[(place + 3)..<(place + 8)]
            if characters[place..<(place + 3)] == [":", " ", " "], characters[place + 8] == ":",
                state.allSatisfy({ $0.isASCII && ($0.isNumber || $0.isUppercase) })
            {
                let message = String(characters[..<(place + 1)] + [" "] + characters[(place + 10)...])
                self.init(state: String(state), isFatal: true, message: message)
                return
            }
            place += 1
        }
        self.init(state: "", isFatal: true, message: main)
    }
}
