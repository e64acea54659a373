#pragma once

#include <stddef.h>

/// examples/progress.sh, as its bytes. Not terminated by a zero.
const unsigned char *shell_functions(size_t *count);
