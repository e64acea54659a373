#pragma once
#include <stddef.h>

/// One file that is baked into the program.
struct progressd_asset {
    const unsigned char *bytes;
    size_t count;
};

extern const struct progressd_asset progressd_asset_openapi;
/// What each problem means; the problem pages say the same.
extern const struct progressd_asset progressd_asset_problems_md;
/// The page of `/` and of `/progress/{id}`; its script and style are at `/dashboard.js` and `/dashboard.css`.
extern const struct progressd_asset progressd_asset_index_html;
extern const struct progressd_asset progressd_asset_dashboard_js;
extern const struct progressd_asset progressd_asset_dashboard_css;
/// `/favicon.svg`, and what `/favicon.ico` answers.
extern const struct progressd_asset progressd_asset_favicon_svg;
