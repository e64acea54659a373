import { make } from "./row.js";

// Texts of several lines, as the traceback of a failure. Loaded with the first.

/** The line that says what went wrong: the last one that no frame of a stack is indented under. */
export function gist(text) {
  const lines = text.split(/\r?\n/).filter((line) => line.trim());
  return (lines.filter((line) => !/^\s/.test(line)).at(-1) ?? lines.at(-1) ?? "").trim();
}

/** The line that matters, and all of them for whoever opens it. */
export function traceOf(text) {
  const details = make("details", "");
  details.append(make("summary", gist(text)), Object.assign(make("pre", text), { dir: "auto" }));
  return details;
}

/** In the note of a row. */
export function showTrace(row, text) {
  row.note.hidden = false;
  if (row.note.dataset.text === text && row.note.querySelector("details")) return;
  row.note.dataset.text = text;
  row.note.replaceChildren(traceOf(text));
  row.note.querySelector("summary").tabIndex = row.element.tabIndex;
}
