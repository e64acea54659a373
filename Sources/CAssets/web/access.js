import { remember } from "./filter.js";
import { make, setText } from "./row.js";
import { t } from "./strings.js";

// Signing in and out. Loaded where a token is asked for, or one was given.

const $ = (id) => document.getElementById(id);

export function offerSignOut() {
  $("out").hidden = false;
  $("out").onclick = async () => {
    await fetch("/v1/session", { method: "DELETE" }).catch(() => {});
    remember({ isSignedIn: undefined });
    location.reload();
  };
}

export function askForToken() {
  $("sign").hidden = false;
  if ($("token")) return;
  const field = Object.assign(make("input", ""), { id: "token", type: "password", autocomplete: "current-password", required: true });
  field.setAttribute("aria-label", t("token"));
  const line = make("p", ""), answer = Object.assign(make("p", ""), { id: "wrong", role: "alert" });
  line.append(field, " ", make("button", t("signIn")));
  $("sign").append(make("h2", t("token")), line, answer);
  $("sign").onsubmit = async (event) => {
    event.preventDefault();
    const body = JSON.stringify({ token: $("token").value });
    const reply = await fetch("/v1/session", { method: "POST", headers: { "Content-Type": "application/json" }, body }).catch(() => null);
    if (reply?.ok) {
      remember({ isSignedIn: true });
      return location.reload();
    }
    setText($("wrong"), t(reply ? "wrongToken" : "unanswered"));
    $("token").select();
  };
}
