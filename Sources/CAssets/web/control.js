import { loadStyle } from "./row.js";
import { base, query, t } from "./strings.js";

// The buttons of a row. Loaded when one is pressed.

const patience = 4000, doubleClick = 400;

await loadStyle("manage");

export function press(row, call) {
  if (row.isBusy) return;
  if (call !== "cancel") return void send(row, call);
  if (!row.armed) return arm(row, performance.now());
  if (performance.now() - row.armed < doubleClick) return;
  arm(row, 0);
  send(row, call);
}

/** Cancel is for ever, so it is asked for twice. */
function arm(row, since) {
  clearTimeout(row.timer);
  row.armed = since;
  row.cancel.classList.toggle("armed", since > 0);
  row.cancel.querySelector("span").hidden = !since;
  if (since) row.timer = setTimeout(() => arm(row, 0), patience);
  row.changed();
}

async function send(row, call) {
  row.isBusy = true;
  try {
    const reply = await fetch(`${base}/v1/progress/${row.id}/${call}?${query}`, { method: "POST" });
    const problem = reply.ok ? {} : await reply.json().catch(() => ({}));
    row.problem = reply.ok ? "" : String(problem.detail || problem.title || reply.status);
  } catch {
    row.problem = t("unanswered");
  }
  row.isBusy = false;
  if (!row.problem) return;
  document.getElementById("news").textContent = row.problem;
  row.changed();
  setTimeout(() => { row.problem = ""; row.changed(); }, 8000);
}
