import { referenceOf, load, loadStyle, make, setText, titleOf } from "./row.js";
import { remembered, remember } from "./filter.js";
import { base, query, t } from "./strings.js";
import { hasEnded } from "./times.js";

// The menu of a row, and notices of the browser about roots that the reader follows. Loaded on first use.

const followed = () => remembered().followed || [];

export async function openMenu(button, node) {
  await loadStyle("manage");
  const name = referenceOf(node);
  const page = `${location.origin}${base}/progress/${name}`, data = `${location.origin}${base}/v1/progress/${name}`;
  const element = `<script type="module" src="${location.origin}${base}/progress-element.js"></script>\n` +
    `<progress-view src="${data}" label="${name}"></progress-view>`;
  const menu = make("div", "", "menu");
  const copies = { URL: page, curl: "curl " + data, "<progress-view>": element, Markdown: `![${name}](${page}.svg)` };
  const add = (text, action) => {
    const entry = menu.appendChild(make("button", text));
    entry.type = "button";
    entry.onclick = () => {
      menu.hidePopover();
      action();
    };
  };
  for (const key in copies) add(`${t("copy")}: ${key}`, () => copy(copies[key]));
  const isOperator = document.body.dataset.role === "operator";
  if (isOperator) add(`${t("copy")}: ${t("grant")}`, () => share(node));
  add("JSON", () => open(`${data}/tree?${query}`));
  if (window.Notification && !node.parentID) add(t(followed().includes(node.id) ? "mute" : "notify"), () => follow(node.id));
  if (isOperator && hasEnded(node)) add(t("remove"), async () => (await load("manage"))?.send("remove", [node.id]));
  menu.popover = "auto";
  menu.ontoggle = ({ newState }) => newState === "closed" && menu.remove();
  button.after(menu);
  menu.showPopover();
  const place = button.getBoundingClientRect(), size = menu.getBoundingClientRect();
  menu.style.top = `${Math.max(4, Math.min(place.bottom, innerHeight - size.height - 4))}px`;
  menu.style.left = `${Math.max(4, Math.min(place.right - size.width, innerWidth - size.width - 4))}px`;
  menu.firstChild.focus();
}

/** Copies the address of the page with a viewer's grant, by id: a name may go over to a progress that it does not open. */
async function share(node) {
  const headers = { "Content-Type": "application/json" }, body = '{"role":"viewer"}';
  try {
    const reply = await fetch(`${base}/v1/progress/${node.id}/grants?${query}`, { method: "POST", headers, body });
    const made = await reply.json();
    if (!reply.ok) throw Error(made.detail || made.title);
    await copy(`${location.origin}${base}/progress/${node.id}?grant=${made.token}`);
  } catch (error) {
    setText(document.getElementById("news"), error instanceof TypeError ? t("unanswered") : error.message);
  }
}

export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {  // no secure context
    const area = document.body.appendChild(Object.assign(make("textarea", text, "unseen"), { readOnly: true }));
    area.select();
    document.execCommand("copy");
    area.remove();
  }
  setText(document.getElementById("news"), t("copied"));
}

async function follow(id) {
  const ids = followed();
  if (!ids.includes(id) && (await Notification.requestPermission()) !== "granted") return;
  remember({ followed: ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id].slice(-100) });
}

/** Says what became of a root that the reader follows. */
export function tell(node, state) {
  if (!["failed", "stalled", "finished", "cancelled", "paused"].includes(state) || !followed().includes(node.id)) return;
  new Notification(`${titleOf(node)}: ${t(state)}`, { body: (node.failure || node.summary?.firstFailure?.failure)?.message || "", tag: node.id });
}
