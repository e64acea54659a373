import { remember, remembered, states, takesState } from "./filter.js";
import { countdown, load, make, number, setAttribute, setText, showAlarm, titleOf } from "./row.js";
import { locale, t } from "./strings.js";
import { titles } from "./tools.js";
import { ago, countOf, hasEnded, isSilent, lastWord, roughly, secondsSince, silenceOf, standingOf } from "./times.js";

// Only on the page of all roots: the section of each root and the order in it, the counts, and the settings that this
// browser remembers.

const groups = { failed: "attention", stalled: "attention", finished: "ended", cancelled: "ended" };
const sections = ["attention", "working", "ended"];
/** How long an ended root stays where it was, so that the eye sees it end. */
const settleTime = 1500;
/** Three runs that finished tell how long one usually takes. */
const firstUsual = 4;
/** Roots that still stand comfortably, and rows that need attention before “show more”. */
const few = 20, urgent = 5;
const newest = (x, y) => (x.createdAt < y.createdAt) - (x.createdAt > y.createdAt);
const { compare } = new Intl.Collator(locale, { numeric: true });
const orders = {
  newest,
  left: (x, y) => (leftOf(x) ?? Infinity) - (leftOf(y) ?? Infinity),
  quiet: (x, y) => (lastWord(x) > lastWord(y)) - (lastWord(x) < lastWord(y)),
  latest: (x, y) => (lastWord(x) < lastWord(y)) - (lastWord(x) > lastWord(y)),
  name: (x, y) => compare(titleOf(x), titleOf(y)),
  "-name": (x, y) => compare(titleOf(y), titleOf(x)),
  oldest: (x, y) => newest(y, x),
  duration: (x, y) => lengthOf(y) - lengthOf(x),
};
const orderWords = { "-name": `${t("name")} ↓` };

/** Milliseconds that a root took; what has not ended comes last. */
const lengthOf = ({ createdAt, endedAt }) => (endedAt ? Date.parse(endedAt) - Date.parse(createdAt) : -1);

const $ = (id) => document.getElementById(id);

const leftOf = (node) => (countdown ? countdown.leftOf(node) : node.estimatedTimeRemaining);

/** The time left, as long as somebody stands behind it, else an age. */
function whenOf(node) {
  const silence = silenceOf(node, "still");
  if (silence) return silence;
  if (hasEnded(node)) return node.endedAt || node.finishedAt ? ago(node.endedAt || node.finishedAt) : "";
  const left = leftOf(node);
  if (left !== null) return t("toGo", { t: roughly(left) });
  return t("elapsed", { t: roughly(secondsSince(node.startedAt || node.createdAt)) });
}

export class List {
  memory = { folded: [], ...remembered() };
  shown = null;       // section: the ids in it, in order
  isHeld = false;     // the order stands still under the pointer or the focus
  isReleased = false;
  isMany = false;
  settling = new Map();  // id: until when it stays

  /** `page` has the filter, a root (`nodeOf`), how to arrange again (`order`), and how to filter otherwise (`choose`). */
  constructor(page) {
    Object.assign(this, page);
    for (const name of sections) this.addSection(name);
    const button = (id, text, onclick) => Object.assign(make("button", text), { id, type: "button", onclick });
    const sort = Object.assign(make("select", ""), { id: "sort" });
    sort.setAttribute("aria-label", t("sort"));
    for (const key in orders) sort.append(new Option(orderWords[key] || t(key), key, false, key === this.filter.sort));
    sort.onchange = () => this.choose({ sort: sort.value });
    $("tools").append(
      sort, button("dense", t("compact"), () => this.remember({ dense: !this.isDense() })),
      button("select", t("select"), async () => (await load("manage"))?.togglePicker(this)));
    $("select").setAttribute("aria-pressed", false);
    $("ended").querySelector("h2").append(button("wipe", t("remove"), async () => (await load("manage"))?.clearEnded(this)));
    $("wipe").className = "quiet";
    $("fresh").onclick = () => this.release();
  }

  addSection(name) {
    const section = Object.assign(make("section", ""), { id: name, hidden: true });
    const heading = section.appendChild(make("h2", ""));
    const fold = Object.assign(heading.appendChild(make("button", "", "fold")), { type: "button", onclick: () => this.fold(name) });
    fold.append(document.querySelector("#row").content.querySelector(".twist").cloneNode(true), make("span", "", "what"), " ", make("span", "", "count"));
    const rows = section.appendChild(make("div", "", "rows"));
    rows.setAttribute("role", "treegrid");
    rows.setAttribute("aria-label", t(name));
    $("nothing").before(section);
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

  fold(name) {
    const { folded } = this.memory;
    this.remember({ folded: folded.includes(name) ? folded.filter((each) => each !== name) : [...folded, name] });
  }

  isDense = () => this.memory.dense ?? this.isMany;
  limit = (name) => (name === "attention" && !this.filter.states.length ? urgent : undefined);

  /** A root changed from how it was. */
  note(node, was) {
    if (was.state !== node.state && ["finished", "cancelled"].includes(node.state)) {
      this.settling.set(node.id, performance.now() + settleTime);
    }
  }

  /** Those whose time to settle is over may move; for the others the page is arranged again. */
  settle() {
    const now = performance.now();
    for (const [id, until] of this.settling) if (until <= now) this.settling.delete(id);
    clearTimeout(this.timer);
    if (this.settling.size) this.timer = setTimeout(this.order, Math.min(...this.settling.values()) - now + 20);
  }

  /** Fills the lists with the rows of each section that is not folded. */
  collect(lists, counts) {
    const ids = this.sort(this.roots(), this.fits, counts);
    for (const name in ids) {
      if (this.isFolded(name)) continue;
      for (const id of ids[name].slice(0, this.limitOf(name))) this.collectRoot(lists[name], this.nodeOf(id));
      this.offerMore(lists[name], name, ids[name].length, 0);
    }
  }

  /** The ids of each section. Counts those that fit, whatever their state; the filter's state decides which are shown. */
  sort(nodes, fits, counts) {
    this.settle();
    const bearers = new Map();  // name: the newest root that bore it
    for (const node of nodes) if (!(bearers.get(node.name)?.createdAt > node.createdAt)) bearers.set(node.name, node);
    const lists = { attention: [], working: [], ended: [] };
    const order = orders[this.filter.sort] || newest;
    counts[""] = counts.alarming = counts.ended = counts.quiet = 0;
    for (const node of nodes.filter(fits).sort((x, y) => order(x, y) || newest(x, y))) {
      const state = standingOf(node);
      counts[""]++;
      counts[state] = (counts[state] || 0) + 1;
      const ranAgain = node.name && hasEnded(node) && bearers.get(node.name) !== node;
      if (state === "failed" && !ranAgain) counts.alarming++;
      counts.ended += hasEnded(node);
      counts.quiet += isSilent(node);
      if (!takesState(this.filter, node, state)) continue;
      lists[this.settling.has(node.id) ? "working" : ranAgain ? "ended" : groups[state] || "working"].push(node.id);
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
    const [state] = this.filter.states.length === 1 ? this.filter.states.filter((each) => states.includes(each) && each !== "quiet") : [];
    for (const name of sections) {
      const isOpen = !this.memory.folded.includes(name);
      const fold = $(name).querySelector(".fold");
      $(name).hidden = !lists[name].length;
      fold.setAttribute("aria-expanded", isOpen);
      setText(fold.querySelector(".count"), number(lists[name].length));
      setText(fold.querySelector(".what"), t(titles[state] || state || name));
    }
    this.picker?.show();
    document.body.classList.toggle("compact", this.isDense());
    $("dense").setAttribute("aria-pressed", this.isDense());
    const { alarming } = counts, working = (counts.working || 0) + (counts.indeterminate || 0);
    const said = [alarming && `(${t("countFailed", { n: number(alarming) })})`, working && t("countRunning", { n: number(working) })];
    document.title = [said.filter(Boolean).join(" "), "progressd"].filter(Boolean).join(" · ");
    showAlarm(alarming);
  }

  /** Looks up how long the runs of these nodes' names usually take. */
  async compare(nodes, answered) {
    const again = nodes.filter((node) => node?.run >= firstUsual && !node.parentID && !hasEnded(node));
    if (!again.length) return;
    this.usual ??= await load("usual");
    this.usual?.ask(again, answered);
  }

  /** A section that is there while nothing is. */
  async showEmpty(isEmpty) {
    $("empty").hidden = !isEmpty;
    if (!isEmpty || this.hasBeenEmpty) return;
    this.hasBeenEmpty = true;
    (await load("empty"))?.fillEmpty($("empty"));
  }

  /** Adds the parts of a row that only this page shows. */
  adorn(row, node) {
    setText(row.when, whenOf(node));
    row.pick.hidden = !!node.parentID;
    setAttribute(row.pick, "aria-label", `${t("select")}: ${titleOf(node)}`);
    row.pick.checked = !!this.picker?.picked.has(node.id);
    this.usual?.showUsual(row, node);
    const trouble = hasEnded(node) ? undefined : ["failed", "stalled"].find((each) => each !== node.state && countOf(node, each));
    if (trouble || !row.below.hidden) load("culprit").then((culprit) => culprit?.showBelow(row, node, trouble));
  }

  isAny = () => sections.some((name) => this.shown[name].length);
  isFolded = (name) => this.memory.folded.includes(name);
}
