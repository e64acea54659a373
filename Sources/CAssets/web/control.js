import { complain, loadStyle, make } from "./row.js";
import { base, query, t } from "./strings.js";

// The buttons of a row. Loaded when one is pressed.

const patience = 4000, doubleClick = 400;

await loadStyle("manage");

export function press(row, call) {
  if (row.isBusy) return;
  if (call !== "cancel") return void send(row, call);
  if (!row.armed) return arm(row, performance.now());
  if (performance.now() - row.armed < doubleClick) return;
  const reason = row.reason.value;
  arm(row, 0);
  send(row, call, reason);
}

/** Cancel is final, so it is asked for twice, and there is room for why; while somebody writes that, the question waits. */
function arm(row, since) {
  clearTimeout(row.timer);
  row.armed = since;
  row.disarm = () => row.armed && arm(row, 0);
  if (row.reason?.matches(":focus")) row.cancel.focus({ preventScroll: true });
  row.reason?.parentNode.remove();
  row.reason = since ? row.element.appendChild(make("div", "", "ask")).appendChild(reasonField()) : null;
  if (since) {
    row.reason.parentNode.setAttribute("role", "gridcell");
    row.reason.onfocus = () => clearTimeout(row.timer);
    row.reason.onblur = () => (row.timer = setTimeout(() => row.armed === since && arm(row, 0), patience));
    row.reason.onkeydown = (event) => {
      event.stopPropagation();
      if (event.key === "Escape") return arm(row, 0);
      if (event.key !== "Enter") return;
      event.preventDefault();  // not for the button that gets the focus
      press(row, "cancel");
    };
  }
  row.cancel.classList.toggle("armed", since > 0);
  row.cancel.querySelector("span").hidden = !since;
  if (since) row.timer = setTimeout(() => arm(row, 0), patience);
  row.changed();
}

/** Where a person may say why. */
export function reasonField() {
  const field = Object.assign(make("input", ""), { type: "text", className: "reason", placeholder: t("reason"), maxLength: 200, dir: "auto" });
  field.setAttribute("aria-label", t("reason"));
  return field;
}

async function send(row, call, reason = "") {
  row.isBusy = true;
  const said = reason.trim() && { headers: { "Content-Type": "application/json" }, body: JSON.stringify({ reason: reason.trim() }) };
  try {
    const reply = await fetch(`${base}/v1/progress/${row.id}/${call}?${query}`, { method: "POST", ...said });
    const problem = reply.ok ? {} : await reply.json().catch(() => ({}));
    row.problem = reply.ok ? "" : String(problem.detail || problem.title || reply.status);
  } catch {
    row.problem = t("unanswered");
  }
  row.isBusy = false;
  if (!row.problem) return;
  complain(row.problem);
  row.changed();
  setTimeout(() => { row.problem = ""; row.changed(); }, 8000);
}
