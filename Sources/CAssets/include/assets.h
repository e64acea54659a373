#pragma once
#include <stddef.h>

/// One file that is baked into the program.
struct progressd_asset {
    /// Its path below `web/`, which is its path on the server too.
    const char *_Nonnull name;
    const unsigned char *_Nonnull bytes;
    size_t count;
};

extern const struct progressd_asset progressd_asset_openapi;
/// What each problem means; the problem pages say the same.
extern const struct progressd_asset progressd_asset_problems_md;
/// A line for each problem and operation that may answer it: slug, operation, method, path. Of what most operations may
/// answer there is none.
extern const struct progressd_asset progressd_asset_problem_calls;

/// What browsers load. The first is the page of `/` and of `/progress/{id}`, and has no path of its own.
const struct progressd_asset *_Nonnull progressd_asset(size_t index);
extern const size_t progressd_asset_count;
