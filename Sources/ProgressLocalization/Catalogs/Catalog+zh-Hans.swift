extension Catalog {
    /// For the translator: “正在” and a verb. No spaces around numbers, because CLDR writes its units so. The counter for
    /// files is “个”. “复制” is copying for everybody but Apple, so duplicating is “创建副本”. Parentheses are full-width.
    static var simplifiedChinese: Catalog {
        Catalog(
            tag: "zh-Hans",
            aliases: ["zh"],
            cldr: .zhHans,
            percentCompleted: "已完成\(.percent)",
            unitsOfTotal: "\(.completed) / \(.total)",
            bytesOfTotal: "\(.completed) / \(.total)",
            filesOfTotal: .always("共\(.total)个文件，已完成\(.completed)个"),
            files: simplifiedChineseFiles,
            quotation: "“\(.name)”",
            remaining: RemainingSentences("剩余\(.duration)"),
            additional: AdditionalSentences(
                amountAndRate: "\(.amount)（\(.rate)）",
                amountAndTime: "\(.amount) — \(.time)",
                amountRateAndTime: "\(.amount)（\(.rate)）— \(.time)",
                timeAndRate: "\(.time)（\(.rate)）"
            )
        )
    }

    private static var simplifiedChineseFiles: FileSentences {
        FileSentences(
            downloading: FileSentence(
                counted: .always("正在下载\(.number)个文件…"),
                named: "正在下载\(.quotedName)…",
                bare: "正在下载文件…"
            ),
            decompressing: FileSentence(
                counted: .always("正在解压缩\(.number)个文件…"),
                named: "正在解压缩\(.quotedName)…",
                bare: "正在解压缩文件…"
            ),
            receiving: FileSentence(
                counted: .always("正在接收\(.number)个文件…"),
                named: "正在接收\(.quotedName)…",
                bare: "正在接收文件…"
            ),
            copying: FileSentence(
                counted: .always("正在复制\(.number)个文件…"),
                named: "正在复制\(.quotedName)…",
                bare: "正在复制文件…"
            ),
            uploading: FileSentence(
                counted: .always("正在上传\(.number)个文件…"),
                named: "正在上传\(.quotedName)…",
                bare: "正在上传文件…"
            ),
            duplicating: FileSentence(
                counted: .always("正在创建\(.number)个文件的副本…"),
                named: "正在创建\(.quotedName)的副本…",
                bare: "正在创建文件副本…"
            ),
            processing: FileSentence(
                counted: .always("正在处理\(.number)个文件…"),
                named: "正在处理\(.quotedName)…",
                bare: "正在处理文件…"
            )
        )
    }
}
