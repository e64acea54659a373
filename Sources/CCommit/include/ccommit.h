#ifndef CCOMMIT_H
#define CCOMMIT_H

/// What `--version` prints after the version: ` (COMMIT)`, or nothing where the build was given no PROGRESSD_COMMIT.
const char *ccommit_suffix(void);

#endif
