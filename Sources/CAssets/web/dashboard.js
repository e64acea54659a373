import { connect } from "./feed.js";
import { addressOf, filterOf, labelsIn, remembered, withLabels } from "./filter.js";
import { Forest } from "./forest.js";
import { figureOf, fromTemplate, make, number, Row, setText, titleOf, translate } from "./row.js";
import { carried, direction, languages, locale, query, t } from "./strings.js";
import { hasEnded, standingOf, stateOf } from "./times.js";

// `/` shows every root, `/progress/{id}` one tree. Events change the forests at once, the rows that they concern in the
// next animation frame where they are in sight, else within a second.

/** An id or a name. */
const reference = (decodeURIComponent(location.pathname).match(/^\/progress\/([\w.:-]+)\/?$/) || [])[1];
const kindOfPage = reference ? "trees" : "roots";
/** Rows of a section or a node that are shown before “show more”. */
const firstRows = 100, moreRows = 200, maxSegments = 40, smallTree = 60;
/** How long an ended root stays where it was, so that the eye sees it end. */
const settleTime = 1500;
const states = ["failed", "stalled", "working", "indeterminate", "waiting", "paused", "cancelled", "finished"];

const forests = { roots: new Forest(), trees: new Forest() };
const rows = new Map();      // id: its row, or the row that says how many more there are
const places = new Map();    // id: where and how the row stands
const settling = new Map();  // id: until when it stays
const opened = new Map();    // id: whether somebody opened or closed it
const limits = new Map();    // section or parent: how many are shown
const dirty = new Set();
const filter = filterOf(location.search);
let plot = null, top = null, active = null, current = null;
let isWholePageDue = true, orderIsDue = true, orderNotBefore = 0, frame = 0, timer = 0;
let isLoaded = false, wanted = "", shownLabels = "", heard = 0;

const list = reference ? null : new (await import("./list.js")).List(filter, () => order(), nodeOf);
const tree = reference && new (await import("./tree.js")).Tree(() => forests.trees, nodeOf);

const $ = (id) => document.getElementById(id);
const { format: clock } = new Intl.DateTimeFormat(locale, { timeStyle: "short" });
const calm = matchMedia("(prefers-reduced-motion: reduce)");

function nodeOf(id) {
  const [root, node] = [forests.roots.nodes.get(id), forests.trees.nodes.get(id)];
  if (root && node) return root.version >= node.version ? root : Object.assign(node, { summary: root.summary });
  return node || root;
}
const all = () => forests[kindOfPage].nodes;
const isOpen = (node) =>
  tree?.opens(node.id) || (opened.get(node.id) ?? (node.id === top || (node.parentID && node.childCount > 0 && forests.trees.nodes.size <= smallTree)));

// --- What the hub says

function receive({ kind, status, fresh, events }) {
  if (status && kind === kindOfPage) showLink(status);
  if (fresh) {
    const ids = new Set(fresh.map((node) => node.id));
    for (const id of [...forests[kind].nodes.keys()]) if (!ids.has(id)) remove(kind, id);
    for (const node of fresh) apply(kind, node);
    isLoaded ||= kind === kindOfPage;
    order();
    const aim = tree?.aim(location.hash.slice(1));
    if (aim) reveal(aim);
  }
  for (const [type, data] of events || []) {
    if (type === "removed") remove(kind, data.id);
    else apply(kind, data);
    if (type === "state" && ["failed", "stalled"].includes(data.state)) setText($("news"), `${titleOf(data)}: ${t(data.state)}`);
  }
}

/** Whether the page is of this node: of a name's runs, the newest. */
function isMeant(node) {
  const now = nodeOf(top);
  if (!now) return node.name === reference || node.id === reference.toLowerCase();
  return node.name === reference && node.run > now.run;
}

function apply(kind, update) {
  const before = forests[kind].nodes.get(update.id);
  const was = { ...before }, stood = before && standingOf(before);
  const node = forests[kind].apply(update);
  if (!node) return;
  if (reference && isMeant(node)) active = current = top = node.id;
  if (stood !== standingOf(node) || was.parentID !== node.parentID || was.totalUnitCount !== node.totalUnitCount) order();
  if (was.id && was.state !== node.state && ["finished", "cancelled"].includes(node.state)) settling.set(node.id, performance.now() + settleTime);
  if (list && stood && stood !== standingOf(node) && remembered().followed) import("./menu.js").then(({ tell }) => tell(node, standingOf(node)));
  plot?.record(nodeOf(node.id));
  touch(node.id);
}

function remove(kind, id) {
  for (const gone of forests[kind].remove(id)) {
    if (nodeOf(gone)) continue;
    plot?.forget(gone);
    opened.delete(gone);
    settling.delete(gone);
  }
  order();
}

function showLink(status) {
  if (status === "lost") checkAccess();
  else $("sign").hidden = true;
  document.body.dataset.link = status;
  if (status === "live") heard = 0;
  else heard ||= isLoaded && Date.now();
  setText($("link"), status === "lost" && heard ? t("stale", { t: clock(heard) }) : t(status === "live" ? status : "connecting"));
}

/** Learns what the reader may do, and asks for a token where the service wants one. */
async function checkAccess() {
  const reply = await fetch("/v1/session?" + query).catch(() => null);
  if (!reply) return;
  document.body.dataset.role = reply.ok ? (await reply.json()).role : "";
  const isUnknown = reply.status === 401;
  if (isUnknown) setText($("link"), "");
  if (!isUnknown && !remembered().isSignedIn) return;
  const { askForToken, offerSignOut } = await import("./access.js");
  if (isUnknown) askForToken();
  else offerSignOut();
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
  if (active && !plot) import("./plot.js").then((module) => (plot = module));
  const due = [...dirty].filter((id) => places.has(id) && (isWholePageDue || isInSight(id)));
  for (const id of due) {
    rows.get(id).show(nodeOf(id), places.get(id), { isActive: id === active, isTop: id === top, outermost: top ? 1 : 0 });
    dirty.delete(id);
  }
  if (isWholePageDue) dirty.clear();
  isWholePageDue = false;
  const node = nodeOf(top);
  if (tree) document.title = node ? `${figureOf(node)} ${titleOf(node)} · progressd` : "progressd";
  setText($("heading"), node ? titleOf(node) : t("progress"));
  if (orderIsDue) schedule();
}

/** Decides which rows stand where, and moves as few of them as it can. */
function arrange() {
  const lists = { tree: [], attention: [], working: [], ended: [] };
  const counts = { "": all().size };
  places.clear();
  if (!reference) collectRoots(lists, counts);
  else if (nodeOf(top)) {
    counts[""]--;
    tree.survey(top, matches, filter, counts);
    collect(lists.tree, nodeOf(top), 0);
  }
  want();

  const focused = document.activeElement;
  const before = rows.size <= 60 && !calm.matches && tops();
  for (const [id, row] of rows) if (!places.has(id)) { row.element.remove(); rows.delete(id); }
  for (const name in lists) fill($(name), lists[name]);
  if (list) list.show(list.shown, counts);
  else $("tree").hidden = !lists.tree.length;
  if (focused !== document.activeElement && focused.isConnected) focused.focus({ preventScroll: true });
  if (before) glide(before);
  for (const id of places.keys()) dirty.add(id);
  isWholePageDue = true;
  rove(places.has(current) ? current : places.keys().next().value);
  if (tree && nodeOf(top)) tree.showCulprit(rows.get(top), counts);
  if (!tree || tree.isSearchable()) showTools(counts);
  $("empty").hidden = !!reference || !isLoaded || all().size > 0;
  $("nothing").hidden = !all().size || (tree ? !tree.isFiltered || tree.matched > 0 : list.isAny());
  $("gone").hidden = !reference || !isLoaded || !!nodeOf(top);
  if (!$("gone").hidden) tree.showGone($("gone"), reference);
}

const labelsOf = (node) => Object.entries(node.labels).map(([key, value]) => `${key}:${value}`);
const chosenLabels = () => labelsIn(filter);

/** Whether text and labels match; the tiles count these. */
function fits(node) {
  if (!filter.label && !filter.text) return true;
  const labels = labelsOf(node);
  if (!chosenLabels().every((label) => labels.includes(label))) return false;
  const texts = [node.name, node.id, node.localizedDescription, node.localizedAdditionalDescription, ...labels];
  return texts.join("\n").toLocaleLowerCase(locale).includes(filter.text.trim().toLocaleLowerCase(locale));
}

const matches = (node) => (!filter.state || stateOf(node) === filter.state) && fits(node);

function collectRoots(lists, counts) {
  const now = performance.now();
  for (const [id, until] of settling) if (until <= now) settling.delete(id);
  clearTimeout(timer);
  if (settling.size) timer = setTimeout(order, Math.min(...settling.values()) - now + 20);
  const ids = list.sort([...all().values()], fits, ({ id }) => settling.has(id), counts);
  for (const name in ids) {
    if (list.isFolded(name)) continue;
    for (const id of ids[name].slice(0, limitOf(name))) collect(lists[name], nodeOf(id), 0);
    offerMore(lists[name], name, ids[name].length, 0);
  }
}

const limitOf = (key) => limits.get(key) || list?.limit(key) || firstRows;

function offerMore(list, key, count, level) {
  const rest = count - limitOf(key);
  if (!(rest > 0)) return;
  places.set("more " + key, { level, rest, key });
  list.push("more " + key);
}

function offerFinished(list, key, finished, level) {
  places.set("finished " + key, { level, finished, rest: finished, key });
  list.push("finished " + key);
}

/** What went wrong with a node or below it: `failed`, `stalled`, or undefined. */
function trouble(node) {
  if (tree) return tree.troubled.get(node.id);
  if (hasEnded(node)) return node.failure ? "failed" : undefined;
  const found = [...(forests.trees.children.get(node.id) || [])].map((id) => trouble(nodeOf(id)));
  return found.includes("failed") ? "failed" : node.state === "stalled" || found.includes("stalled") ? "stalled" : undefined;
}

/** A node, and those below it as far as they are open, each with its share of its parent. */
function collect(list, first, level) {
  const stack = [{ node: first, level }];
  while (stack.length) {
    const { node, key, count, finished, level, share } = stack.pop();
    if (key) {
      offerMore(list, key, count, level);
      if (finished) offerFinished(list, key, finished, level);
      continue;
    }
    const below = isOpen(node) ? [...(forests.trees.children.get(node.id) || [])].map(nodeOf) : [];
    places.set(node.id, { level, share, isOpen: !!isOpen(node), below: below.length > maxSegments ? [] : below, trouble });
    list.push(node.id);
    const total = node.totalUnitCount > 0 ? node.totalUnitCount : below.reduce((sum, child) => sum + child.pendingUnitCount, 0);
    const starts = new Map();
    below.reduce((from, child) => (starts.set(child, from), from + child.pendingUnitCount), 0);
    const { shown, finished: hidden } = tree ? tree.choose(node, below) : { shown: below };
    const next = shown.slice(0, limitOf(node.id)).map((child) => {
      return { node: child, level: level + 1, share: [starts.get(child), child.pendingUnitCount].map((units) => units / (total || 1)) };
    });
    stack.push({ key: node.id, count: shown.length, finished: hidden, level: level + 1 }, ...next.reverse());
  }
}

function fill(section, ids) {
  const parent = section.querySelector(".rows");
  let next = parent.firstElementChild;
  for (const id of ids) {
    if (!rows.has(id)) rows.set(id, places.get(id).rest ? moreRow(id) : new Row(id, () => touch(id)));
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

function glide(before) {
  for (const [element, y] of tops()) {
    const from = before.get(element);
    if (from === undefined) element.animate([{ opacity: 0 }, {}], 250);
    else if (from !== y) element.animate([{ transform: `translateY(${from - y}px)` }, {}], { duration: 350, easing: "ease-out" });
  }
}

/** The states and labels there are, to filter by. */
function showTools(counts) {
  $("find").hidden = $("overview").hidden = !all().size;
  for (const state of ["", ...states]) {
    let tile = $("overview").querySelector(`[data-state="${state}"]`);
    if (!tile) {
      $("overview").append((tile = fromTemplate("tile")));
      tile.dataset.state = state;
      tile.querySelector("use").setAttribute("href", "#i-" + (state || "all"));
      setText(tile.querySelector("span"), t(state === "working" ? "running" : state || "all"));
    }
    setText(tile.querySelector("b"), number(counts[state] || 0));
    tile.hidden = !counts[state] && filter.state !== state;
    tile.setAttribute("aria-pressed", filter.state === state);
  }
  const labels = [...new Set([...all().values()].slice(0, 2000).flatMap(labelsOf))].sort().slice(0, 200);
  const shown = `${labels}${filter.label}`;
  $("label").hidden = !labels.length;
  if (shownLabels === shown || document.activeElement === $("label")) return;
  shownLabels = shown;
  $("label").replaceChildren(new Option(t("label"), ""), ...labels.map((label) => new Option(label.replace(":", ": "), label)));
  $("chosen").replaceChildren(...chosenLabels().map((label) => Object.assign(make("button", label.replace(":", ": ") + " ×"), { value: label })));
}

// --- What the reader does

/** Tells the hub which streams this page needs. */
function want() {
  const trees = reference ? [reference] : [...opened.keys()].filter((id) => opened.get(id) && forests.roots.nodes.get(id)?.childCount);
  const next = { query, roots: !reference, trees };
  if (wanted === (wanted = JSON.stringify(next))) return;
  if (!trees.length) forests.trees = new Forest();
  say(next);
}

/** What was not looked at yet opens first, also where its children are shown already. */
function toggle(id, open = id !== active || !places.get(id).isOpen) {
  if (id.startsWith("more ")) {
    limits.set(id.slice(5), limitOf(id.slice(5)) + moreRows);
  } else if (id.startsWith("finished ")) {
    tree.unhidden.add(id.slice(9));
  } else if (id !== top) {
    opened.set(id, open);
    active = open ? id : top;
  }
  order();
}

/** Opens the way to a node of the tree, and goes there. */
function reveal(id) {
  tree.climb(id, (each) => opened.set(each, true));
  choose({ text: ($("search").value = ""), state: "", label: "" });
  active = current = id;
  orderNotBefore = 0;
  cancelAnimationFrame(frame);
  render(performance.now());
  rows.get(id)?.element.scrollIntoView({ block: "center", behavior: calm.matches ? "auto" : "smooth" });
  rove(id, true);
}

/** One row is in the tab order, its buttons with it; the arrow keys go from row to row. */
function rove(id, takesFocus) {
  for (const each of new Set([current, id])) {
    const element = rows.get(each)?.element;
    if (element) for (const target of [element, ...element.querySelectorAll("button, a, input")]) target.tabIndex = each === id ? 0 : -1;
  }
  current = id;
  if (takesFocus) rows.get(id)?.element.focus();
}

function step(by) {
  const ids = [...document.querySelectorAll(".row")].map((row) => row.dataset.id);
  rove(ids[Math.min(Math.max(ids.indexOf(current) + by, 0), ids.length - 1)], true);
}

/** Inwards: opens, then goes to the first child. Outwards: closes, then goes to the parent. */
function turn(inwards) {
  const { isOpen, below } = places.get(current);
  const parentID = nodeOf(current)?.parentID;
  if (inwards && isOpen) return below.length && step(1);
  if (isOpen === inwards || current === top) return places.has(parentID) && rove(parentID, true);
  toggle(current, inwards);
}

function choose(change) {
  Object.assign(filter, change);
  if (list) list.isReleased = true;
  history.replaceState(null, "", addressOf(filter));
  limits.clear();
  order();
}

const rowOf = (target) => target.closest?.(".row")?.dataset.id;

const addLabel = (label) => choose(withLabels([...chosenLabels(), label]));

document.addEventListener("click", (event) => {
  const { target } = event;
  const id = rowOf(target);
  const button = target.closest("button");
  if (id && button?.className === "more-calls") showMenu(button, id);
  else if (target.className === "pick") list?.picker?.pick(id, target.checked);
  else if (target.closest(".menu")) return;
  else if (button?.dataset.reveal) reveal(button.dataset.reveal);
  else if (id && button?.dataset.call) rows.get(id).press(button.dataset.call);
  else if (id && !target.closest("a, .detail, .pick")) toggle(id);
  else if (list && target.closest(".tags a") && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    addLabel(target.closest("a").dataset.label);
  } else if (button?.parentNode.id === "chosen") choose(withLabels(chosenLabels().filter((each) => each !== button.value)));
  else if (button?.className === "tile") choose({ state: button.dataset.state === filter.state ? "" : button.dataset.state });
});
document.addEventListener("focusin", ({ target }) => rowOf(target) && rove(rowOf(target)));
document.addEventListener("keydown", (event) => {
  const { key, target } = event;
  if (event.repeat && target.matches("button")) event.preventDefault();  // a held key presses once
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const isForward = direction === "ltr";
  const actions = target.matches(".row")
    ? { Enter: () => toggle(current), " ": () => toggle(current), ArrowDown: () => step(1), ArrowUp: () => step(-1),
        Home: () => step(-Infinity), End: () => step(Infinity), ArrowRight: () => turn(isForward), ArrowLeft: () => turn(!isForward) }
    : target === $("search") ? { Escape: () => step(0) } : {};
  if (!target.matches("input, select")) actions["/"] = () => $("search").focus();
  if (!actions[key]) return;
  event.preventDefault();
  actions[key]();
});

async function copy() {
  await (await import("./menu.js")).copy($("start").textContent);
  setText($("copy"), t("copied"));
}

async function showMenu(button, id) {
  const [{ openMenu }, { send }] = await Promise.all([import("./menu.js"), import("./manage.js")]);
  openMenu(button, nodeOf(id), document.body.dataset.role === "operator" && ((each) => send("remove", [each])));
}

// --- Start

document.body.dataset.page = kindOfPage;
document.documentElement.lang = locale;
document.documentElement.dir = direction;
translate(document);
for (const link of document.querySelectorAll('a[href="/"]')) link.search = carried;
$("trail").hidden = !reference || carried.includes("grant=");
if (reference) $("data").href = `/v1/progress/${reference}/tree`;
setText($("start"), `curl ${location.origin}/v1/progress \\\n  -d name=hello -d totalUnitCount=8 -d completedUnitCount=2`);
for (const tag of languages) {
  $("language").append(new Option(new Intl.DisplayNames(tag, { type: "language" }).of(tag), tag, false, tag === locale));
}
$("language").onchange = () => {
  const search = new URLSearchParams(location.search);
  search.set("locale", $("language").value);
  location.search = search;
};
$("search").value = filter.text;
$("search").oninput = () => choose({ text: $("search").value });
$("label").onchange = () => {
  addLabel($("label").value);
  $("label").value = "";
};
$("sort").onchange = () => choose({ sort: $("sort").value });
$("search").placeholder = t("search");
$("copy").onclick = copy;
$("clear").onclick = () => {
  $("search").value = "";
  choose({ text: "", state: "", label: "" });
};
addEventListener("scroll", schedule, { passive: true });
setInterval(() => {  // ages grow and the plot moves also when nothing happens
  for (const id of places.keys()) if (isInSight(id)) dirty.add(id);
  isWholePageDue = true;
  if (list && (list.isHeld || (filter.sort && !["newest", "name"].includes(filter.sort)))) order();
  if (!document.hidden) schedule();
}, 1000);
showLink("connecting");
checkAccess();
const say = connect(receive);
order();
