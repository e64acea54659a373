import { make } from "./row.js";

// Facts for people that a reporter added to a progress: addresses and values. Loaded with the first.

const mostValues = 30, longest = 400;
const isAddress = /^https?:\/\/[^\s]+$/i;

/** The address, if the text is one as a whole and hides nothing before its host. */
function addressIn(text) {
  try {
    const url = isAddress.test(text) ? new URL(text) : null;
    return url && !url.username && !url.password ? url : null;
  } catch {
    return null;
  }
}

function linkTo(url, text) {
  const link = make("a", text);
  Object.assign(link, { href: url.href, rel: "noopener noreferrer", target: "_blank", title: url.href, dir: "auto" });
  return link;
}

/** Of `urls`, a link each: what it is called, and on which host it is. */
export function linksOf(urls) {
  return Object.entries(urls || {}).flatMap(([name, address]) => {
    const url = addressIn(address);
    if (!url) return [];
    const link = linkTo(url, name);
    link.append(" ", make("small", url.host));
    return [link];
  });
}

/** Gives an element these parts. What is as it was stays, with the focus; where the focus goes, the row has it. */
export function refill(element, parts, tabIndex) {
  const focused = element.querySelector(":focus");
  for (const part of parts) for (const link of part.matches("a") ? [part] : part.querySelectorAll("a")) link.tabIndex = tabIndex;
  const old = [...element.children];
  const kept = parts.map((part) => {
    const at = old.findIndex((each) => each.isEqualNode(part));
    return at < 0 ? part : old.splice(at, 1)[0];
  });
  for (const each of old) each.remove();
  kept.forEach((part, i) => part === element.children[i] || element.insertBefore(part, element.children[i] ?? null));
  if (focused && !focused.matches(":focus")) (focused.isConnected ? focused : element.closest(".row"))?.focus({ preventScroll: true });
}

/** In a row, its `urls`. */
export function showLinks(row, { urls }) {
  const text = JSON.stringify(urls);
  if (row.linked === text) return;
  row.linked = text;
  row.links ??= row.words.insertBefore(make("p", "", "links"), row.note.nextSibling);
  refill(row.links, linksOf(urls), row.element.tabIndex);
}

/** Of `userInfo`, a pair of a list each. */
export function valuesOf(userInfo) {
  return Object.entries(userInfo || {}).slice(0, mostValues).map(([name, value]) => {
    const fact = make("div", ""), said = typeof value === "string" ? value : JSON.stringify(value);
    const url = addressIn(said), place = make("dd", url || said.length <= longest ? "" : said.slice(0, longest) + "…");
    if (url) place.append(linkTo(url, said), " ", make("small", url.host));
    else if (!place.textContent) place.textContent = said;
    place.dir = "auto";
    fact.append(make("dt", name), place);
    return fact;
  });
}

/** In the detail of a row, its `userInfo`. */
export function showValues(detail, { userInfo }) {
  const text = JSON.stringify(userInfo);
  if (detail.told === text) return;
  detail.told = text;
  detail.values ??= detail.element.appendChild(make("dl", "", "values"));
  detail.values.hidden = text === "{}";
  refill(detail.values, valuesOf(userInfo), detail.link.tabIndex);
}
