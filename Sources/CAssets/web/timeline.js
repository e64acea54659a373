import { exact, lengthOf } from "./exact.js";
import { fillTitle, fromTemplate, loadStyle, make, number, setAttribute, setText, showText, titleOf } from "./row.js";
import { direction, locale, t } from "./strings.js";
import { now, stateOf, stateWordOf } from "./times.js";

// The second view of a tree: when each step worked, and what the end waited for. Loaded on use.

/** Rows that are drawn beyond those in sight, and the share of the time that a key moves or leaves. */
const margin = 14, keyStep = 0.25, zoomStep = 0.5;
/** Milliseconds between two drawings at least, and the shortest time to zoom to. */
const pause = 250, shortest = 10;
const steps = [0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10800, 21600, 43200, 86400].map((seconds) => seconds * 1000);
const isForward = direction === "ltr";
const { format: clock } = new Intl.DateTimeFormat(locale, { dateStyle: "short", timeStyle: "medium" });

const moment = (date) => (date ? Date.parse(date) : null);

/** When a node was made, began and ended, in milliseconds; `ended` of what works is now, `began` of what waits is null. */
function spanOf(node, present) {
  const end = moment(node.endedAt || node.finishedAt);
  const began = moment(node.startedAt);
  return { made: moment(node.createdAt), began, ended: end ?? (began === null ? null : present), isOver: end !== null };
}

/**
 * From the end of the first node back: the child that ended last, then the one that ended last before that one began, and
 * so on; and the same within each of these. As ids.
 */
export function criticalPath(first, childrenOf, spanOf) {
  const path = new Set([first.id]);
  const stack = [first];
  while (stack.length) {
    let limit = Infinity;
    const children = childrenOf(stack.pop()).map((node) => ({ node, ...spanOf(node) })).filter(({ began, ended }) => began !== null && ended !== null);
    children.sort((x, y) => y.ended - x.ended || x.began - y.began);
    for (const { node, began, ended } of children) {
      if (ended > limit) continue;
      limit = Math.min(began, limit);
      path.add(node.id);
      stack.push(node);
    }
  }
  return path;
}

export class Timeline {
  lanes = [];      // { node, level, title, made, began, ended, isOver } of each row, in order
  drawn = new Map();  // id of a node: its element
  range = [0, shortest];  // from the beginning to the end or now
  window = null;   // [from, to] that is zoomed to
  isNarrowed = false;
  shownAt = -Infinity;
  rest = pause;
  path = new Set();

  /** `page` has the `top` node, a node (`nodeOf`), the forest, and what a filter leaves (`fits`). */
  constructor(page) {
    Object.assign(this, page);
    this.element = document.getElementById("timeline");
    this.element.replaceChildren(fromTemplate("times"));
    const find = (name) => this.element.querySelector("." + name);
    for (const name of ["about", "axis", "scroller", "body", "glass", "critical"]) this[name] = find(name);
    this.critical.onclick = () => { this.isNarrowed = !this.isNarrowed; this.show(true); };
    for (const [name, act] of [["closer", () => this.zoom(zoomStep)], ["wider", () => this.zoom(1 / zoomStep)], ["whole", () => this.look(null)]]) find(name).onclick = act;
    this.scroller.onscroll = () => this.draw();
    this.element.onkeydown = (event) => this.press(event);
    this.element.onpointerdown = (event) => this.drag(event);
    this.element.ondblclick = ({ target }) => target.closest("button") || this.look(null);
    this.listeners = { beforeprint: () => this.print(true), afterprint: () => this.print(false), resize: () => this.draw() };
    for (const name in this.listeners) addEventListener(name, this.listeners[name]);
    this.element.hidden = false;
  }

  close() {
    clearTimeout(this.timer);
    for (const name in this.listeners) removeEventListener(name, this.listeners[name]);
    this.element.replaceChildren();
    this.element.hidden = true;
  }

  /** Looks at the tree again, at once or when enough time has passed. */
  show(isUrgent = false) {
    const wait = isUrgent ? 0 : this.shownAt + this.rest - performance.now();
    if (wait > 0) return void (this.timer ||= setTimeout(() => this.show(true), wait));
    clearTimeout(this.timer);
    this.timer = 0;
    const start = performance.now();
    this.arrange();
    this.draw();
    this.shownAt = performance.now();
    this.rest = Math.max(pause, 9 * (this.shownAt - start));  // leaves time for the rest of the page
  }

  arrange() {
    const top = this.top();
    if (!top) return;
    const present = now().getTime();
    const childrenOf = (node) => [...(this.forest().children.get(node.id) || [])].map(this.nodeOf);
    const spans = new Map();
    const span = (node) => spans.get(node.id) ?? spans.set(node.id, spanOf(node, present)).get(node.id);
    this.path = criticalPath(top, childrenOf, span);
    this.lanes = [];
    const stack = [{ node: top, level: 0 }];
    while (stack.length) {
      const { node, level, parent } = stack.pop();
      if (this.fits(node) && (!this.isNarrowed || this.path.has(node.id))) this.lanes.push({ node, level, title: titleWithin(node, parent), ...span(node) });
      const children = childrenOf(node).sort((x, y) => (span(x).began ?? Infinity) - (span(y).began ?? Infinity) || 0);
      for (const child of children.reverse()) stack.push({ node: child, level: level + 1, parent: node });
    }
    const all = [...spans.values()];
    const least = (values) => values.reduce((x, y) => Math.min(x, y), Infinity);
    const from = least(all.map(({ made, began }) => began ?? made));
    const to = -least(all.map(({ made, ended }) => -(ended ?? made)));
    this.range = [from, Math.max(to, from + shortest)];
    const { began, isOver, ended } = span(top);
    const length = began === null ? "" : t(isOver ? "took" : "elapsed", { t: lengthOf(ended - began) });
    setText(this.about, [clock(new Date(from)), length].filter(Boolean).join(" · "));
    setAttribute(this.critical, "aria-pressed", this.isNarrowed);
    setText(this.critical, `${t("critical")}: ${number(this.path.size)}`);
    setAttribute(this.scroller, "aria-rowcount", this.lanes.length + 1);
  }

  /** Only the rows in sight and some around them. */
  draw() {
    const [from, to] = this.window ?? this.range;
    this.drawAxis(from, to);
    const height = this.body.querySelector(".lane")?.offsetHeight || 28;
    const first = this.printsAll ? 0 : Math.max(0, Math.floor(this.scroller.scrollTop / height) - margin);
    const last = this.printsAll ? this.lanes.length : Math.min(this.lanes.length, Math.ceil((this.scroller.scrollTop + this.scroller.clientHeight) / height) + margin);
    const focused = this.body.querySelector(":focus");
    const lanes = this.lanes.slice(first, last), ids = new Set(lanes.map(({ node }) => node.id));
    for (const [id, element] of this.drawn) if (!ids.has(id)) { element.remove(); this.drawn.delete(id); }
    let next = this.body.firstElementChild;
    lanes.forEach((lane, i) => {
      const { id } = lane.node;
      if (!this.drawn.has(id)) this.drawn.set(id, fromTemplate("lane"));
      const element = this.drawn.get(id);
      if (element === next) next = next.nextElementSibling;
      else this.body.insertBefore(element, next);
      this.drawLane(element, lane, first + i, from, to);
    });
    if (focused && !focused.matches(":focus")) (focused.isConnected ? focused : this.scroller).focus({ preventScroll: true });
    this.body.style.paddingBlock = `${first * height}px ${(this.lanes.length - last) * height}px`;
  }

  drawLane(element, { node, level, title, made, began, ended, isOver }, index, from, to) {
    const state = stateOf(node);
    const part = (name) => element.querySelector("." + name);
    setAttribute(element, "aria-rowindex", index + 2);
    setAttribute(element, "data-state", state === "working" ? "running" : state);
    element.classList.toggle("on-path", this.path.has(node.id));
    element.style.setProperty("--level", Math.min(level, 8));
    setAttribute(part("mark").querySelector("use"), "href", "#i-" + state);
    if (part("to").dataset.title !== title) fillTitle(part("to"), (part("to").dataset.title = title));
    setAttribute(part("to"), "title", titleOf(node));
    part("to").dataset.reveal = node.id;
    const place = (name, start, end) => {
      const bar = part(name);
      bar.hidden = start === null || end < from || start > to;
      if (bar.hidden) return;
      const [x, y] = [start, end].map((each) => (Math.min(Math.max(each, from), to) - from) / (to - from));
      bar.style.insetInlineStart = 100 * x + "%";
      bar.style.inlineSize = 100 * (y - x) + "%";
    };
    place("wait", began === null ? null : Math.min(made, began), began);
    place("work", began, ended);
    place("tick", began === null ? ended ?? made : null, ended ?? made);
    const length = began === null ? "" : lengthOf(ended - began);
    setText(part("length"), length);
    setAttribute(part("length"), "title", began === null ? null : exact(began, isOver ? ended : null));
    showText(part("story"), [stateWordOf(node), began !== null && `${t("started")} ${clock(new Date(began))}`,
      length && t(isOver ? "took" : "elapsed", { t: length }), this.path.has(node.id) && t("critical")].filter(Boolean).join(", "));
  }

  drawAxis(from, to) {
    const [start] = this.range;
    const most = Math.max(2, Math.floor(this.axis.clientWidth / 110));
    const step = steps.find((each) => (to - from) / each <= most) ?? Math.ceil((to - from) / most / 86400_000) * 86400_000;
    const ticks = [];
    for (let at = start + Math.ceil((from - start) / step) * step; at <= to && ticks.length <= most; at += step) ticks.push(at);
    while (this.axis.children.length > ticks.length) this.axis.lastChild.remove();
    ticks.forEach((at, i) => {
      const tick = this.axis.children[i] ?? this.axis.appendChild(make("span", ""));
      setText(tick, at === start ? "0" : lengthOf(at - start));
      tick.style.insetInlineStart = (100 * (at - from)) / (to - from) + "%";
    });
    this.body.style.setProperty("--step", (100 * step) / (to - from) + "%");
  }

  // --- Looking closer

  look(window) {
    const [start, end] = this.range;
    this.window = window && [Math.max(window[0], start), Math.min(window[1], end)];
    if (this.window && (this.window[1] - this.window[0] >= end - start || !(this.window[1] > this.window[0]))) this.window = null;
    this.draw();
  }

  /** The middle stays where it is. */
  zoom(factor) {
    const [from, to] = this.window ?? this.range;
    const half = Math.max(((to - from) * factor) / 2, shortest / 2), middle = (from + to) / 2;
    this.look([middle - half, middle + half]);
  }

  move(by) {
    if (!this.window) return;
    const [[start, end], [from, to]] = [this.range, this.window];
    const way = Math.min(Math.max(by * (to - from), start - from), end - to);
    this.look([from + way, to + way]);
  }

  press(event) {
    const { key, target } = event;
    const actions = {
      "+": () => this.zoom(zoomStep), "=": () => this.zoom(zoomStep), "-": () => this.zoom(1 / zoomStep), 0: () => this.look(null), Escape: () => this.look(null),
      ArrowRight: () => this.move(isForward ? keyStep : -keyStep), ArrowLeft: () => this.move(isForward ? -keyStep : keyStep),
    };
    if (event.ctrlKey || event.metaKey || event.altKey || !actions[key] || target.matches("input, select")) return;
    event.preventDefault();
    actions[key]();
  }

  /** Zooms to the dragged range. */
  drag(event) {
    if (event.button || event.target.closest("button") || !event.target.closest(".track, .axis")) return;
    const { left, right, width } = this.axis.getBoundingClientRect();
    const placeOf = ({ clientX: x }) => Math.min(Math.max((isForward ? x - left : right - x) / width, 0), 1);
    const start = placeOf(event);
    const { glass } = this;
    const move = (next) => {
      const [x, y] = [start, placeOf(next)].sort((one, other) => one - other);
      glass.hidden = false;
      glass.style.insetInlineStart = 100 * x + "%";
      glass.style.inlineSize = 100 * (y - x) + "%";
    };
    const stop = (next) => {
      glass.hidden = true;
      removeEventListener("pointermove", move);
      for (const name of ["pointerup", "pointercancel"]) removeEventListener(name, stop);
      const [x, y] = [start, placeOf(next)].sort((one, other) => one - other);
      const [from, to] = this.window ?? this.range;
      if (next.type === "pointerup" && (y - x) * width > 5) this.look([from + x * (to - from), from + y * (to - from)]);
    };
    addEventListener("pointermove", move);
    for (const name of ["pointerup", "pointercancel"]) addEventListener(name, stop);
  }

  print(isPrinting) {
    this.printsAll = isPrinting;
    this.draw();
  }
}

/** Names are global, so those of children often begin with that of the parent, which stands above them. */
function titleWithin(node, parent) {
  const title = titleOf(node);
  return parent?.name && title.startsWith(parent.name) && /^[-._:]./.test(title.slice(parent.name.length)) ? title.slice(parent.name.length + 1) : title;
}

await loadStyle("timeline");
