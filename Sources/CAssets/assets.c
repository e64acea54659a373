#include "assets.h"

// C23 #embed: the compiler reads the files itself, and an incremental build notices when they change.
static const unsigned char openapi[] = {
#embed "../../openapi.yaml"
};
static const unsigned char problems_md[] = {
#embed "../../docs/problems.md"
};
static const unsigned char index_html[] = {
#embed "web/index.html"
};
static const unsigned char dashboard_js[] = {
#embed "web/dashboard.js"
};
static const unsigned char dashboard_css[] = {
#embed "web/dashboard.css"
};
static const unsigned char favicon_svg[] = {
#embed "web/favicon.svg"
};

const struct progressd_asset progressd_asset_openapi = {openapi, sizeof openapi};
const struct progressd_asset progressd_asset_problems_md = {problems_md, sizeof problems_md};
const struct progressd_asset progressd_asset_index_html = {index_html, sizeof index_html};
const struct progressd_asset progressd_asset_dashboard_js = {dashboard_js, sizeof dashboard_js};
const struct progressd_asset progressd_asset_dashboard_css = {dashboard_css, sizeof dashboard_css};
const struct progressd_asset progressd_asset_favicon_svg = {favicon_svg, sizeof favicon_svg};
