import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";

import { Reporter, watch } from "../../../clients/js/progressd.js";

const rows = JSON.parse(await readFile(new URL("../addresses.json", import.meta.url), "utf8"));

/** The warnings of a reporter with that address, and the calls that it makes. */
async function report(url, settings = {}) {
    const warnings = [];
    const called = [];
    const transport = async (call) => {
        called.push(call);
        throw new Error("away");
    };
    const reporter = new Reporter({ url, labels: {}, transport, warn: (text) => warnings.push(text), ...settings });
    const { Progress } = await import("../../../clients/js/progressd.js");
    new Progress(1, { reporter }).finish();
    await reporter.flush(1_000);
    return { warnings, called };
}

for (const { address, url, refusal } of rows) {
    test(`the address ${JSON.stringify(address)} is ${url ?? "refused"}`, async () => {
        const { warnings, called } = await report(address);
        if (url) return assert.equal(String(called[0].url), `${url}/v1/batch`);
        assert.equal(called.length, 0);
        assert.equal(warnings.length, 1);
        assert.ok(warnings[0].includes(JSON.stringify(refusal)), warnings[0]);
        assert.doesNotMatch(warnings[0], /secret|se\/cret|se\?cret/);
        await assert.rejects(watch("a", { url: address }).next(), (error) => {
            assert.doesNotMatch(error.stack, /secret|se\/cret|se\?cret/);
            return error instanceof TypeError;
        });
    });
}

test("an address of white space alone is unset", async (t) => {
    t.after(() => delete process.env.PROGRESSD_URL);
    for (const unset of ["", " ", " \t\n"]) {
        process.env.PROGRESSD_URL = unset;
        const { warnings, called } = await report(undefined);
        assert.equal(String(called[0]?.url), "http://127.0.0.1:8080/v1/batch");
        assert.doesNotMatch(warnings.join(), /invalid address/);
    }
});

test("a token loses the white space around it", async () => {
    const { called } = await report("http://service", { token: " secret\r\n" });
    assert.equal(called[0].headers.Authorization, "Bearer secret");
});

test("a token that no header can carry is refused without being shown", async () => {
    for (const token of ["sec\nret", "sécrèt☃", "sec\0ret"]) {
        const { warnings, called } = await report("http://service", { token });
        assert.equal(called.length, 0);
        assert.equal(warnings.length, 1);
        assert.match(warnings[0], /the token has a character that no header can carry/);
        assert.doesNotMatch(warnings[0], /sec|ret|sécrèt/);
        await assert.rejects(watch("a", { url: "http://service", token }).next(), TypeError);
    }
});
