// Whether each script says the same as another one, without its comments and spaces: `node tokens.cjs [[one, other]…]`
// of their files, as JSON on standard input. Prints the pairs that differ.
const { readFileSync } = require("fs");
const ts = require("typescript");

/** The tree of a script as text: the kind of every node, and the text of every leaf as it means. */
function shape(file) {
  const source = ts.createSourceFile("script.js", readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true, ts.ScriptKind.JS);
  const lines = source.parseDiagnostics.map(({ messageText }) => `fault: ${messageText}`);
  const walk = (node) => {
    const children = [];
    ts.forEachChild(node, (child) => void children.push(child));
    lines.push(`${node.kind} ${node.operator ?? ""} ${children.length} ${children.length ? "" : node.getText(source)}`);
    children.forEach(walk);
  };
  walk(source);
  return lines.join("\n");
}

const pairs = JSON.parse(readFileSync(0, "utf8"));
console.log(JSON.stringify(pairs.filter(([one, other]) => shape(one) !== shape(other) || shape(one).includes("fault:"))));
