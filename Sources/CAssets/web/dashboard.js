import { connect } from "./feed.js";
import { addressOf, everything, filterOf, isFiltered, isWithin, narrowingOf, queryOf, remembered } from "./filter.js";
import { Forest } from "./hub.js";
import { figureOf, fromTemplate, load, loadStyle, number, Row, setReach, setText, showAlarm, titleOf, translate } from "./row.js";
import { base, carried, direction, isForOneTree, languages, linkTo, locale, query, t } from "./strings.js";
import { isAdrift, lastWord, now, saysMore, setClock, standingOf } from "./times.js";

// `/` shows every root, `/progress/{id}` one tree. Events change the forests at once, the rows that they concern in the
// next animation frame where they are in sight, else within a second.

/** An id or a name, which may be escaped. */
const reference = location.pathname.slice(base.length).replaceAll(/%[2-7][\da-f]/gi, decodeURIComponent).match(/^\/progress\/([\w.:-]+)\/?$/)?.[1];
const kindOfPage = reference ? "trees" : "roots";
/** Rows of a section or a node that are shown before “show more”. */
const firstRows = 100, moreRows = 200, smallTree = 60;
/** Roots that are open at once: a stream takes no more. */
const mostOpen = 50;
/** Orders in which nothing moves while nothing happens; in these, what falls silent is counted every tenth second. */
const stillOrders = ["newest", "oldest", "latest", "name", "-name", "duration"];
/** Keys that mean something on a row. */
const rowKeys = /^(Enter| |Arrow(Down|Up|Left|Right)|Home|End)$/;

const forests = { roots: new Forest(), trees: new Forest() };
const rows = new Map();      // id: its row, or the row that says how many more there are
const places = new Map();    // id: where and how the row stands
const opened = new Map();    // id: whether somebody opened or closed it
const limits = new Map();    // section or parent: how many are shown
const dirty = new Set();
const { dataset } = document.body;
const filter = filterOf(location.search);
let plot = null, tools = null, branches = null, top = null, active = null, current = null;
let narrowing = { ...filter };  // by whose names and labels the stream of roots is narrowed
let isWholePageDue = true, orderIsDue = true, orderNotBefore = 0, frame = 0;
let isLoaded = false, isBarred = false, isPrepared = false, wasLost = false, wanted = "", heard = 0;

dataset.page = kindOfPage;
const [list, tree] = reference ? [null, await startTree()] : [await startList(), null];

const $ = (id) => document.getElementById(id);
const { format: clock } = new Intl.DateTimeFormat(locale, { timeStyle: "short" });
const calm = matchMedia("(prefers-reduced-motion: reduce)");

function nodeOf(id) {
  const [root, node] = [forests.roots.nodes.get(id), forests.trees.nodes.get(id)];
  if (root && node) return root.version >= node.version ? root : Object.assign(node, { summary: root.summary });
  return node || root;
}

/** All nodes to show: the roots, or those below the root of the tree. */
const all = () => tree?.below ?? [...forests.roots.nodes.values()];

function isOpen({ id, parentID, childCount }) {
  return tree?.opens(id) ||
    (opened.get(id) ?? (id === top || (parentID && childCount > 0 && (tree?.below.length ?? forests.trees.nodes.size) < smallTree)));
}

// --- From the hub

function receive({ kind, status, since, code, fresh, ids, events }) {
  if (status && kind === kindOfPage) showLink(status, since, code);
  if (fresh) {
    const present = new Set(fresh.map((node) => node.id));
    for (const id of [...forests[kind].nodes.keys()]) if (!present.has(id)) remove(kind, id);
    for (const node of fresh) apply(kind, node);
    isLoaded ||= kind === kindOfPage && (!reference || ids.includes(reference));  // of trees of other tabs, a new tab hears first
    order();
    aim();
  }
  for (const [type, data] of events || []) {
    if (type === "removed") remove(kind, data.id);
    else apply(kind, data);
    if (reference && data.rootID !== nodeOf(top)?.rootID) continue;  // of another tab
    if (type === "state" && ["failed", "stalled"].includes(data.state)) setText($("news"), `${titleOf(data)}: ${t(data.state)}`);
  }
  if (document.hidden && orderIsDue) render(performance.now());  // it gets no animation frames, and its timers may run once a minute
}

/** Goes to the node that the address names. */
function aim() {
  const id = tree?.aim(location.hash.slice(1));
  if (id) reveal(id);
}

/**
 * The browser tells of a root that the reader follows: of its own state, not of what is below it; also of one that came
 * after the page and had ended by then.
 */
function tell(kind, node, was) {
  const { state } = node;
  if (kind !== kindOfPage || state === was.state || !(was.state || isLoaded)) return;
  if (reference && node.id !== top && !(was.state && node.name === reference)) return;  // a step, or a tree of another tab
  if (remembered().followed) load("menu").then((menu) => menu?.tell(node, state));
}

/** Whether the page is of this node: of a name's runs, the newest. */
function isMeant(node) {
  const now = nodeOf(top);
  return now ? node.name === reference && node.run > now.run : node.name === reference || node.id === reference.toLowerCase();
}

function apply(kind, update) {
  const before = forests[kind].nodes.get(update.id);
  const was = { ...before }, stood = before && standingOf(before);
  const node = forests[kind].apply(update);
  if (!node) return;
  node.came = performance.now();
  if (reference && isMeant(node)) active = current = top = node.id;
  if (stood !== standingOf(node) || was.parentID !== node.parentID || was.totalUnitCount !== node.totalUnitCount) order();
  if (stood) list?.note(node, was);
  tell(kind, node, was);
  plot?.record(nodeOf(node.id));
  hear(kind, node, was);
  touch(node.id);
}

/** A word from below is a word of those above: of what the page has of the tree, else as the summary tells. */
function hear(kind, node, was) {
  const { nodes } = forests[kind];
  const word = lastWord(node);
  for (let above = nodes.get(node.parentID); above && lastWord(above) < word; above = nodes.get(above.parentID)) above.heardAt = word;
  if (saysMore(node, was)) node.heardAt = now().toISOString();
}

function remove(kind, id) {
  for (const gone of forests[kind].remove(id)) {
    if (nodeOf(gone)) continue;
    plot?.forget(gone);
    opened.delete(gone);
  }
  order();
}

/**
 * `lost`: no answer; `refused`: an answer, but not the one that the page needs; `ended`: nothing more will come.
 * `since`: when the hub last heard something.
 */
function showLink(status, since, code) {
  const isLost = ["lost", "refused"].includes(status);
  if (isBarred !== (isBarred = status === "refused" && [401, 403].includes(code))) order();
  if (isLost || (wasLost && status !== "connecting")) checkAccess();
  if (status !== "connecting") wasLost = isLost;
  if (!isLost) $("sign").hidden = true;
  dataset.link = isLost ? "lost" : status;
  if (!isLost) heard = 0;
  else heard ||= isLoaded && (since || Date.now());
  const said = heard ? t("stale", { t: clock(heard) }) : t(status === "live" ? status : "connecting");
  setText($("link"), status === "ended" ? "" : said);
}

/** Learns what time it is and what the reader may do, and asks for a token where the service wants one. */
async function checkAccess() {
  const reply = await fetch(base + "/v1/session?" + query).catch(() => null);
  if (!reply) return void setTimeout(() => wasLost || checkAccess(), 3000);
  setClock(reply.headers.get("Date"));
  dataset.role = reply.ok ? (await reply.json()).role : "";
  const isDoubtful = isForOneTree && dataset.link !== "live";
  if (!reply.ok || isDoubtful || remembered().isSignedIn) (await import("./access.js")).offer(reply.ok, isDoubtful, reference);
}

// --- Onto the page

const schedule = () => (frame ||= requestAnimationFrame(render));

function isInSight(id) {
  const { top, bottom } = rows.get(id).element.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
}

/** A frame costs more than what changes in it, so rows out of sight do not ask for one. */
function touch(id) {
  dirty.add(id);
  if (!frame && places.has(id) && isInSight(id)) schedule();
}

function order() {
  orderIsDue = true;
  schedule();
}

function render(now) {
  frame = 0;
  if (orderIsDue && now >= orderNotBefore) {
    orderIsDue = false;
    const start = performance.now();
    arrange();
    orderNotBefore = start + Math.min(9 * (performance.now() - start), 1000);  // leaves time for the bars
  }
  if (active && !plot) load("plot").then((module) => (plot = module));
  const due = [...dirty].filter((id) => places.has(id) && (isWholePageDue || isInSight(id)));
  for (const id of due) {
    const node = nodeOf(id), row = rows.get(id);
    dirty.delete(id);
    if (!node && row instanceof Row) continue;  // it goes with the next order
    row.show(node, places.get(id), { isActive: id === active, isTop: id === top, outermost: top ? 1 : 0 });
    if (node) list?.adorn(row, node);
  }
  if (isWholePageDue) dirty.clear();
  isWholePageDue = false;
  tree?.timeline?.show();
  const node = nodeOf(top);
  if (tree) document.title = node ? `${tree.said}${figureOf(node)} ${titleOf(node)} · progressd` : "progressd";
  setText($("heading"), node ? titleOf(node) : t("progress"));
  if (orderIsDue) schedule();
}

/** Decides which rows stand where, and moves as few of them as it can. */
function arrange() {
  const lists = reference ? { tree: [] } : { attention: [], working: [], ended: [] };
  const counts = {};
  const focused = document.activeElement, neighbor = focused.closest(".row")?.previousElementSibling;
  places.clear();
  if (list) list.collect(lists, counts);
  else {
    const node = nodeOf(top);
    tree.survey(top, (node) => !tools || tools.fits(node), filter, counts);
    const { failed } = tree.inTrouble;
    const standing = node && tree.standing(node);
    const said = failed ? t("countFailed", { n: number(failed) }) : standing === "failed" && t(standing);
    tree.said = said ? `(${said}) ` : "";
    showAlarm(standing === "failed");
    if (node) branches.collect(lists.tree, node);
  }
  want();
  document.body.style.setProperty("--deepest", Math.max(1, ...[...places.values()].map(({ level }) => level)));

  const before = rows.size > 0 && rows.size <= 60 && !calm.matches && tops();
  for (const [id, row] of rows) if (!places.has(id)) { row.element.remove(); rows.delete(id); }
  for (const name in lists) fill($(name), lists[name]);
  if (list) list.show(list.shown, counts);
  else $("tree").hidden = !lists.tree.length;
  const moved = before ? [...tops()].filter(([element, y]) => before.get(element) !== y) : [];
  if (moved.length) load("glide").then((module) => module?.glide(moved, before));
  for (const id of places.keys()) dirty.add(id);
  isWholePageDue = true;
  rove(places.has(current) ? current : places.keys().next().value);
  if (tree && nodeOf(top)) tree.showCulprit(rows.get(top));
  tree?.showViews({ top: () => nodeOf(top) });
  const isSearchable = !tree || tree.isSearchable();
  if (tools) tools.show(counts, isSearchable);
  else if (isSearchable) loadTools().then(order);
  const isNarrow = !!list && narrowingOf(narrowing) !== "";
  list?.showEmpty(isLoaded && !all().length && !isNarrow);
  $("nothing").hidden = !(all().length || (isLoaded && isNarrow)) || (tree ? !tree.isFiltered || tree.matched > 0 : list.isAny());
  const isGone = !!tree && isLoaded && !isBarred && !nodeOf(top);
  $("gone").hidden = !isGone;
  tree?.showGone($("gone"), reference, isGone ? top ?? "" : null);
  keepFocus(focused, neighbor);
}

/** Where the focused element is gone, the row in its place has the focus: the one after its neighbor, or the first. */
function keepFocus(focused, neighbor) {
  if (focused !== document.activeElement) focused.focus({ preventScroll: true });
  if (focused === document.body || (document.activeElement !== document.body && document.activeElement.checkVisibility())) return;
  const next = neighbor?.isConnected ? neighbor.nextElementSibling || neighbor : $("main").querySelector(".row");
  (next || $("main")).focus({ preventScroll: true });
}

/** A root, with what is below it where somebody opened one. */
function collectRoot(list, root) {
  if (branches) return branches.collect(list, root);
  places.set(root.id, { level: 0, isOpen: false });
  list.push(root.id);
}

function limitOf(key) {
  return limits.get(key) || list?.limit(key) || firstRows;
}

function offerMore(list, key, count, level) {
  const rest = count - limitOf(key);
  if (!(rest > 0)) return;
  places.set("more " + key, { level, rest, key });
  list.push("more " + key);
}

function fill(section, ids) {
  const parent = section.querySelector(".rows");
  let next = parent.firstElementChild;
  for (const id of ids) {
    if (!rows.has(id)) {
      rows.set(id, places.get(id).rest ? moreRow(id) : new Row(id, () => touch(id)));
      setReach(rows.get(id).element, false);
    }
    const { element } = rows.get(id);
    if (next && next.nextElementSibling === element) next.remove();  // one row moved, not all behind it
    else if (next !== element) parent.insertBefore(element, next);
    next = element.nextElementSibling;
  }
}

function moreRow(id) {
  const element = fromTemplate("more");
  element.dataset.id = id;
  const words = ({ rest, finished }) => (finished ? t("done", { n: number(finished) }) : t("more", { n: number(Math.min(rest, moreRows)) }));
  return { element, show: (_, place) => setText(element.querySelector("button"), words(place)) };
}

const tops = () => new Map([...rows.values()].map(({ element }) => [element, element.getBoundingClientRect().top]));

// --- Reader's actions

/** Tells the hub which streams this page needs. */
function want() {
  const trees = reference ? [reference] : [...opened.keys()].filter((id) => opened.get(id) && forests.roots.nodes.get(id)?.childCount);
  for (const first of trees.splice(0, trees.length - mostOpen)) {
    opened.set(first, false);
    order();
  }
  if (list && !isWithin(filter, narrowing)) {
    narrowing = everything;
    isLoaded = false;
  }
  const next = { query, roots: !reference, narrowing: narrowingOf(narrowing), trees };
  if (wanted === (wanted = JSON.stringify(next))) return;
  if (!trees.length) forests.trees = new Forest();
  say(next);
}

/** Opens the row, unless it is the active one and open. */
async function toggle(id, open = id !== active || !places.get(id).isOpen) {
  if (id.startsWith("more ")) {
    limits.set(id.slice(5), limitOf(id.slice(5)) + moreRows);
  } else if (id.startsWith("finished ")) {
    tree.unhidden.add(id.slice(9));
  } else if (id !== top) {
    if (!(await loadBranches())) return;
    opened.delete(id);  // the one that was opened last is the last
    opened.set(id, open);
    active = open ? id : top;
  }
  order();
}

/** Opens the way to a node of the tree, and goes there. */
async function reveal(id) {
  if (tree.timeline) await tree.showTimeline({}, false);
  (await load("culprit"))?.reveal(id, { tree, opened, limits, limitOf, rows, choose, calm, goTo });
}

/** Makes a row the active one at once. */
function goTo(id) {
  active = current = id;
  orderIsDue = true;
  orderNotBefore = 0;
  cancelAnimationFrame(frame);
  render(performance.now());
  rove(id, true);
}

/** One row is in the tab order, its buttons with it; the arrow keys go from row to row. */
function rove(id, takesFocus) {
  for (const each of new Set([current, id])) if (rows.has(each)) setReach(rows.get(each).element, each === id);
  current = id;
  if (takesFocus) rows.get(id)?.element.focus();
}

function choose(change) {
  Object.assign(filter, change);
  if (filter.text !== $("search").value) $("search").value = filter.text;
  if (list) list.isReleased = true;
  history.replaceState(null, "", addressOf(filter));
  showData();
  keepAddress();
  limits.clear();
  order();
}

/** The same as JSON. */
function showData() {
  $("data").href = reference ? linkTo(`/v1/progress/${reference}/tree`) : linkTo("/v1/progress", queryOf(filter));
}

/** The way back from a tree leads to what was looked for in this tab, at this service. */
function keepAddress() {
  try {
    if (list) sessionStorage["progressd" + base] = location.search;
    return sessionStorage["progressd" + base] || "";
  } catch {
    return "";  // not allowed here
  }
}

const rowOf = (target) => target.closest?.(".row")?.dataset.id;

document.addEventListener("click", (event) => {
  const { target } = event;
  const id = rowOf(target);
  const button = target.closest("button");
  if (id && button?.className === "more-calls") load("menu").then((menu) => menu?.openMenu(button, nodeOf(id)));
  else if (target.className === "pick") list?.picker?.pick(id, target.checked, event.shiftKey);
  else if (target.closest(".menu")) return;
  else if (button?.dataset.reveal) reveal(button.dataset.reveal);
  else if (id && button?.dataset.call) rows.get(id).press(button.dataset.call);
  else if (id && !target.closest("a, .detail, .pick, .ask, details")) toggle(id);
  else if (target.closest(".tags a") && !event.ctrlKey && !event.metaKey && !nodeOf(id)?.parentID === !tree) {
    event.preventDefault();
    loadTools().then(() => tools?.addLabel(target.closest("a").dataset.label));
  }
});
document.addEventListener("focusin", ({ target }) => rowOf(target) && rove(rowOf(target)));
document.addEventListener("keydown", (event) => {
  const { key, target } = event;
  if (event.repeat && target.matches("button")) event.preventDefault();  // a held key presses once
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (target.matches(".row") && rowKeys.test(key)) pressKey(key);
  else if (target === $("search") && key === "Escape") rove(current, true);
  else if (!target.matches("input, select") && key === "/") $("search").focus();
  else return;
  event.preventDefault();
});

async function pressKey(key) {
  const keys = await load("keys");
  const parentID = [nodeOf(current)?.parentID].find((id) => places.has(id));
  keys?.press(key, { current, parentID, place: places.get(current), isTop: current === top, toggle, goTo: (id) => rove(id, true) });
}

/** Loads what an outage would keep from the reader. */
async function prepare() {
  if (isPrepared) return;
  isPrepared = true;
  const parts = "keys detail plot control menu culprit countdown facts marks labels manage".split(" ");
  for (const part of tree ? [...parts, "timeline"] : parts) load(part);
  loadBranches();
  loadTools().then(order);
  (await load("exact"))?.explain(nodeOf);
}

// --- Start

async function startList() {
  const [{ List }] = await Promise.all([import("./list.js"), loadTools(), loadStyle("list")]);
  return new List({ filter, fits: tools.fits, order, nodeOf, choose, limitOf, offerMore, collectRoot, roots: () => all() });
}

async function startTree() {
  const [{ Tree }] = await Promise.all([import("./tree.js"), loadBranches(), isFiltered(filter) && loadTools(), loadStyle("tree")]);
  return new Tree(() => forests.trees, nodeOf);
}

async function loadTools() {
  const module = await load("tools");
  tools ??= module && new module.Tools({ filter, choose, nodes: () => all() });
}

async function loadBranches() {
  const [module] = await Promise.all([load("branches"), loadStyle("open")]);
  return (branches ??= module && new module.Branches({ places, nodeOf, isOpen, limitOf, offerMore, forest: () => forests.trees, tree: () => tree }));
}

document.documentElement.lang = locale;
document.documentElement.dir = direction;
translate(document);
const back = new URLSearchParams(keepAddress());
for (const [key, value] of new URLSearchParams(carried)) back.set(key, value);
for (const link of document.querySelectorAll(`a[href="${base}/"]`)) link.search = link.className ? carried : back;
if (isForOneTree) document.querySelector(".brand").removeAttribute("href");
$("trail").hidden = !reference || isForOneTree;
$("gone").querySelector("p").hidden = isForOneTree;
showData();
for (const tag of languages) {
  $("language").append(new Option(new Intl.DisplayNames(tag, { type: "language" }).of(tag), tag, false, tag === locale));
}
$("language").onchange = () => {
  const search = new URLSearchParams(location.search);
  search.set("locale", $("language").value);
  location.search = search;
};
$("clear").onclick = () => choose(everything);
for (const hint of ["pointermove", "touchstart", "scroll", "focusin", "keydown"]) {  // ahead of an outage
  addEventListener(hint, prepare, { once: true, passive: true });
}
setTimeout(prepare, 30_000);
addEventListener("hashchange", aim);
addEventListener("scroll", schedule, { passive: true });
let turns = 0;
setInterval(() => {  // ages grow and the plot moves also when nothing happens
  if (isAdrift() && !wasLost) checkAccess();
  if (document.hidden) return void ((orderIsDue || tree) && render(performance.now()));
  const inSight = [...places.keys()].filter(isInSight);
  for (const id of inSight) dirty.add(id);
  list?.compare(inSight.map(nodeOf), touch);
  isWholePageDue = true;
  if (list && (list.isHeld || !stillOrders.includes(filter.sort) || ++turns % 10 === 0)) order();
  schedule();
}, 1000);
showLink("connecting");
checkAccess();
const say = connect(receive);
order();
