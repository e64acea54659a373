import { reasonField } from "./control.js";
import { look } from "./feed.js";
import { complain, loadStyle, make, number, setText } from "./row.js";
import { base, query, t } from "./strings.js";
import { countOf, hasEnded } from "./times.js";

// Many roots at once: those that are ticked. Loaded ahead of an outage.

/** Lines of a batch, and how long a question waits before it is withdrawn. */
const batch = 1000, patience = 4000, doubleClick = 400;
const lively = ["running", "indeterminate", "paused", "stalled"];
const calls = ["pause", "resume", "cancel", "remove"];
const $ = (id) => document.getElementById(id);
const asked = new Map();  // button: what it would do
const boxes = () => [...document.querySelectorAll(".row > .name > .pick:not([hidden])")];
const idOf = (box) => box.closest(".row").dataset.id;

await loadStyle("manage");

/** The first press asks, with the number; the second sends, to exactly those that were counted. */
export function press(button, call, ids, done, reason = null) {
  const question = asked.get(button);
  if (!question && ids.length) {
    asked.set(button, { ids, since: performance.now(), text: button.textContent });
    wait(button);
    button.classList.add("armed");
    setText(button, call === "cancel" ? `${t("sure")} (${number(ids.length)})` : `${t("remove")} (${number(ids.length)})?`);
  } else if (question && performance.now() - question.since > doubleClick) {
    const said = reason?.value.trim();
    close(button);
    send(call, question.ids, said).then(done);
  }
}

/** Withdraws the question after a while. */
function wait(button) {
  const question = asked.get(button);
  if (!question) return;
  clearTimeout(question.timer);
  question.timer = setTimeout(() => close(button), patience);
}

function close(button) {
  const { timer, text } = asked.get(button) ?? {};
  clearTimeout(timer);
  if (!asked.delete(button)) return;
  button.classList.remove("armed");
  setText(button, text);
  button.onclosed?.();
}

export async function send(call, ids, reason = "") {
  const body = reason ? { reason } : undefined;
  const lineOf = (id) => (call === "remove" ? { method: "DELETE", path: `/v1/progress/${id}` } : { method: "POST", path: `/v1/progress/${id}/${call}`, body });
  const problems = new Set();
  for (let i = 0; i < ids.length; i += batch) {
    const lines = ids.slice(i, i + batch).map((id) => JSON.stringify(lineOf(id)) + "\n").join("");
    const headers = { "Content-Type": "application/x-ndjson" };
    const reply = await fetch(base + "/v1/batch?" + query, { method: "POST", headers, body: lines }).catch(() => null);
    const replies = reply?.ok ? (await reply.text()).trim().split("\n").map((line) => JSON.parse(line)) : [];
    if (!reply?.ok) problems.add(reply ? String(reply.status) : t("unanswered"));
    // Gone or ended meanwhile is what was wanted.
    for (const { status, body } of replies) if (status >= 400 && ![404, 409].includes(status)) problems.add(body?.detail || String(status));
  }
  if (problems.size) complain([...problems].join(" "));
  look();
}

/** Nodes that cannot be cancelled or paused are skipped, and ended ones while something below still works. */
function takes(node, call) {
  if (call === "remove") return hasEnded(node) && !lively.some((state) => countOf(node, state));
  if (hasEnded(node)) return false;
  if (call === "cancel") return node.isCancellable;
  return node.isPausable && node.isPaused === (call === "resume");
}

export const clearEnded = (list) =>
  press($("wipe"), "remove", list.shown.ended.filter((id) => takes(list.nodeOf(id), "remove")), () => {});

/** The boxes to tick roots with, and the bar that says what to do with those that are ticked. */
export function togglePicker(list) {
  list.picker?.close();
  list.picker = list.picker ? null : new Picker(list);
  document.body.classList.toggle("picking", !!list.picker);
  $("select").setAttribute("aria-pressed", !!list.picker);
  list.order();
}

/** The bar at the foot of the page while roots are picked. */
class Picker {
  picked = new Set();
  last = null;  // the box that was ticked last: Shift ticks from there

  constructor(list) {
    this.list = list;
    this.bar = document.querySelector("main").appendChild(make("div", "", "bulk"));
    this.bar.setAttribute("role", "group");
    this.bar.setAttribute("aria-label", t("select"));
    const label = this.bar.appendChild(make("label", ""));
    this.every = label.appendChild(Object.assign(make("input", ""), { type: "checkbox", className: "pick every" }));
    this.count = label.appendChild(make("span", ""));
    this.every.onchange = () => this.tick(this.ids(), this.every.checked);
    for (const call of calls) {
      const button = (this[call] = this.bar.appendChild(make("button", "")));
      button.type = "button";
      button.disabled = true;  // until a tick
      button.onclick = () => this.press(button, call);
    }
    this.reason = this.bar.appendChild(reasonField());
    this.reason.hidden = true;
    this.reason.onfocus = this.reason.oninput = () => clearTimeout(asked.get(this.cancel)?.timer);
    this.reason.onblur = () => wait(this.cancel);
    this.reason.onkeydown = (event) => {
      if (event.key === "Escape") return close(this.cancel);
      if (event.key !== "Enter") return;
      event.preventDefault();  // not for the button that gets the focus
      this.press(this.cancel, "cancel");
    };
    this.cancel.onclosed = () => {
      if (this.reason === document.activeElement) this.cancel.focus();
      this.reason.hidden = true;
      this.reason.value = "";
    };
  }

  /** Those that the filter shows, in their order. */
  ids = () => Object.values(this.list.shown).flat();

  pick(id, isTicked, isRange) {
    const ids = boxes().map(idOf);
    const ends = isRange && ids.includes(this.last) ? [ids.indexOf(this.last), ids.indexOf(id)].sort((x, y) => x - y) : null;
    this.last = id;
    this.tick(ends ? ids.slice(ends[0], ends[1] + 1) : [id], isTicked);
  }

  /** A question that was asked about other ticks is withdrawn. The boxes show it together with the number. */
  tick(ids, isTicked) {
    for (const id of ids) isTicked ? this.picked.add(id) : this.picked.delete(id);
    for (const call of calls) close(this[call]);
    for (const box of boxes()) box.checked = this.picked.has(idOf(box));
    this.show();
  }

  press(button, call) {
    const ids = this.idsFor(call);
    if (call === "pause" || call === "resume") return void send(call, ids).then(() => this.show());
    press(button, call, ids, () => this.show(), this.reason);
    this.reason.hidden = !asked.has(this.cancel);
  }

  idsFor = (call) => [...this.picked].filter((id) => takes(this.list.nodeOf(id), call));

  /** Rows that are no longer shown lose their tick. */
  show() {
    const ids = this.ids(), there = new Set(ids);
    const gone = [...this.picked].filter((id) => !there.has(id) || !this.list.nodeOf(id));
    if (gone.length) return this.tick(gone, false);
    this.every.checked = ids.length > 0 && this.picked.size === ids.length;
    this.every.indeterminate = this.picked.size > 0 && !this.every.checked;
    setText(this.count, `${t("all")} (${number(ids.length)})`);
    for (const call of calls) {
      const count = this.idsFor(call).length;
      if (!count && this[call] === document.activeElement) this.every.focus();
      this[call].disabled = !count;
      if (!asked.has(this[call])) setText(this[call], count ? `${t(call)} (${number(count)})` : t(call));
    }
  }

  close() {
    for (const call of calls) close(this[call]);
    this.bar.remove();
  }
}
