// Writes progressd.cjs and progressd.d.cts, for programs that say `require("progressd")`. npm runs it.

import { readFile, writeFile } from "node:fs/promises";

const here = (name) => new URL(name, import.meta.url);

const names = [];
const source = await readFile(here("progressd.js"), "utf8");
const code = source.replace(/^export ((?:async )?(?:class|function\*?) (\w+))/gm, (_, declaration, name) => {
    names.push(name);
    return declaration;
});
if (/^export /m.test(code)) throw new Error("progressd.js exports something that is neither a class nor a function");

await writeFile(here("progressd.cjs"), `"use strict";\n${code}\nmodule.exports = { ${names.join(", ")} };\n`);
await writeFile(here("progressd.d.cts"), await readFile(here("progressd.d.ts"), "utf8"));
