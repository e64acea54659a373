import { referenceOf, load, make, setText, titleOf } from "./row.js";
import { remembered, remember } from "./filter.js";
import { query, t } from "./strings.js";
import { hasEnded } from "./times.js";

// The menu of a row, and notices of the browser about roots that the reader follows. Loaded on first use.

const followed = () => remembered().followed || [];

export function openMenu(button, node) {
  const name = referenceOf(node);
  const page = `${location.origin}/progress/${name}`, data = `${location.origin}/v1/progress/${name}`;
  const element = `<script type="module" src="${location.origin}/progress-element.js"></script>\n` +
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
  add("JSON", () => open(`${data}/tree?${query}`));
  if (window.Notification && !node.parentID) add(t(followed().includes(node.id) ? "mute" : "notify"), () => follow(node.id));
  const isOperator = document.body.dataset.role === "operator";
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
