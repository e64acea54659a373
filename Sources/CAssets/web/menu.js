import { complain, load, loadStyle, make, referenceOf, setText, titleOf } from "./row.js";
import { remembered, remember } from "./filter.js";
import { base, query, t } from "./strings.js";
import { hasEnded } from "./times.js";
import { gist } from "./trace.js";

// The menu of a row, and notices of the browser about roots that the reader follows. Loaded ahead of an outage.

/** Names of what the reader follows, so that the next run is followed too; the id of what has none. */
const followed = () => remembered().followed || [];
const keysOf = ({ id, name }) => [name, id].filter(Boolean);
/** Browsers silently refuse notices at insecure addresses and where the reader has denied them; Chrome for Android throws. */
const canNotify = () =>
  window.Notification && isSecureContext && Notification.permission !== "denied" && navigator.userAgentData?.platform !== "Android";
const isFollowed = (node) => keysOf(node).some((key) => followed().includes(key));
/** Milliseconds that an entry says what it did. */
const moment = 1000;

loadStyle("manage");

export async function openMenu(button, node) {
  if (button.getAttribute("aria-expanded") === "true") return;  // the press closes it
  await loadStyle("manage");
  const name = referenceOf(node);
  const grant = new URLSearchParams(query).get("grant");
  // Copied addresses have the grant of this page, if it was opened with one, so that they open for anyone.
  const addressOf = (path) => location.origin + base + path + (grant ? "?grant=" + encodeURIComponent(grant) : "");
  const page = addressOf("/progress/" + name), data = addressOf("/v1/progress/" + name);
  const element = `<script type="module" src="${location.origin}${base}/progress-element.js"></script>\n` +
    `<progress-view src="${data}" label="${name}"></progress-view>`;
  const menu = make("div", "", "menu");
  menu.setAttribute("role", "menu");
  menu.setAttribute("aria-label", `${t("menu")}: ${titleOf(node)}`);
  const quoted = grant ? `'${data}'` : data;
  const copies = { URL: page, curl: "curl " + quoted, "<progress-view>": element, Markdown: `![${name}](${addressOf(`/progress/${name}.svg`)})` };
  /** The action gives what it did, in a word, which the entry says before the menu closes. */
  const add = (text, action) => {
    const entry = menu.appendChild(make("button", text));
    Object.assign(entry, { type: "button", tabIndex: -1 });
    entry.setAttribute("role", "menuitem");
    entry.onclick = async () => {
      const done = await action();
      if (done) {
        setText(entry, done);
        entry.classList.add("done");
        await new Promise((then) => setTimeout(then, moment));
      }
      if (menu.isConnected) menu.hidePopover();
    };
  };
  for (const key in copies) add(`${t("copy")}: ${key}`, () => copy(copies[key]));
  const isOperator = document.body.dataset.role === "operator";
  if (isOperator) add(`${t("copy")}: ${t("grant")}`, () => share(node));
  add("JSON", () => void open(`${base}/v1/progress/${name}/tree?${query}`));
  if (!node.parentID && (isFollowed(node) || canNotify())) add(t(isFollowed(node) ? "mute" : "notify"), () => follow(node));
  if (isOperator && hasEnded(node)) add(t("remove"), async () => void (await load("manage"))?.send("remove", [node.id]));
  menu.popover = "auto";
  menu.ontoggle = ({ newState }) => {
    button.setAttribute("aria-expanded", newState === "open");
    if (newState !== "closed") return void (button.popoverTargetElement = menu);  // not while it is pressed
    if (menu.contains(document.activeElement)) button.focus({ preventScroll: true });
    menu.remove();
  };
  menu.onkeydown = (event) => step(menu, event);
  button.after(menu);
  menu.showPopover();
  const place = button.getBoundingClientRect(), size = menu.getBoundingClientRect();
  menu.style.top = `${Math.max(4, Math.min(place.bottom, innerHeight - size.height - 4))}px`;
  menu.style.left = `${Math.max(4, Math.min(place.right - size.width, innerWidth - size.width - 4))}px`;
  menu.firstChild.focus();
}

/** The arrow keys go round in the menu; Tab leaves it. */
function step(menu, event) {
  event.stopPropagation();
  const entries = [...menu.children], at = entries.indexOf(document.activeElement);
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
  if (event.key === "Tab") menu.hidePopover();
  if (next === undefined) return;
  event.preventDefault();
  entries.at(next % entries.length).focus();
}

/** Copies the address of the page with a viewer's grant, by id: a name may go over to a progress that it does not open. */
async function share(node) {
  const headers = { "Content-Type": "application/json" }, body = '{"role":"viewer"}';
  try {
    const reply = await fetch(`${base}/v1/progress/${node.id}/grants?${query}`, { method: "POST", headers, body });
    const made = await reply.json();
    if (!reply.ok) throw Error(made.detail || made.title);
    return await copy(`${location.origin}${base}/progress/${node.id}?grant=${made.token}`);
  } catch (error) {
    return complain(error instanceof TypeError ? t("unanswered") : error.message);
  }
}

/** Gives the word for what happened. */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {  // no secure context
    const focused = document.activeElement;
    const area = document.body.appendChild(Object.assign(make("textarea", text, "unseen"), { readOnly: true }));
    area.select();
    document.execCommand("copy");
    area.remove();
    focused.focus({ preventScroll: true });
  }
  setText(document.getElementById("news"), t("copied"));
  return t("copied");
}

async function follow(node) {
  const keys = followed();
  if (!isFollowed(node) && (await Notification.requestPermission()) !== "granted") return;
  remember({ followed: isFollowed(node) ? keys.filter((each) => !keysOf(node).includes(each)) : [...keys, keysOf(node)[0]].slice(-100) });
}

/** Says that a root that the reader follows has ended or stalled. */
export function tell(node, state) {
  if (!["failed", "stalled", "finished", "cancelled"].includes(state) || !isFollowed(node)) return;
  const failure = node.failure || node.summary?.firstFailure?.failure;
  const notice = new Notification(`${titleOf(node)}: ${t(state)}`, { body: failure ? gist(failure.message) : "", tag: node.id });
  notice.onclick = () => {
    focus();
    notice.close();
  };
}
