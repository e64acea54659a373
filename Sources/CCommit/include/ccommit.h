#ifndef CCOMMIT_H
#define CCOMMIT_H

/// The version of the programs, here alone: `Scripts/version --check` compares what else has to name it.
#define PROGRESSD_VERSION "0.3.0"

/// Printed by `--version` after the version: ` (COMMIT)`, or nothing where the build was given no PROGRESSD_COMMIT.
const char *ccommit_suffix(void);

#endif
