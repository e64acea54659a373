#include "ccommit.h"

#ifdef PROGRESSD_COMMIT
const char *ccommit_suffix(void) { return " (" PROGRESSD_COMMIT ")"; }
#else
const char *ccommit_suffix(void) { return ""; }
#endif
