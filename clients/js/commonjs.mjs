// Writes progressd.cjs and progressd.d.cts, for programs that say `require("progressd")`, and progressd.node.mjs, by which
// `import` gives these the same module: a program may have both, of which one is in a dependency. Two modules would have two
// queues, two settings, and two classes `Cancelled`. npm runs it.

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
await writeFile(
    here("progressd.node.mjs"),
    `import progressd from "./progressd.cjs";\n\nexport const { ${names.join(", ")} } = progressd;\n`,
);
await writeFile(here("progressd.d.cts"), await readFile(here("progressd.d.ts"), "utf8"));
