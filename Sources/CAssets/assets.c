#include "assets.h"

// C23 #embed: the compiler reads the files itself, and an incremental build notices when they change.
static const unsigned char openapi[] = {
#embed "../../openapi.yaml"
};
static const unsigned char problems_md[] = {
#embed "../../docs/problems.md"
};
static const unsigned char problem_calls[] = {
#embed "web/problem-calls.txt"
};
static const unsigned char openapi_json[] = {
#embed "web/openapi.json"
};
static const unsigned char docs_html[] = {
#embed "web/docs.html"
};
static const unsigned char docs_css[] = {
#embed "web/docs.css"
};
static const unsigned char docs_js[] = {
#embed "web/docs.js"
};
static const unsigned char index_html[] = {
#embed "web/index.html"
};
static const unsigned char dashboard_css[] = {
#embed "web/dashboard.css"
};
static const unsigned char list_css[] = {
#embed "web/list.css"
};
static const unsigned char tree_css[] = {
#embed "web/tree.css"
};
static const unsigned char manage_css[] = {
#embed "web/manage.css"
};
static const unsigned char open_css[] = {
#embed "web/open.css"
};
static const unsigned char dashboard_js[] = {
#embed "web/dashboard.js"
};
static const unsigned char row_js[] = {
#embed "web/row.js"
};
static const unsigned char branches_js[] = {
#embed "web/branches.js"
};
static const unsigned char keys_js[] = {
#embed "web/keys.js"
};
static const unsigned char empty_js[] = {
#embed "web/empty.js"
};
static const unsigned char glide_js[] = {
#embed "web/glide.js"
};
static const unsigned char tools_js[] = {
#embed "web/tools.js"
};
static const unsigned char alone_js[] = {
#embed "web/alone.js"
};
static const unsigned char usual_js[] = {
#embed "web/usual.js"
};
static const unsigned char culprit_js[] = {
#embed "web/culprit.js"
};
static const unsigned char alarm_svg[] = {
#embed "web/alarm.svg"
};
static const unsigned char labels_js[] = {
#embed "web/labels.js"
};
static const unsigned char runs_css[] = {
#embed "web/runs.css"
};
static const unsigned char filter_js[] = {
#embed "web/filter.js"
};
static const unsigned char menu_js[] = {
#embed "web/menu.js"
};
static const unsigned char manage_js[] = {
#embed "web/manage.js"
};
static const unsigned char access_js[] = {
#embed "web/access.js"
};
static const unsigned char control_js[] = {
#embed "web/control.js"
};
static const unsigned char marks_js[] = {
#embed "web/marks.js"
};
static const unsigned char trace_js[] = {
#embed "web/trace.js"
};
static const unsigned char facts_js[] = {
#embed "web/facts.js"
};
static const unsigned char exact_js[] = {
#embed "web/exact.js"
};
static const unsigned char turns_js[] = {
#embed "web/turns.js"
};
static const unsigned char list_js[] = {
#embed "web/list.js"
};
static const unsigned char timeline_js[] = {
#embed "web/timeline.js"
};
static const unsigned char timeline_css[] = {
#embed "web/timeline.css"
};
static const unsigned char watch_js[] = {
#embed "web/watch.js"
};
static const unsigned char poller_js[] = {
#embed "web/poller.js"
};
static const unsigned char plot_js[] = {
#embed "web/plot.js"
};
static const unsigned char feed_js[] = {
#embed "web/feed.js"
};
static const unsigned char hub_js[] = {
#embed "web/hub.js"
};
static const unsigned char strings_js[] = {
#embed "web/strings.js"
};
static const unsigned char tree_js[] = {
#embed "web/tree.js"
};
static const unsigned char detail_js[] = {
#embed "web/detail.js"
};
static const unsigned char runs_js[] = {
#embed "web/runs.js"
};
static const unsigned char record_js[] = {
#embed "web/record.js"
};
static const unsigned char times_js[] = {
#embed "web/times.js"
};
static const unsigned char left_js[] = {
#embed "web/left.js"
};
static const unsigned char countdown_js[] = {
#embed "web/countdown.js"
};
static const unsigned char progress_element_js[] = {
#embed "web/progress-element.js"
};
static const unsigned char favicon_svg[] = {
#embed "web/favicon.svg"
};
static const unsigned char lang_en_js[] = {
#embed "web/lang/en.js"
};
static const unsigned char lang_de_js[] = {
#embed "web/lang/de.js"
};
static const unsigned char lang_fr_js[] = {
#embed "web/lang/fr.js"
};
static const unsigned char lang_es_js[] = {
#embed "web/lang/es.js"
};
static const unsigned char lang_it_js[] = {
#embed "web/lang/it.js"
};
static const unsigned char lang_pt_br_js[] = {
#embed "web/lang/pt-BR.js"
};
static const unsigned char lang_nl_js[] = {
#embed "web/lang/nl.js"
};
static const unsigned char lang_pl_js[] = {
#embed "web/lang/pl.js"
};
static const unsigned char lang_cs_js[] = {
#embed "web/lang/cs.js"
};
static const unsigned char lang_ru_js[] = {
#embed "web/lang/ru.js"
};
static const unsigned char lang_uk_js[] = {
#embed "web/lang/uk.js"
};
static const unsigned char lang_tr_js[] = {
#embed "web/lang/tr.js"
};
static const unsigned char lang_ar_js[] = {
#embed "web/lang/ar.js"
};
static const unsigned char lang_he_js[] = {
#embed "web/lang/he.js"
};
static const unsigned char lang_hi_js[] = {
#embed "web/lang/hi.js"
};
static const unsigned char lang_ja_js[] = {
#embed "web/lang/ja.js"
};
static const unsigned char lang_ko_js[] = {
#embed "web/lang/ko.js"
};
static const unsigned char lang_zh_hans_js[] = {
#embed "web/lang/zh-Hans.js"
};
static const unsigned char lang_zh_hant_js[] = {
#embed "web/lang/zh-Hant.js"
};

const struct progressd_asset progressd_asset_openapi = {"openapi.yaml", openapi, sizeof openapi};
const struct progressd_asset progressd_asset_problems_md = {"problems.md", problems_md, sizeof problems_md};
const struct progressd_asset progressd_asset_problem_calls = {"problem-calls.txt", problem_calls, sizeof problem_calls};

static const struct progressd_asset assets[] = {
    {"index.html", index_html, sizeof index_html},
    {"dashboard.css", dashboard_css, sizeof dashboard_css},
    {"list.css", list_css, sizeof list_css},
    {"tree.css", tree_css, sizeof tree_css},
    {"manage.css", manage_css, sizeof manage_css},
    {"open.css", open_css, sizeof open_css},
    {"dashboard.js", dashboard_js, sizeof dashboard_js},
    {"row.js", row_js, sizeof row_js},
    {"branches.js", branches_js, sizeof branches_js},
    {"keys.js", keys_js, sizeof keys_js},
    {"empty.js", empty_js, sizeof empty_js},
    {"glide.js", glide_js, sizeof glide_js},
    {"tools.js", tools_js, sizeof tools_js},
    {"alone.js", alone_js, sizeof alone_js},
    {"usual.js", usual_js, sizeof usual_js},
    {"culprit.js", culprit_js, sizeof culprit_js},
    {"alarm.svg", alarm_svg, sizeof alarm_svg},
    {"labels.js", labels_js, sizeof labels_js},
    {"runs.css", runs_css, sizeof runs_css},
    {"filter.js", filter_js, sizeof filter_js},
    {"menu.js", menu_js, sizeof menu_js},
    {"manage.js", manage_js, sizeof manage_js},
    {"access.js", access_js, sizeof access_js},
    {"control.js", control_js, sizeof control_js},
    {"marks.js", marks_js, sizeof marks_js},
    {"trace.js", trace_js, sizeof trace_js},
    {"facts.js", facts_js, sizeof facts_js},
    {"exact.js", exact_js, sizeof exact_js},
    {"turns.js", turns_js, sizeof turns_js},
    {"list.js", list_js, sizeof list_js},
    {"timeline.js", timeline_js, sizeof timeline_js},
    {"timeline.css", timeline_css, sizeof timeline_css},
    {"watch.js", watch_js, sizeof watch_js},
    {"poller.js", poller_js, sizeof poller_js},
    {"plot.js", plot_js, sizeof plot_js},
    {"feed.js", feed_js, sizeof feed_js},
    {"hub.js", hub_js, sizeof hub_js},
    {"strings.js", strings_js, sizeof strings_js},
    {"tree.js", tree_js, sizeof tree_js},
    {"detail.js", detail_js, sizeof detail_js},
    {"runs.js", runs_js, sizeof runs_js},
    {"record.js", record_js, sizeof record_js},
    {"times.js", times_js, sizeof times_js},
    {"left.js", left_js, sizeof left_js},
    {"countdown.js", countdown_js, sizeof countdown_js},
    {"progress-element.js", progress_element_js, sizeof progress_element_js},
    {"docs", docs_html, sizeof docs_html},
    {"docs.css", docs_css, sizeof docs_css},
    {"docs.js", docs_js, sizeof docs_js},
    {"openapi.json", openapi_json, sizeof openapi_json},
    {"favicon.svg", favicon_svg, sizeof favicon_svg},
    {"lang/en.js", lang_en_js, sizeof lang_en_js},
    {"lang/de.js", lang_de_js, sizeof lang_de_js},
    {"lang/fr.js", lang_fr_js, sizeof lang_fr_js},
    {"lang/es.js", lang_es_js, sizeof lang_es_js},
    {"lang/it.js", lang_it_js, sizeof lang_it_js},
    {"lang/pt-BR.js", lang_pt_br_js, sizeof lang_pt_br_js},
    {"lang/nl.js", lang_nl_js, sizeof lang_nl_js},
    {"lang/pl.js", lang_pl_js, sizeof lang_pl_js},
    {"lang/cs.js", lang_cs_js, sizeof lang_cs_js},
    {"lang/ru.js", lang_ru_js, sizeof lang_ru_js},
    {"lang/uk.js", lang_uk_js, sizeof lang_uk_js},
    {"lang/tr.js", lang_tr_js, sizeof lang_tr_js},
    {"lang/ar.js", lang_ar_js, sizeof lang_ar_js},
    {"lang/he.js", lang_he_js, sizeof lang_he_js},
    {"lang/hi.js", lang_hi_js, sizeof lang_hi_js},
    {"lang/ja.js", lang_ja_js, sizeof lang_ja_js},
    {"lang/ko.js", lang_ko_js, sizeof lang_ko_js},
    {"lang/zh-Hans.js", lang_zh_hans_js, sizeof lang_zh_hans_js},
    {"lang/zh-Hant.js", lang_zh_hant_js, sizeof lang_zh_hant_js},
};
const size_t progressd_asset_count = sizeof assets / sizeof *assets;

const struct progressd_asset *progressd_asset(size_t index) { return &assets[index]; }
