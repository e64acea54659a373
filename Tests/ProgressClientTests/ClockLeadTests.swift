import Testing

@testable import ProgressClient

@Suite struct ClockLeadTests {
    @Test(arguments: [
        ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
        ("Thu, 29 Feb 2024 23:59:59 GMT", 1_709_251_199), ("Fri, 01 Mar 2024 00:00:00 GMT", 1_709_251_200),
        ("Mon, 31 Dec 2096 12:00:00 GMT", 4_007_793_600), ("Wed, 01 Mar 2000 00:00:00 GMT", 951_868_800),
    ]) func `a date of HTTP is a number of seconds`(text: String, seconds: Int) {
        #expect(ClockLead.secondsSince1970(text) == seconds)
    }

    @Test(arguments: [
        "", "yesterday", "Sun, 06 Nov 1994 08:49:37 CET", "Sun, 06 Nov 1994 24:49:37 GMT",
        "Sun, 99 Nov 1994 08:49:37 GMT",
    ])
    func `what is no such date has none`(text: String) { #expect(ClockLead.secondsSince1970(text) == nil) }
}
