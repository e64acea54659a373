// The package of `make npm`, as programs that install it get it.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import test, { after, before } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import * as progressd from "../../../clients/js/progressd.js";

const start = promisify(execFile);
const CLIENT = fileURLToPath(new URL("../../../clients/js", import.meta.url));
const PACK = fileURLToPath(new URL("../../../Scripts/npm/run", import.meta.url));
const USAGE = fileURLToPath(new URL("usage.ts", import.meta.url));

let folder;

before(async () => {
    folder = await mkdtemp("/tmp/progressd-npm-");
    await writeFile(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
    const { stdout } = await start(PACK, [join(folder, "packed")]);
    const installed = join(folder, "node_modules/progressd");
    await mkdir(installed, { recursive: true });
    await start("tar", ["--extract", "--strip-components=1", "--directory", installed, "--file", stdout.trim()]);
});

after(() => rm(folder, { recursive: true, force: true }));

/** Runs a program that has the package installed. */
async function program(name, code) {
    await writeFile(join(folder, name), code);
    return (await start(process.execPath, [name], { cwd: folder, env: { ...process.env, PROGRESSD_URL: "none:none" } })).stdout;
}

const names = Object.keys(progressd).sort();

test("import and require give the same names", async () => {
    const print = "console.log(JSON.stringify(Object.keys(progressd).sort()))";
    assert.deepEqual(JSON.parse(await program("a.mjs", `import * as progressd from "progressd"; ${print}`)), names);
    assert.deepEqual(JSON.parse(await program("b.cjs", `const progressd = require("progressd"); ${print}`)), names);
});

test("a program that says require can work", async () => {
    const code = `const { track } = require("progressd");
        (async () => { for await (const row of track(["a", "b"])) console.log(row); })();`;
    assert.equal(await program("work.cjs", code), "a\nb\n");
});

test("the types have all that the module exports, with all of its members", async () => {
    const types = await readFile(join(CLIENT, "progressd.d.ts"), "utf8");
    const declared = [...types.matchAll(/^export (?:class|function) (\w+)/gm)].map(([, name]) => name);
    assert.deepEqual([...new Set(declared)].sort(), names);
    for (const member of Object.getOwnPropertyNames(progressd.Progress.prototype)) {
        assert.match(types, new RegExp(`^    (get )?${member}(<T>)?\\(`, "m"));
    }
});

test("a strict TypeScript program can use it, as a module and in CommonJS", async () => {
    const modules = await readFile(USAGE, "utf8");
    await writeFile(join(folder, "usage.mts"), modules);
    await writeFile(join(folder, "usage.cts"), `import { Progress } from "progressd";\nnew Progress(1).finish();\n`);
    const compilerOptions = {
        lib: ["es2022", "dom", "dom.iterable"],
        module: "node16",
        moduleResolution: "node16",
        noEmit: true,
        strict: true,
        target: "es2022",
        types: [],
    };
    const files = ["usage.mts", "usage.cts"];
    await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
    const { stdout } = await start("/usr/bin/tsc", ["--project", folder]).catch((error) => error);
    assert.equal(stdout, "");
});
