// The package of `make npm`, as programs that install it get it.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { basename, join } from "node:path";
import { text } from "node:stream/consumers";
import test, { after, before } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import * as progressd from "../../../clients/js/progressd.js";

const start = promisify(execFile);
const CLIENT = fileURLToPath(new URL("../../../clients/js", import.meta.url));
const PACK = fileURLToPath(new URL("../../../Scripts/npm/run", import.meta.url));
const USAGE = fileURLToPath(new URL("usage.ts", import.meta.url));

let folder, packed;

before(async () => {
    folder = await mkdtemp("/tmp/progressd-npm-");
    await writeFile(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
    const { stdout } = await start(PACK, [join(folder, "packed")]);
    const installed = join(folder, "node_modules/progressd");
    await mkdir(installed, { recursive: true });
    packed = basename(stdout.trim());
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

test("import and require give the same module", async () => {
    // As a dependency has it.
    const dependency = join(folder, "node_modules/dependency");
    await mkdir(dependency, { recursive: true });
    await writeFile(join(dependency, "index.js"), 'module.exports = require("progressd");\n');
    const code = `import * as imported from "progressd";
        import required from "dependency";
        console.log(JSON.stringify(Object.keys(imported).filter((name) => imported[name] === required[name]).sort()));`;
    assert.deepEqual(JSON.parse(await program("both.mjs", code)), names);
});

test("progresses of both share requests, settings and warnings", async () => {
    const bodies = [];
    const server = createServer(async (request, response) => {
        const lines = (await text(request)).trim().split("\n");
        bodies.push(lines);
        response.writeHead(503).end();
    });
    await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
    after(() => server.close());
    const code = `import { configure, Progress } from "progressd";
        import { createRequire } from "node:module";
        const required = createRequire(import.meta.url)("progressd");
        configure({ url: "http://127.0.0.1:${server.address().port}" });
        new Progress(2, { title: "imported" }).complete();
        new required.Progress(2, { title: "required" }).complete();
        await required.flush();`;
    await writeFile(join(folder, "shared.mjs"), code);
    const { stderr } = await start(process.execPath, ["shared.mjs"], { cwd: folder });
    assert.equal(stderr.trim().split("\n").length, 1, stderr);
    assert.match(bodies[0].join(), /"imported".*"required"/);
});

test("its README installs the file that it is in, and names none of a clone", async () => {
    const readme = await readFile(join(folder, "node_modules/progressd/README.md"), "utf8");
    assert.doesNotMatch(readme, /\.\.\/|\.\/clients\//);
    assert.ok(readme.includes(`    npm install ./${packed} `), readme.slice(0, 1000));
});

test("its file has its version, and it says that no license is chosen", async () => {
    const { version, license } = JSON.parse(await readFile(join(folder, "node_modules/progressd/package.json"), "utf8"));
    assert.match(version, /^\d+\.\d+\.\d+(-g[0-9a-f]+(\.dirty)?)?$/);
    assert.equal(packed, `progressd-${version}.tgz`);
    assert.equal(license, "UNLICENSED");
    assert.match(await readFile(join(folder, "node_modules/progressd/README.md"), "utf8"), /No license has been chosen yet/);
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
