import { make, setText } from "./row.js";

// Texts of several lines, as the traceback of a failure. Loaded with the first.

/** The line that says what went wrong: the last one that no frame of a stack is indented under. */
export function gist(text) {
  const lines = text.split(/\r?\n/).filter((line) => line.trim());
  return (lines.filter((line) => !/^\s/.test(line)).at(-1) ?? lines.at(-1) ?? "").trim();
}

/** The line that matters, and all of them for whoever opens it. */
export function showTrace(row, text) {
  row.note.hidden = false;
  if (row.note.dataset.text === text && row.note.querySelector("details")) return;
  row.note.dataset.text = text;
  const details = make("details", ""), summary = details.appendChild(make("summary", gist(text)));
  summary.tabIndex = row.element.tabIndex;
  const all = details.appendChild(make("pre", ""));
  all.dir = "auto";
  setText(all, text);
  row.note.replaceChildren(details);
}
