import { remember, remembered } from "./filter.js";
import { make, setText } from "./row.js";
import { base, isForOneTree, locale, query, t } from "./strings.js";

// Signing in and out. Loaded where a token is asked for, or one was given.

const $ = (id) => document.getElementById(id);

/** `isDoubtful`: the reader has a grant, which may be for another tree than that of the page. */
export async function offer(isKnown, isDoubtful, reference) {
  const isRefused = !isKnown || (isDoubtful && (await statusOf(reference, query)) === 403);
  if (isRefused && isForOneTree && [200, 404].includes(await statusOf(reference, "locale=" + locale))) leaveGrant();
  else if (isRefused) askForToken();
  else if (remembered().isSignedIn) offerSignOut();
}

/** With which status the service answers for what the page shows. */
async function statusOf(reference, query) {
  const reply = await fetch(`${base}/v1/progress${reference ? "/" + reference : ""}?${query}`).catch(() => null);
  return reply?.status;
}

/** Loads the page again with what the reader's own token opens: a grant in the address would come before it. */
function leaveGrant() {
  const address = new URL(location);
  address.searchParams.delete("grant");
  history.replaceState(null, "", address);
  location.reload();
}

function offerSignOut() {
  $("out").hidden = false;
  $("out").onclick = async () => {
    await fetch(base + "/v1/session", { method: "DELETE" }).catch(() => {});
    remember({ isSignedIn: undefined });
    location.reload();
  };
}

function askForToken() {
  $("out").hidden = true;
  if (!$("main").querySelector(".row")) setText($("link"), "");
  else if ($("sign").hidden) scrollTo(0, 0);
  $("sign").hidden = false;
  if ($("token")) return;
  const field = Object.assign(make("input", ""), { id: "token", type: "password", autocomplete: "current-password", required: true });
  field.setAttribute("aria-label", t("token"));
  field.setAttribute("aria-describedby", "wrong");
  const line = make("p", ""), answer = Object.assign(make("p", ""), { id: "wrong", role: "alert" });
  line.append(field, " ", make("button", t("signIn")));
  $("sign").append(make("h2", t("token")), make("p", t("asks")));
  const note = document.querySelector("[name=sign-in-note]");
  if (note) $("sign").append(Object.assign(make("p", note.content), { dir: "auto" }));
  $("sign").append(line, answer);
  $("sign").onsubmit = async (event) => {
    event.preventDefault();
    const body = JSON.stringify({ token: $("token").value });
    const reply = await fetch(base + "/v1/session", { method: "POST", headers: { "Content-Type": "application/json" }, body }).catch(() => null);
    if (reply?.ok) {
      remember({ isSignedIn: true });
      return leaveGrant();
    }
    setText($("wrong"), t(reply ? "wrongToken" : "unanswered"));
    field.setAttribute("aria-invalid", !!reply);
    field.select();
  };
}
