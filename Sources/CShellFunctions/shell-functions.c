#include "shell-functions.h"

// C23 #embed: the examples and `progressctl sh` have one source.
static const unsigned char progress_sh[] = {
#embed "../../examples/progress.sh"
};

const unsigned char *shell_functions(size_t *count) {
    *count = sizeof progress_sh;
    return progress_sh;
}
