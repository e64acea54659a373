// Search in the reference: what has all of the words stays, with the contents that lead to it.

const contents = document.getElementById("contents");
const main = document.getElementById("main");
const parts = [...main.querySelectorAll("article, .schema, section[id^=example], tr[id^=problem], .prose")];
const entries = [...contents.querySelectorAll("li")];
const groups = [...main.querySelectorAll(":scope > section:not(.prose)")];
const lists = [...contents.querySelectorAll("ul")];
const titles = [...contents.querySelectorAll("p")];

const field = Object.assign(document.createElement("input"), { type: "search", placeholder: "Search" });
field.setAttribute("aria-label", "Search the reference");
const count = document.createElement("small");
count.setAttribute("role", "status");
contents.prepend(field, count);

const texts = new Map();  // part: its words, read at the first search
const textOf = (part) => texts.get(part) ?? texts.set(part, `${part.id} ${part.textContent}`.toLowerCase()).get(part);
const targetOf = (entry) => document.getElementById(entry.querySelector("a").hash.slice(1));
/** The part that an element is, is in, or begins with. */
const partOf = (element) => parts.find((part) => part === element || part.contains(element));

function search() {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  const found = parts.filter((part) => words.every((word) => textOf(part).includes(word)));
  for (const part of parts) part.hidden = !found.includes(part);
  for (const group of groups) group.hidden = words.length > 0 && !found.some((part) => group.contains(part));
  for (const entry of entries) entry.hidden = partOf(targetOf(entry))?.hidden ?? false;
  for (const list of lists) list.hidden = [...list.children].every((entry) => entry.hidden);
  for (const title of titles) title.hidden = targetOf(title)?.closest("main > section")?.hidden ?? false;
  count.textContent = words.length ? `${found.length} found` : "";
}

field.oninput = search;
field.onkeydown = ({ key }) => void (key === "Escape" && leave());
document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.target === field || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  field.focus();
});
// A link leads also to what the search hides, and so does the way back.
document.addEventListener("click", ({ target }) => {
  const hash = target.closest?.('a[href^="#"]')?.hash.slice(1);
  if (hash && document.getElementById(hash)?.closest("[hidden]")) leave();
});
addEventListener("hashchange", () => {
  const target = document.getElementById(location.hash.slice(1));
  if (!target?.closest("[hidden]")) return;
  leave();
  target.scrollIntoView();
});

function leave() {
  field.value = "";
  search();
}
