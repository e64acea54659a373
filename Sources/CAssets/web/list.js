import { remember, remembered } from "./filter.js";
import { number, setText, titleOf } from "./row.js";
import { locale, t } from "./strings.js";
import { hasEnded, standingOf } from "./times.js";

// What the page of all roots adds: the section of each root and the order in it, what is counted, and what this browser
// remembers of the page.

const groups = { failed: "attention", stalled: "attention", finished: "ended", cancelled: "ended" };
const sections = ["attention", "working", "ended"];
/** Roots that still stand comfortably, and rows that need attention before “show more”. */
const few = 20, urgent = 5;
const newest = (x, y) => (x.createdAt < y.createdAt) - (x.createdAt > y.createdAt);
const { compare } = new Intl.Collator(locale, { numeric: true });
const orders = {
  newest,
  left: (x, y) => (x.estimatedTimeRemaining ?? Infinity) - (y.estimatedTimeRemaining ?? Infinity),
  quiet: (x, y) => (x.updatedAt > y.updatedAt) - (x.updatedAt < y.updatedAt),
  name: (x, y) => compare(titleOf(x), titleOf(y)),
};
const alarm = "data:image/svg+xml," + encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#c2241c"/>' +
  '<path d="M16 7v11M16 24.5v.1" stroke="#fff" stroke-width="4.5" stroke-linecap="round"/></svg>');

const $ = (id) => document.getElementById(id);

export class List {
  memory = { folded: [], ...remembered() };
  shown = null;       // section: the ids in it, in order
  isHeld = false;     // the order stands still under the pointer or the focus
  isReleased = false;
  isMany = false;

  /** `order` arranges the page again. */
  constructor(filter, order, nodeOf) {
    Object.assign(this, { filter, order, nodeOf });
    for (const key in orders) $("sort").append(new Option(t(key), key, false, key === filter.sort));
    $("tools").hidden = false;
    $("dense").onclick = () => this.remember({ dense: !this.isDense() });
    $("select").onclick = () => this.togglePicker();
    $("wipe").onclick = async () => {
      const { press } = await import("./manage.js");
      press($("wipe"), "remove", this.shown.ended.filter((id) => hasEnded(nodeOf(id))), () => {});
    };
    $("fresh").onclick = () => this.release();
    for (const name of sections) $(name).querySelector(".fold").onclick = () => this.fold(name);
  }

  remember(change) {
    Object.assign(this.memory, change);
    remember(change);
    this.release();
  }

  release() {
    this.isReleased = true;
    this.order();
  }

  /** The boxes to pick roots with, and the bar that says what to do with them. */
  async togglePicker() {
    const { Picker } = await import("./manage.js");
    this.picker?.close();
    this.picker = this.picker ? null : new Picker(this.nodeOf, () => Object.values(this.shown).flat());
    document.body.classList.toggle("picking", !!this.picker);
    for (const box of document.querySelectorAll(".pick")) box.checked = false;
    $("select").setAttribute("aria-pressed", !!this.picker);
    this.order();
  }

  fold(name) {
    const { folded } = this.memory;
    this.remember({ folded: folded.includes(name) ? folded.filter((each) => each !== name) : [...folded, name] });
  }

  isDense = () => this.memory.dense ?? this.isMany;
  limit = (name) => (name === "attention" && !this.filter.state ? urgent : undefined);

  /** The ids of each section. Counts those that fit, whatever their state; the filter's state decides which are shown. */
  sort(nodes, fits, isSettling, counts) {
    const bearers = new Map();  // name: the newest root that bore it
    for (const node of nodes) if (!(bearers.get(node.name)?.createdAt > node.createdAt)) bearers.set(node.name, node);
    const lists = { attention: [], working: [], ended: [] };
    const order = orders[this.filter.sort] || newest;
    counts[""] = 0;
    for (const node of nodes.filter(fits).sort((x, y) => order(x, y) || newest(x, y))) {
      const state = standingOf(node);
      counts[""]++;
      counts[state] = (counts[state] || 0) + 1;
      if (this.filter.state && this.filter.state !== state) continue;
      const ranAgain = node.name && hasEnded(node) && bearers.get(node.name) !== node;
      lists[isSettling(node) ? "working" : ranAgain ? "ended" : groups[state] || "working"].push(node.id);
    }
    this.isMany ||= nodes.length > few;
    return this.hold(lists);
  }

  /** Nothing moves under a pointer or the keyboard's focus; a button says how many came meanwhile. */
  hold(lists) {
    const ids = new Set(sections.flatMap((name) => lists[name]));
    const kept = {};
    for (const name of sections) kept[name] = (this.shown?.[name] || []).filter((id) => ids.has(id));
    const count = sections.reduce((sum, name) => sum + kept[name].length, 0);
    this.isHeld = !this.isReleased && count > 0 && !!document.querySelector(".rows:hover, .rows :focus-visible");
    this.isReleased = false;
    const fresh = this.isHeld ? ids.size - count : 0;
    $("fresh").hidden = !fresh;
    setText($("fresh"), t("fresh", { n: number(fresh) }));
    return (this.shown = this.isHeld ? kept : lists);
  }

  /** The headings, the switch and the tab. */
  show(lists, counts) {
    for (const name of sections) {
      const isOpen = !this.memory.folded.includes(name);
      const fold = $(name).querySelector(".fold");
      $(name).hidden = !lists[name].length;
      fold.setAttribute("aria-expanded", isOpen);
      setText(fold.querySelector(".count"), number(lists[name].length));
      setText(fold.querySelector(".what"), t(name === "working" && this.filter.state === "working" ? "running" : this.filter.state || name));
    }
    this.picker?.show();
    document.body.classList.toggle("compact", this.isDense());
    $("dense").setAttribute("aria-pressed", this.isDense());
    const { failed = 0, working = 0 } = counts;
    const said = [failed && `(${t("countFailed", { n: number(failed) })})`, working && t("countRunning", { n: number(working) })];
    document.title = [said.filter(Boolean).join(" "), "progressd"].filter(Boolean).join(" · ");
    const icon = failed ? alarm : "/favicon.svg", link = document.querySelector("link[rel=icon]");
    if (link.getAttribute("href") !== icon) link.href = icon;
  }

  isAny = () => sections.some((name) => this.shown[name].length);
  isFolded = (name) => this.memory.folded.includes(name);
}
