extension Catalog {
    /// For the translator: nouns with “중”, so that no particle has to follow the sound of a number or a name. The
    /// counter for files is “개”. The total comes first; parentheses touch the word before them.
    static var korean: Catalog {
        func files(_ verb: StaticString) -> FileSentence {
            FileSentence(
                counted: .always("파일 \(.number)개 \(verb) 중…"),
                named: "\(.quotedName) \(verb) 중…",
                bare: "파일 \(verb) 중…"
            )
        }
        return Catalog(
            tag: "ko",
            cldr: .ko,
            percentCompleted: "\(.percent) 완료",
            unitsOfTotal: "\(.total) 중 \(.completed)",
            bytesOfTotal: "\(.total) 중 \(.completed)",
            filesOfTotal: .always("파일 \(.total)개 중 \(.completed)개"),
            files: FileSentences(
                downloading: files("다운로드"),
                decompressing: files("압축 해제"),
                receiving: files("수신"),
                copying: files("복사"),
                uploading: files("업로드"),
                duplicating: files("복제"),
                processing: files("처리")
            ),
            states: StateNames(
                failed: "실패",
                cancelled: "취소됨",
                finished: "완료",
                paused: "일시 정지됨",
                stalled: "응답 없음",
                indeterminate: "끝 미정",
                running: "진행 중"
            ),
            quotation: "“\(.name)”",
            remaining: RemainingSentences("\(.duration) 남음"),
            additional: AdditionalSentences(
                amountAndRate: "\(.amount)(\(.rate))",
                amountAndTime: "\(.amount) — \(.time)",
                amountRateAndTime: "\(.amount)(\(.rate)) — \(.time)",
                timeAndRate: "\(.time)(\(.rate))"
            )
        )
    }
}
