extension Catalog {
    /// For the translator: nouns with “중”, so that no particle has to follow the sound of a number or a name. The
    /// counter for files is “개”. The total comes first; parentheses touch the word before them.
    static var korean: Catalog {
        Catalog(
            tag: "ko",
            aliases: [],
            cldr: .ko,
            percentCompleted: "\(.percent) 완료",
            unitsOfTotal: "\(.total) 중 \(.completed)",
            bytesOfTotal: "\(.total) 중 \(.completed)",
            filesOfTotal: .always("파일 \(.total)개 중 \(.completed)개"),
            files: koreanFiles,
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

    private static var koreanFiles: FileSentences {
        FileSentences(
            downloading: FileSentence(
                counted: .always("파일 \(.number)개 다운로드 중…"),
                named: "\(.quotedName) 다운로드 중…",
                bare: "파일 다운로드 중…"
            ),
            decompressing: FileSentence(
                counted: .always("파일 \(.number)개 압축 해제 중…"),
                named: "\(.quotedName) 압축 해제 중…",
                bare: "파일 압축 해제 중…"
            ),
            receiving: FileSentence(
                counted: .always("파일 \(.number)개 수신 중…"),
                named: "\(.quotedName) 수신 중…",
                bare: "파일 수신 중…"
            ),
            copying: FileSentence(
                counted: .always("파일 \(.number)개 복사 중…"),
                named: "\(.quotedName) 복사 중…",
                bare: "파일 복사 중…"
            ),
            uploading: FileSentence(
                counted: .always("파일 \(.number)개 업로드 중…"),
                named: "\(.quotedName) 업로드 중…",
                bare: "파일 업로드 중…"
            ),
            duplicating: FileSentence(
                counted: .always("파일 \(.number)개 복제 중…"),
                named: "\(.quotedName) 복제 중…",
                bare: "파일 복제 중…"
            ),
            processing: FileSentence(
                counted: .always("파일 \(.number)개 처리 중…"),
                named: "\(.quotedName) 처리 중…",
                bare: "파일 처리 중…"
            )
        )
    }
}
