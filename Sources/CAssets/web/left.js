// The time left, counted down between writes: for the dashboard, and for the element on pages of any origin.

const units = [["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];
const formats = new Map();

function write([value, unit], unitDisplay, locale, numbers = {}) {
  const key = [locale, unit, unitDisplay].join();
  if (!formats.has(key)) formats.set(key, new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay, ...numbers }));
  return formats.get(key).format(value);
}

/** How many of the largest unit, and of the next smaller one if that is not zero. */
function partsOf(seconds) {
  const at = units.findIndex(([, size]) => seconds >= size);
  const [[unit, size], [next, nextSize] = []] = at < 0 ? units.slice(-1) : units.slice(at);
  const rest = next ? Math.floor((seconds % size) / nextSize) : 0;
  return [[Math.floor(seconds / size), unit], ...(rest ? [[rest, next]] : [])];
}

/**
 * The age of a snapshot in seconds: what it was when it `came`, and what has passed since then, by a monotonic clock
 * (`performance.now()`), of which the service's clock says when it began (`origin`).
 */
export const ageOf = ({ updatedAt }, came, origin) =>
  (Math.max(0, came + origin - Date.parse(updatedAt)) + performance.now() - came) / 1000;

/** Seconds left of a snapshot that is so old; null unless it works and has a time. */
export const leftAfter = (age, { state, estimatedTimeRemaining: told }) =>
  told != null && ["running", "indeterminate"].includes(state) ? Math.max(0, told - age) : null;

/**
 * An additional description in two: without its time, and the time left now (`words`: “{t} left”), which is empty for
 * null. It names no smaller units than the description did. Null where the service wrote no time into it.
 */
export function recount({ localizedAdditionalDescription: text, estimatedTimeRemaining: told }, left, locale, words) {
  const at = text.lastIndexOf("— ") + 1;
  const [larger, smaller] = partsOf(told);
  const says = (part) => {  // not in a larger number
    const place = part ? text.indexOf(write(part, "long", locale, { numberingSystem: "latn" }), at) : -1;
    return place >= 0 && !/[\d.,]/.test(text[place - 1]);
  };
  if (!says(larger)) return null;
  const rest = at ? text.slice(0, at - 1).trimEnd() : (text.match(/[(（].*/) || [""])[0];  // the rate may follow the time
  if (left === null) return [rest, ""];
  const parts = partsOf(left);
  const isFine = says(smaller) && parts[0][1] === larger[1];
  const time = parts.slice(0, isFine ? 2 : 1).map((part) => write(part, "short", locale)).join(" ");
  return [rest, words.replace("{t}", time)];
}

const shows = new Map();  // part of an element: what is drawn in it again each second, while somebody can see it
/** When the monotonic clock of the page began: by the browser's clock; `origin`: by the service's. */
const beginning = () => Date.now() - performance.now();
let timer = 0, began, origin = beginning();

/**
 * Draws the additional description of a node into a part of an element, now and each second while a time in it counts
 * down. `came` as in `ageOf`, `words` as in `recount`. All elements of a page share one timer.
 */
export function draw(part, ...shown) {
  const [node, came, locale, words] = shown;
  const left = part.isConnected && !part.closest("[hidden]") && words ? leftAfter(ageOf(node, came, origin), node) : null;
  if (left !== null && began === undefined) setClock();
  const said = left === null ? null : recount(node, left, locale, words);
  const text = said ? said.filter(Boolean).join(" — ") : node.localizedAdditionalDescription;
  if (part.textContent !== text) part.textContent = text;
  if (said && left > 0) shows.set(part, shown);
  else shows.delete(part);
  wind();
}

/** Asks the service what time it is, as the dashboard does. */
async function setClock() {
  began = beginning();
  const reply = await fetch(import.meta.url, { method: "HEAD", cache: "no-store" }).catch(() => null);
  const difference = Date.parse(reply?.headers.get("Date")) + 500 - Date.now();
  origin = began + (Math.abs(difference) > 2000 ? difference : 0);
}

function wind() {
  const runs = shows.size > 0 && !document.hidden;
  if (runs !== !!timer) timer = runs ? setInterval(drawAll, 1000) : void clearInterval(timer);
}

function drawAll() {
  if (Math.abs(beginning() - began) > 2000) setClock();  // a clock was set, or stood still
  shows.forEach((shown, part) => draw(part, ...shown));
}

document.addEventListener("visibilitychange", () => (document.hidden ? wind() : drawAll()));
