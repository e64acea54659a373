"""Requests on which HTTP servers and proxies are known to differ, by family, with the required outcome of each.

The families are those of Http11Probe and of the papers and CVEs on request smuggling; the payloads are our own. Each is
followed by an innocent request on the same connection, which must not be answered if the payload is refused.
"""

import dataclasses

LIMIT = 16 * 1024
HOST = "Host: localhost\r\n"
POST = "POST /v1/progress HTTP/1.1\r\n" + HOST
JSON = "Content-Type: application/json\r\n"
LENGTH = "Content-Length: 2\r\n"
CHUNKED = "Transfer-Encoding: chunked\r\n"
CHUNKS = "2\r\n{}\r\n0\r\n\r\n"


@dataclasses.dataclass
class Payload:
    family: str
    name: str
    bytes: bytes
    #: The statuses that are right.
    statuses: tuple[int, ...]
    #: Whether the connection ends then.
    ends: bool


def text(family: str, name: str, request: str, statuses, ends: bool) -> Payload:
    return Payload(family, name, request.encode("latin-1"), tuple(statuses), ends)


def refused(family: str, requests: dict[str, str], statuses=(400,)) -> list[Payload]:
    """The reply is one of these, and nothing after the request is read."""
    return [text(family, name, request, statuses, True) for name, request in requests.items()]


def answered(family: str, requests: dict[str, str], *statuses: int) -> list[Payload]:
    """The reply is one of these, and the connection continues."""
    return [text(family, name, request, statuses, False) for name, request in requests.items()]


def get(line: str = "GET /healthz HTTP/1.1", fields: str = HOST) -> str:
    return f"{line}\r\n{fields}\r\n"


def field(line: str) -> str:
    return get(fields=f"{HOST}{line}\r\n")


def length(value: str, name: str = "Content-Length") -> str:
    return f"{POST}{JSON}{name}: {value}\r\n\r\n{{}}"


def coding(value: str, name: str = "Transfer-Encoding", more: str = "") -> str:
    return f"{POST}{JSON}{name}:{value}\r\n{more}\r\n{CHUNKS}"


def chunks(body: str) -> str:
    return f"{POST}{JSON}{CHUNKED}\r\n{body}"


def cookies(count: int) -> str:
    return field("Cookie: " + "; ".join(f"k{number}=v" for number in range(count)))


def post_with_cookies(count: int) -> str:
    """A head and a body of 3,000 bytes, which come together."""
    lines = f"{POST}{JSON}Cookie: {'; '.join(['k=v'] * count)}\r\nContent-Length: 3000\r\n"
    return f"{lines}\r\n{{}}{' ' * 2998}"


def proxied_browser() -> str:
    """A browser's request as it comes through oauth2-proxy."""
    session = "; ".join(f"_oauth2_proxy_{number}=" + "j" * 4_000 for number in (0, 1))
    return get(fields=HOST + "Accept: text/html,*/*;q=0.8\r\n" * 10 + f"Cookie: {session}\r\n")


def fields(count: int) -> str:
    return get(fields=HOST + "".join(f"X-{number}: v\r\n" for number in range(count - 1)))


def query(count: int) -> str:
    return get("GET /healthz?" + "&".join(f"p{number}=v" for number in range(count)) + " HTTP/1.1")


def sized(size: int) -> str:
    return field("X-A: " + "a" * (size - len(field("X-A: "))))


LINES = refused("request line", {
    "a space in the target": get("GET /a b HTTP/1.1"), "two spaces": get("GET  /healthz HTTP/1.1"),
    "two spaces before the version": get("GET /healthz  HTTP/1.1"), "a space at the end": get("GET /healthz HTTP/1.1 "),
    "a space first": get(" GET /healthz HTTP/1.1"), "tabs": get("GET\t/healthz\tHTTP/1.1"),
    "no target": get("GET HTTP/1.1"), "no version": get("GET /healthz"), "a method alone": get("GET"),
    "HTTP/0.9": "GET /healthz\r\n\r\n", "a lower-case version": get("GET /healthz http/1.1"),
    "no dot": get("GET /healthz HTTP/11"), "a version of letters": get("GET /healthz HTTP/a.b"),
    "a version of two digits": get("GET /healthz HTTP/1.10"), "no slash in the version": get("GET /healthz HTTP1.1"),
    "NUL in the target": get("GET /heal\0thz HTTP/1.1"), "a control character in the target": get("GET /\x01 HTTP/1.1"),
    "DEL in the target": get("GET /\x7f HTTP/1.1"), "CR in the target": get("GET /\r HTTP/1.1"),
    "a vertical tab": get("GET\x0b/healthz HTTP/1.1"), "a form feed in the target": get("GET /\x0c HTTP/1.1"),
    "NUL in the method": get("G\0ET /healthz HTTP/1.1"),
    "a bare line feed after it": f"GET /healthz HTTP/1.1\n{HOST}\r\n",
}, (400, 505)) + answered("request line", {
    "the asterisk with GET": get("GET * HTTP/1.1"),
    "an absolute form without a host": get("GET http:///healthz HTTP/1.1"),
}, 400) + refused("version", {
    "HTTP/2.0": get("GET /healthz HTTP/2.0"), "HTTP/3": get("GET /healthz HTTP/3.0"),
    "the preface of HTTP/2": "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "TLS": "\x16\x03\x01\x00\xa5\x01\x00\x00\xa1\x03\x03\n\n",
}, (400, 505)) + answered("request line", {
    "an empty line before it": "\r\n" + get(), "an absolute form": get("GET http://localhost/healthz HTTP/1.1"),
    "an absolute form without a path": get("GET http://localhost HTTP/1.1"),
    "OPTIONS of the whole service": get("OPTIONS * HTTP/1.1"),
}, 200, 204) + answered("method", {
    "an unknown one": get("BREW /healthz HTTP/1.1"), "a lower-case one": get("get /healthz HTTP/1.1"),
    "TRACE": get("TRACE /healthz HTTP/1.1"), "CONNECT": get("CONNECT localhost:80 HTTP/1.1"),
    "a very long one": get("A" * 200 + " /healthz HTTP/1.1"),
}, 404, 405)

HOSTS = refused("Host", {
    "none": get(fields=""), "two": get(fields=HOST + HOST),
    "two that differ": get(fields=HOST + "Host: evil.example\r\n"),
    "a space before the colon": get(fields="Host : localhost\r\n"), "folded": get(fields="Host:\r\n localhost\r\n"),
    "a space before the name": get(fields=" Host: localhost\r\n"),
}) + answered("Host", {
    "another": get(fields="Host: evil.example\r\n"), "a path in it": get(fields="Host: localhost/evil\r\n"),
    "user information": get(fields="Host: evil@localhost\r\n"), "two in one": get(fields="Host: localhost, evil\r\n"),
    "a port of letters": get(fields="Host: localhost:a\r\n"), "another in the target": get("GET http://evil/ HTTP/1.1"),
}, 400, 421)

FIELDS = refused("field", {
    "a space before the colon": field("X-A : b"), "a tab before the colon": field("X-A\t: b"),
    "a space in the name": field("X A: b"), "no name": field(": b"), "no colon": field("X-A"),
    "folded by a space": field("X-A: b\r\n c"), "folded by a tab": field("X-A: b\r\n\tc"),
    "folded into the length": f"{POST}Content-Length:\r\n 2\r\n\r\n{{}}", "white space first": field(" X-A: b"),
    "NUL in the value": field("X-A: a\0b"), "NUL in the name": field("X\0A: b"), "a bare CR": field("X-A: a\rb"),
    "a bare line feed": field("X-A: a\nX-B: b"), "CR CR LF": field("X-A: b\r"),
    "a control character": field("X-A: \x01"),
    "DEL": field("X-A: \x7f"), "a form feed": field("X-A: \x0c"), "parentheses in the name": field("X(a): b"),
    "a letter above 127 in the name": field("X-\xe4: b"),
    "a head that ends in bare line feeds": f"GET / HTTP/1.1\n{HOST}\n",
    "CR alone as every line's end": "GET / HTTP/1.1\rHost: localhost\r\r\n\n",
}) + answered("field", {
    "an empty value": field("X-A:"), "white space around the value": field("X-A: \t b \t"),
    "a tab in it": field("X-A: a\tb"),
    "bytes above 127": field("X-A: \xe4\xff"), "every character of a token": field("!#$%&'*+-.^_`|~09AZaz: b"),
    "twice": field("X-A: b\r\nX-A: c"),
}, 200)

LENGTHS = refused("Content-Length", {
    "twice": f"{POST}{LENGTH}{LENGTH}\r\n{{}}", "two that differ": f"{POST}{LENGTH}Content-Length: 3\r\n\r\n{{}}",
    "a list": length("2, 2"), "a sign": length("+2"), "negative": length("-2"), "hexadecimal": length("0x2"),
    "a fraction": length("2.0"), "an exponent": length("2e0"), "empty": length(""), "quoted": length('"2"'),
    "a space inside": length("2 2"), "an underscore": length("2_0"), "letters": length("two"),
    "a digit that is not ASCII": length("\xb2"), "a space behind": length("2 "), "2^63": length("9223372036854775808"),
    "2^64": length("18446744073709551616"), "2^64 and two": length("18446744073709551618"),
    "a hundred digits": length("9" * 100), "a space before the colon": f"{POST}Content-Length : 2\r\n\r\n{{}}",
    "NUL behind": length("2\0"), "behind a bare line feed": f"{POST}X-A: b\nContent-Length: 2\r\n\r\n{{}}",
}, (400, 413)) + answered("Content-Length", {
    "plain": length("2"), "leading zeros": length("002"), "another case": length("2", "cONTENT-lENGTH"),
}, 201)

CODINGS = refused("Transfer-Encoding", {
    "with a length": coding(" chunked", more=LENGTH), "after a length": f"{POST}{LENGTH}{CHUNKED}\r\n{CHUNKS}",
    "with a length of nothing": coding(" chunked", more="Content-Length: 0\r\n"),
    "twice": coding(" chunked", more=CHUNKED),
    "twice in a line": coding(" chunked, chunked"), "identity": coding(" identity"), "gzip": coding(" gzip, chunked"),
    "chunked not last": coding(" chunked, gzip"), "one letter more": coding(" xchunked"), "cut": coding(" chunke"),
    "empty": coding(""), "quoted": coding(' "chunked"'), "a parameter": coding(" chunked;q=1"),
    "a comma": coding(" ,chunked"),
    "a space behind": coding(" chunked "), "a vertical tab": coding(" \x0bchunked"), "NUL": coding(" chunked\0"),
    "a space before the colon": coding(" chunked", "Transfer-Encoding "), "folded": coding("\r\n chunked"),
    "a tab before the colon": coding(" chunked", "Transfer-Encoding\t"), "a bare CR": coding(" chunked\rX: y"),
    "hidden by a bare line feed": f"{POST}X-A: b\nTransfer-Encoding: chunked\r\n\r\n{CHUNKS}",
    "in HTTP/1.0": f"POST /v1/progress HTTP/1.0\r\n{HOST}{CHUNKED}\r\n{CHUNKS}",
}) + answered("Transfer-Encoding", {
    "plain": coding(" chunked"), "another case": coding(" ChUnKeD", "TRANSFER-ENCODING"),
    "an underscore, which is another name": f"{POST}{LENGTH}Transfer_Encoding: chunked\r\n\r\n{{}}",
}, 201)

CHUNKINGS = refused("chunks", {
    "a prefix 0x": chunks("0x2\r\n{}\r\n0\r\n\r\n"), "a sign": chunks("+2\r\n{}\r\n0\r\n\r\n"),
    "negative": chunks("-2\r\n{}\r\n0\r\n\r\n"), "a space before": chunks(" 2\r\n{}\r\n0\r\n\r\n"),
    "a space behind": chunks("2 \r\n{}\r\n0\r\n\r\n"), "no size": chunks("\r\n{}\r\n0\r\n\r\n"),
    "no number": chunks("g\r\n{}\r\n0\r\n\r\n"), "an underscore": chunks("0_2\r\n{}\r\n0\r\n\r\n"),
    "2^64": chunks("10000000000000000\r\n{}\r\n0\r\n\r\n"),
    "2^64 and two": chunks("10000000000000002\r\n{}\r\n0\r\n\r\n"),
    "too small": chunks("1\r\n{}\r\n0\r\n\r\n"),
    "a comma": chunks("2,2\r\n{}\r\n0\r\n\r\n"), "a fraction": chunks("2.0\r\n{}\r\n0\r\n\r\n"),
    "an extension without a size": chunks(";x\r\n{}\r\n0\r\n\r\n"),
    "NUL behind the size": chunks("2\0\r\n{}\r\n0\r\n\r\n"),
}, (0, 400, 413)) + answered("chunks", {
    "plain": chunks(CHUNKS), "zeros before": chunks("0002\r\n{}\r\n0\r\n\r\n"),
    "an extension": chunks("2;a=b\r\n{}\r\n0\r\n\r\n"),
    "a trailer": chunks("2\r\n{}\r\n0\r\nX-T: a\r\n\r\n"),
    "a trailer that is a length": chunks("2\r\n{}\r\n0\r\nContent-Length: 9\r\n\r\n"),
}, 201)

TWICE = answered("duplicates", {
    name: get("GET /v1/progress HTTP/1.1", f"{HOST}{name}: application/json\r\n{name}: application/json\r\n")
    for name in ("Content-Type", "Authorization", "Origin", "Sec-Fetch-Site", "Last-Event-ID", "Progress-Reservation",
                 "Progress-Directive", "Idempotency-Key", "X-Request-ID")
} | {
    "a parameter": get("GET /v1/progress?limit=1&limit=500 HTTP/1.1"),
    "a parameter, once encoded": get("GET /v1/progress?limit=1&%6cimit=500 HTTP/1.1"),
    "an id of events": get("GET /v1/events?lastEventID=a-1&lastEventId=a-1 HTTP/1.1"),
}, 400)

SIZES = answered("sizes", {
    f"{count} cookies and a body": post_with_cookies(count) for count in (60, 70, 85, 256)
}, 201) + answered("sizes", {
    "16 KiB": sized(LIMIT), "128 fields": fields(128), "256 parameters": query(256), "256 cookies": cookies(256),
    "two cookies of 4 kB beside a browser's fields": proxied_browser(),
    "a target of 15 KiB": get("GET /healthz?" + "a" * 15_000 + " HTTP/1.1"),
}, 200) + refused("sizes", {
    "16 KiB and a byte": sized(LIMIT + 1), "129 fields": fields(129), "257 parameters": query(257),
    "257 cookies": cookies(257), "a field of 100,000 bytes": field("X-A: " + "a" * 100_000),
    "a name of 100,000 bytes": field("a" * 100_000 + ": b"),
    "a target of 100,000 bytes": get(f"GET /{'a' * 100_000} HTTP/1.1"),
    "a method of 100,000 bytes": get("A" * 100_000 + " / HTTP/1.1"),
    "100,000 empty parameters": get(f"GET /?{'&' * 100_000} HTTP/1.1"),
    "5,000 fields": fields(5_000), "a cookie of commas": field("Cookie: a=" + "," * 1_000),
}, (431,))

PAYLOADS = [*LINES, *HOSTS, *FIELDS, *LENGTHS, *CODINGS, *CHUNKINGS, *TWICE, *SIZES]
