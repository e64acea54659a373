"use strict";

// `/` shows every root, `/progress/{id}` one tree: one page, one EventSource. Events change `nodes` at once, and the
// page follows in the next animation frame. Whatever a reporter sent reaches the page as text, never as markup.

/** An id or a name. */
const reference = (decodeURIComponent(location.pathname).match(/^\/progress\/([\w.:-]+)\/?$/) || [])[1];
const maxRows = 500;
const maxIndent = 8;
/** How long an ended root stays where it was, so that the eye sees it end. */
const settleTime = 1500;

const nodes = new Map();    // id: the newest snapshot
const children = new Map(); // parentID: the ids below it, as they came
const rows = new Map();     // id: the row on the page, for at most `maxRows`
const tally = {};           // state: number of nodes
const dirty = new Set();    // ids whose row is out of date
let rootID = null;          // the top of the page's tree
let orderIsDue = true, orderNotBefore = 0, frame = 0, settling = 0;
let isLoaded = false, isGone = false;

const $ = (id) => document.getElementById(id);
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const percents = new Intl.NumberFormat(undefined, { style: "percent", maximumFractionDigits: 1 });
const numbers = new Intl.NumberFormat();
const clock = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit" });
const day = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });

// --- What the events say

const groups = { failed: "attention", stalled: "attention", finished: "ended", cancelled: "ended" };
const groupOf = (node) => (node.settlesAt > performance.now() ? "working" : groups[node.state] || "working");

function apply(update) {
  const known = nodes.get(update.id);
  if (!known && !("parentID" in update)) return;  // a `progress` of a node that this page has not met
  if (!reference && update.parentID) return remove(update.id);
  const was = { ...known };
  const node = known ? Object.assign(known, update) : update;
  if (!known) {
    nodes.set(node.id, node);
    if (isTop(node)) rootID = node.id;
  }
  if (!known || was.parentID !== node.parentID) {
    if (known) children.get(was.parentID)?.delete(node.id);
    if (!children.has(node.parentID)) children.set(node.parentID, new Set());
    children.get(node.parentID).add(node.id);
    orderIsDue = true;
  }
  if (was.state !== node.state) {
    if (known) tally[was.state] -= 1;
    tally[node.state] = (tally[node.state] || 0) + 1;
    node.settlesAt = known && groups[node.state] === "ended" ? performance.now() + settleTime : 0;
    orderIsDue = true;
  }
  dirty.add(node.id);
  if (known && was.totalUnitCount !== node.totalUnitCount) children.get(node.id)?.forEach((child) => dirty.add(child));
  schedule();
}

const isTop = (node) => !rootID && reference && (node.id === reference.toLowerCase() || node.name === reference);

/** Forgets a node and everything below it. */
function remove(id) {
  const node = nodes.get(id);
  if (!node) return;
  children.get(node.parentID)?.delete(id);
  const pending = [id];
  while (pending.length) {
    const next = pending.pop();
    for (const child of children.get(next) || []) pending.push(child);
    children.delete(next);
    const gone = nodes.get(next);
    if (gone) tally[gone.state] -= 1;
    nodes.delete(next);
    dirty.delete(next);
  }
  if (id === rootID) isGone = true;
  orderIsDue = true;
  schedule();
}

function reset() {
  nodes.clear();
  children.clear();
  dirty.clear();
  for (const state in tally) tally[state] = 0;
  rootID = null;
  isGone = false;
  orderIsDue = true;
  schedule();
}

function connect() {
  const stream = new EventSource(reference ? `/v1/progress/${reference}/events?descendants=true` : "/v1/events");
  const on = (type, act) => stream.addEventListener(type, (event) => act(JSON.parse(event.data)));
  let isFresh = true;

  stream.onopen = () => {
    if (isFresh) {  // it gets everything anew; one that only reconnected gets what changed
      isFresh = isLoaded = false;
      reset();
    }
    showLink("live");
    setTimeout(() => { isLoaded = true; orderIsDue = true; schedule(); }, 250);
  };
  on("snapshot", apply);
  on("child", apply);
  on("progress", apply);
  on("state", (node) => {
    apply(node);
    if (groups[node.state] === "attention") $("news").textContent = `${titleOf(node)}: ${node.state}`;
  });
  on("removed", (event) => remove(event.id));
  on("reset", reset);
  on("end", () => { stream.close(); showLink("ended"); });
  stream.onerror = async () => {
    showLink("reconnecting…");
    if (stream.readyState !== EventSource.CLOSED) return;  // it comes back by itself
    const reply = reference && await fetch("/v1/progress/" + reference).catch(() => null);
    if (reply && reply.status === 404) {
      reset();
      isGone = true;
      return showLink("ended");
    }
    setTimeout(connect, 4000 + 2000 * Math.random());
  };
}

function showLink(text) {
  if ($("link").textContent === text) return;
  $("link").textContent = text;
  $("link").dataset.link = document.body.dataset.link = { live: "live", ended: "ended" }[text] || "lost";
}

// --- Onto the page

function schedule() {
  frame ||= requestAnimationFrame(render);
}

function render(now) {
  frame = 0;
  if (orderIsDue && now >= orderNotBefore) {
    orderIsDue = false;
    const start = performance.now();
    arrange();
    const cost = performance.now() - start;
    orderNotBefore = start + Math.min(9 * cost, 1000);  // a huge list may be late, but leaves time for the bars
  }
  for (const id of dirty) if (nodes.has(id)) rows.get(id)?.show(nodes.get(id));
  dirty.clear();
  showTitle();
  if (orderIsDue) schedule();
}

/** Decides which rows stand where, and moves as few of them as it can. */
function arrange() {
  const places = { root: [], attention: [], working: [], tree: [], ended: [] };
  if (reference) collectTree(places);
  else collectRoots(places);

  const wanted = new Set();
  for (const name in places) for (const node of places[name]) wanted.add(node.id);
  const focused = document.activeElement;
  const before = rows.size <= 60 && !calm.matches && new Map(positions());
  for (const [id, row] of rows) if (!wanted.has(id)) { row.element.remove(); rows.delete(id); }
  for (const name in places) fill($(name), places[name]);
  if (focused !== document.activeElement && focused.isConnected) focused.focus({ preventScroll: true });
  if (before) glide(before);

  const total = reference ? Math.max(nodes.size - 1, 0) : nodes.size;
  const shown = wanted.size - places.root.length;
  const count = (name, value) => setText($(name).querySelector(".count"), numbers.format(value));
  const sum = (...states) => states.reduce((all, state) => all + (tally[state] || 0), 0);
  count("attention", sum("failed", "stalled"));
  count("ended", sum("finished", "cancelled"));
  count("working", sum("running", "indeterminate", "paused"));
  count("tree", total);
  setText($("rest"), total > shown && shown ? `and ${numbers.format(total - shown)} more, not shown` : "");
  $("empty").hidden = !!reference || !isLoaded || nodes.size > 0;
  $("gone").hidden = !isGone;
}

function collectRoots(places) {
  const now = performance.now();
  let soon = Infinity;
  const order = { attention: 0, working: 1, ended: 2 };
  const list = [];
  for (const node of nodes.values()) {
    if (node.settlesAt > now) soon = Math.min(soon, node.settlesAt - now);
    list.push([order[groupOf(node)], node]);
  }
  list.sort(([a, x], [b, y]) => a - b || (x.createdAt < y.createdAt ? 1 : x.createdAt > y.createdAt ? -1 : 0));
  for (const [, node] of list.slice(0, maxRows)) places[groupOf(node)].push(node);
  clearTimeout(settling);
  if (soon < Infinity) settling = setTimeout(() => { orderIsDue = true; schedule(); }, soon + 20);
}

function collectTree(places) {
  const top = nodes.get(rootID);
  if (!top) return;
  places.root.push(top);
  const stack = [rootID];
  while (stack.length && places.tree.length < maxRows) {
    const id = stack.pop();
    if (id !== rootID) places.tree.push(nodes.get(id));
    const below = [...(children.get(id) || [])];
    for (let i = Math.min(below.length, maxRows) - 1; i >= 0; i--) stack.push(below[i]);
  }
}

function fill(section, list) {
  section.hidden = list.length === 0;
  const parent = section.querySelector(".rows");
  let next = parent.firstElementChild;
  for (const node of list) {
    let row = rows.get(node.id);
    if (!row) {
      rows.set(node.id, row = new Row(node.id));
      row.show(node);
    }
    if (next && next.nextElementSibling === row.element) next.remove();  // one row moved, not all behind it
    else if (next !== row.element) parent.insertBefore(row.element, next);
    next = row.element.nextElementSibling;
  }
}

function* positions() {
  for (const { element } of rows.values()) yield [element, element.getBoundingClientRect().top];
}

function glide(before) {
  for (const [element, top] of positions()) {
    const from = before.get(element);
    if (from === undefined) element.animate([{ opacity: 0 }, {}], 250);
    else if (from !== top) element.animate([{ transform: `translateY(${from - top}px)` }, {}], 250);
  }
}

function showTitle() {
  const top = nodes.get(rootID);
  const working = (tally.running || 0) + (tally.indeterminate || 0);
  let title = "progressd";
  if (top) title = `${figureOf(top)} ${titleOf(top)} · ${title}`;
  else if (working) title = `${numbers.format(working)} under way · ${title}`;
  if (document.title !== title) document.title = title;
  setText($("heading"), top ? titleOf(top) : "Progress");
  $("whole").hidden = !top?.parentID;
  if (top) $("whole").href = pageOf(top.rootID);
}

// --- One row

const titleOf = (node) => node.name || node.localizedDescription || node.id.slice(0, 8);
const pageOf = (id) => "/progress/" + id;

/** The percentage as the descriptions round it: down, and 100 only where the fraction is 1. */
function figureOf(node) {
  if (node.isIndeterminate) return "–";
  const whole = Math.floor(100 * node.fractionCompleted + 1e-9);
  return percents.format(Math.min(node.fractionCompleted < 1 ? Math.min(whole, 99) : whole, 999999) / 100);
}

function shareOf(node, parent) {
  if (parent.totalUnitCount <= 0) return `${numbers.format(node.pendingUnitCount)} units of its parent`;
  return `${percents.format(node.pendingUnitCount / parent.totalUnitCount)} of its parent`;
}

function noteOf(node) {
  if (node.failure) return node.failure.message + (node.failure.code ? ` (${node.failure.code})` : "");
  if (node.state === "stalled") return `No word within its lease of ${numbers.format(node.leaseSeconds)} seconds`;
  return ["paused", "cancelled"].includes(node.state) && node.reason || "";
}

function metaOf(node) {
  const created = new Date(node.createdAt);
  const isToday = created.toDateString() === new Date().toDateString();
  const parts = Object.entries(node.labels).slice(0, 4).map(([key, value]) => `${key}: ${value}`);
  const parent = nodes.get(node.parentID);
  if (parent) parts.unshift(shareOf(node, parent));
  else parts.push("since " + (isToday ? clock : day).format(created));
  if (node.childCount === 1) parts.push("1 child");
  if (node.childCount > 1) parts.push(numbers.format(node.childCount) + " children");
  return parts.join(" · ");
}

function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
  if (element.hidden !== !text) element.hidden = !text;
}

function setAttribute(element, name, value) {
  if (value === null) element.removeAttribute(name);
  else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value);
}

class Row {
  constructor(id) {
    this.element = $("row").content.firstElementChild.cloneNode(true);
    this.element.dataset.id = id;
    for (const part of this.element.querySelectorAll("[class]")) this[part.className] = part;
    [this.pause, this.cancel] = this.element.querySelectorAll("button");
    this.title.href = pageOf(id);
    this.problem = "";
  }

  show(node) {
    const title = titleOf(node);
    const description = title === node.localizedDescription ? "" : node.localizedDescription;
    setAttribute(this.element, "data-state", node.state);
    setAttribute(this.element, "data-indeterminate", node.isIndeterminate ? "" : null);
    setText(this.title, title);
    setText(this.state, node.state);
    setText(this.meta, metaOf(node));
    setText(this.figure, figureOf(node));
    setText(this.description, description);
    setText(this.additional, node.localizedAdditionalDescription);
    setText(this.note, this.problem || noteOf(node));
    if (node.id === rootID && this.title.href) {
      this.title.removeAttribute("href");
      this.title.tabIndex = -1;
    }

    const top = nodes.get(rootID);
    if (top) {
      const depth = Math.max(node.depth - top.depth, 0);
      setAttribute(this.element, "aria-level", depth + 1);
      this.element.style.setProperty("--depth", Math.min(Math.max(depth - 1, 0), maxIndent));
    }
    const fraction = Math.min(Math.max(node.fractionCompleted, 0), 1);
    this.fill.style.setProperty("--fraction", fraction);
    setAttribute(this.bar, "aria-label", title);
    setAttribute(this.bar, "aria-valuenow", node.isIndeterminate ? null : Math.floor(100 * fraction + 1e-9));
    const spoken = [node.state, node.localizedDescription || figureOf(node), node.localizedAdditionalDescription];
    setAttribute(this.bar, "aria-valuetext", spoken.filter(Boolean).join(", "));

    const isOpen = !node.failure && !node.isCancelled && !node.isFinished;
    this.pause.dataset.call = node.isPaused ? "resume" : "pause";
    setText(this.pause, node.isPaused ? "Resume" : "Pause");
    setAttribute(this.pause, "aria-label", `${this.pause.textContent} ${title}`);
    this.offer(this.pause, isOpen && node.isPausable);
    if (!this.armed) setAttribute(this.cancel, "aria-label", "Cancel " + title);
    this.offer(this.cancel, isOpen && node.isCancellable);
  }

  offer(button, isOffered) {
    if (button.hidden === !isOffered) return;
    if (!isOffered && button === document.activeElement) this.title.focus({ preventScroll: true });
    button.hidden = !isOffered;
    this.actions.hidden = this.pause.hidden && this.cancel.hidden;
  }

  press(call) {
    if (this.isBusy) return;
    if (call !== "cancel") return void this.send(call);
    if (!this.armed) return this.arm();
    if (performance.now() - this.armed < 400) return;  // the second half of a double click
    this.disarm();
    this.send(call);
  }

  /** Cancel is for ever, so it is asked for twice. */
  arm() {
    this.armed = performance.now();
    this.label("Sure?");
    this.timer = setTimeout(() => this.disarm(), 4000);
  }

  disarm() {
    clearTimeout(this.timer);
    this.armed = 0;
    this.label("Cancel");
  }

  label(text) {
    this.cancel.textContent = text;
    this.cancel.classList.toggle("armed", this.armed > 0);
    this.cancel.setAttribute("aria-label", (this.armed ? "Sure? Cancel " : "Cancel ") + this.title.textContent);
  }

  async send(call) {
    this.isBusy = true;
    const id = this.element.dataset.id;
    try {
      const reply = await fetch(`/v1/progress/${id}/${call}`, { method: "POST" });
      const problem = reply.ok ? {} : await reply.json().catch(() => ({}));
      this.problem = reply.ok ? "" : String(problem.detail || problem.title || `The service answered ${reply.status}`);
    } catch {
      this.problem = "The service did not answer";
    }
    this.isBusy = false;
    if (!this.problem) return;
    $("news").textContent = this.problem;
    dirty.add(id);
    schedule();
    setTimeout(() => { this.problem = ""; dirty.add(id); schedule(); }, 8000);
  }
}

// --- Start

$("trail").hidden = !reference;
if (reference) $("data").href = `/v1/progress/${reference}/tree`;
$("start").textContent = `curl ${location.origin}/v1/progress -H 'Content-Type: application/json' \\
     -d '{"name": "hello", "totalUnitCount": 8, "completedUnitCount": 2}'`;
document.addEventListener("click", (event) => {
  const button = event.target.closest("button[data-call]");
  if (button) rows.get(button.closest(".row").dataset.id)?.press(button.dataset.call);
});
document.addEventListener("keydown", (event) => {
  if (event.repeat && event.target.matches("button")) event.preventDefault();  // a held key presses once
});
connect();
