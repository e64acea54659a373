import assert from "node:assert/strict";
import test from "node:test";

import { EventParser } from "../../../clients/js/progressd.js";

function parse(...parts) {
    const parser = new EventParser();
    return parts.flatMap((part) => [...parser.push(part)]);
}

test("an event has its type, its data and its id", () => {
    assert.deepEqual(parse("event: state\nid: e-7\ndata: {}\n\n"), [{ type: "state", data: "{}", id: "e-7" }]);
});

test("an event without a type is a message, and lines of data are joined", () => {
    assert.deepEqual(parse("data: a\ndata\ndata:b\n\n"), [{ type: "message", data: "a\n\nb", id: "" }]);
});

test("only the first space after the colon is no part of the value", () => {
    assert.deepEqual(parse("data:  two: words\n\n"), [{ type: "message", data: " two: words", id: "" }]);
});

test("an id holds for the events after it, and one with a null character is passed over", () => {
    const ids = parse("id: 1\ndata: a\n\ndata: b\n\nid: 2\0\ndata: c\n\nid\ndata: d\n\n").map((event) => event.id);
    assert.deepEqual(ids, ["1", "1", "1", ""]);
});

test("comments, unknown fields and events without data say nothing", () => {
    assert.deepEqual(parse(": hello\n\nfoo: bar\n\nevent: state\n\ndata: a\n\n"), [{ type: "message", data: "a", id: "" }]);
});

test("a retry is told at once, unless it is no whole number", () => {
    assert.deepEqual(parse("retry: 250\nretry: soon\nretry: -1\n"), [{ type: "retry", retry: 250 }]);
});

test("what the end of the stream cuts off is no event", () => {
    assert.deepEqual(parse("data: a\n\ndata: b\n"), [{ type: "message", data: "a", id: "" }]);
});

for (const [name, end] of [["LF", "\n"], ["CR", "\r"], ["CRLF", "\r\n"]]) {
    test(`lines that end with ${name} may be cut at every byte, also within a letter`, () => {
        const text = ["retry: 9", ": é", "event: progress", "id: e-1", "data: „Größe“ 😀", "", "data: 2", "", ""].join(end);
        const bytes = new TextEncoder().encode(text);
        const whole = parse(text);

        for (let first = 0; first <= bytes.length; first += 1) {
            for (let second = first; second <= bytes.length; second += 1) {
                const decoder = new TextDecoder();
                const cuts = [bytes.subarray(0, first), bytes.subarray(first, second), bytes.subarray(second)];
                const parts = cuts.map((cut) => decoder.decode(cut, { stream: true }));
                assert.deepEqual(parse(...parts), whole, `cut at ${first} and ${second}`);
            }
        }

        assert.equal(whole.length, 3);
        assert.deepEqual(whole[1], { type: "progress", data: "„Größe“ 😀", id: "e-1" });
    });
}
