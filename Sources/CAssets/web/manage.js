import { loadStyle, make, number, setText } from "./row.js";
import { base, query, t } from "./strings.js";
import { countOf, hasEnded } from "./times.js";

// Many roots at once: those that are picked, or all that the filter shows. Loaded on first use.

/** Lines of a batch, and how long a question stands before it is taken back. */
const batch = 1000, patience = 4000, doubleClick = 400;
const lively = ["running", "indeterminate", "paused", "stalled"];
const $ = (id) => document.getElementById(id);
const asked = new WeakMap();  // button: what it would do

await loadStyle("manage");

/** The first press asks, with the number; the second sends, to exactly those that were counted. */
export function press(button, call, ids, done) {
  const question = asked.get(button);
  if (!question && ids.length) {
    const timer = setTimeout(() => close(button), patience);
    asked.set(button, { ids, timer, since: performance.now(), text: button.textContent });
    button.classList.add("armed");
    setText(button, call === "cancel" ? `${t("sure")} (${number(ids.length)})` : `${t("remove")} (${number(ids.length)})?`);
  } else if (question && performance.now() - question.since > doubleClick) {
    close(button);
    send(call, question.ids).then(done);
  }
}

function close(button) {
  const { timer, text } = asked.get(button);
  clearTimeout(timer);
  asked.delete(button);
  button.classList.remove("armed");
  setText(button, text);
}

export async function send(call, ids) {
  const lineOf = (id) => (call === "cancel" ? { method: "POST", path: `/v1/progress/${id}/cancel` } : { method: "DELETE", path: `/v1/progress/${id}` });
  const problems = new Set();
  for (let i = 0; i < ids.length; i += batch) {
    const body = ids.slice(i, i + batch).map((id) => JSON.stringify(lineOf(id)) + "\n").join("");
    const headers = { "Content-Type": "application/x-ndjson" };
    const reply = await fetch(base + "/v1/batch?" + query, { method: "POST", headers, body }).catch(() => null);
    const replies = reply?.ok ? (await reply.text()).trim().split("\n").map((line) => JSON.parse(line)) : [];
    if (!reply?.ok) problems.add(reply ? String(reply.status) : t("unanswered"));
    // Gone or ended meanwhile is what was wanted.
    for (const { status, body } of replies) if (status >= 400 && ![404, 409].includes(status)) problems.add(body?.detail || String(status));
  }
  setText($("news"), [...problems].join(" "));
}

/** What nobody may cancel is left alone, and what has ended, as long as something below it works on. */
function takes(node, call) {
  if (call === "cancel") return !hasEnded(node) && node.isCancellable;
  return hasEnded(node) && !lively.some((state) => countOf(node, state));
}

export const clearEnded = (list) =>
  press($("wipe"), "remove", list.shown.ended.filter((id) => takes(list.nodeOf(id), "remove")), () => {});

/** The boxes to pick roots with, and the bar that says what to do with them. */
export function togglePicker(list) {
  list.picker?.close();
  list.picker = list.picker ? null : new Picker(list.nodeOf, () => Object.values(list.shown).flat());
  document.body.classList.toggle("picking", !!list.picker);
  for (const box of document.querySelectorAll(".pick")) box.checked = false;
  $("select").setAttribute("aria-pressed", !!list.picker);
  list.order();
}

/** The bar at the foot of the page while roots are picked. */
class Picker {
  picked = new Set();

  /** `shown` gives the ids that the filter shows. */
  constructor(nodeOf, shown) {
    Object.assign(this, { nodeOf, shown });
    this.bar = document.querySelector("main").appendChild(make("div", "", "bulk"));
    this.bar.setAttribute("role", "group");
    this.bar.setAttribute("aria-label", t("select"));
    this.count = this.bar.appendChild(make("span", ""));
    for (const call of ["cancel", "remove"]) {
      const button = (this[call] = this.bar.appendChild(make("button", "")));
      button.type = "button";
      button.onclick = () => press(button, call, this.idsFor(call), () => this.show());
    }
  }

  pick(id, isPicked) {
    if (isPicked) this.picked.add(id);
    else this.picked.delete(id);
    this.show();
  }

  idsFor(call) {
    const ids = this.picked.size ? [...this.picked] : this.shown();
    return ids.map(this.nodeOf).filter((node) => node && takes(node, call)).map(({ id }) => id);
  }

  show() {
    const ids = { cancel: this.idsFor("cancel"), remove: this.idsFor("remove") };
    setText(this.count, number(ids.cancel.length + ids.remove.length));
    for (const call in ids) {
      if (asked.has(this[call])) continue;
      this[call].hidden = !ids[call].length;
      setText(this[call], `${t(call)} (${number(ids[call].length)})`);
    }
  }

  close() {
    this.bar.remove();
  }
}
