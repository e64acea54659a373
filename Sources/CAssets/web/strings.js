// The words of the page itself; the texts of progresses come from the service in the same language.

export const languages = "en de fr es it pt-BR nl pl cs ru uk tr ar he hi ja ko zh-Hans zh-Hant".split(" ");

/** The first of these that there are words for: `de-AT` finds `de`, `zh-TW` `zh-Hant`, `pt` `pt-BR`. */
function choose(tags) {
  for (const tag of tags) {
    try {
      const { language, script } = new Intl.Locale(tag).maximize();
      const found = languages.find((each) => [language, `${language}-${script}`].includes(each) || each.startsWith(language + "-B"));
      if (found) return found;
    } catch {}  // not a language tag
  }
  return "en";
}

const search = new URLSearchParams(location.search);
export const asked = search.get("locale");
export const locale = choose([asked, ...navigator.languages].filter(Boolean));
/** Of every request of the page: its language, and the grant that it was opened with. */
export const query = new URLSearchParams({ locale, ...(search.has("grant") && { grant: search.get("grant") }) }).toString();
/** Parameters that links keep. */
export const carried = new URLSearchParams([...search].filter(([key]) => ["locale", "grant"].includes(key))).toString();
/** The page was opened with a grant. */
export const isForOneTree = search.has("grant");
/** The path below which the service answers (`--path-prefix`), empty at the root: it stands before every path of a request and a link. */
export const base = new URL(".", import.meta.url).pathname.slice(0, -1);
export const linkTo = (path, more = "") => [base + path, [more, carried].filter(Boolean).join("&")].filter(Boolean).join("?");
export const direction = ["ar", "he"].includes(locale) ? "rtl" : "ltr";

/** How many words English has: where a language has fewer, English is loaded as well. */
const wordCount = 89;
const { default: own } = await import(`./lang/${locale}.js`);
const words = Object.keys(own).length < wordCount ? { ...(await import("./lang/en.js")).default, ...own } : own;

/** A text of the page, with its places filled; the English one where the language has none. */
export const t = (key, places = {}) => words[key].replace(/\{(\w)\}/g, (_, name) => places[name]);
