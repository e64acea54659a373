#define _GNU_SOURCE
#include "cprocess.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <termios.h>
#include <unistd.h>

void cprocess_keep_standard_streams(void) {
    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; stream++)
        // The lowest number that is free is this one. What is opened as a path alone can be neither read nor written.
        if (fcntl(stream, F_GETFD) < 0 && open("/", O_PATH | O_CLOEXEC) < 0) abort();
}

int cprocess_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

int cprocess_terminal(int ends[2]) {
    int held = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (held < 0) return -1;
    char name[64];
    struct termios mode;
    int given = -1;
    if (grantpt(held) == 0 && unlockpt(held) == 0 && ptsname_r(held, name, sizeof name) == 0)
        given = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (given < 0 || tcgetattr(given, &mode) != 0) {
        int reason = errno;
        if (given >= 0) close(given);
        close(held);
        errno = reason;
        return -1;
    }
    mode.c_oflag &= ~(tcflag_t)OPOST;
    mode.c_lflag &= ~(tcflag_t)(ECHO | ECHONL);
    tcsetattr(given, TCSANOW, &mode);
    ends[0] = held;
    ends[1] = given;
    return 0;
}

int cprocess_give_terminal(posix_spawn_file_actions_t *actions, int terminal) {
    // Looked up, so that one program runs with older libraries, too.
    int (*add)(posix_spawn_file_actions_t *, int) = NULL;
    *(void **)&add = dlsym(RTLD_DEFAULT, "posix_spawn_file_actions_addtcsetpgrp_np");
    return add == NULL ? -1 : add(actions, terminal);
}

int cprocess_enlarge_pipe(int descriptor, int size) { return fcntl(descriptor, F_SETPIPE_SZ, size); }

static sigset_t initial_mask;

__attribute__((constructor)) static void note_initial_mask(void) { pthread_sigmask(SIG_SETMASK, NULL, &initial_mask); }

const sigset_t *cprocess_initial_mask(void) { return &initial_mask; }

char **cprocess_environment(void) { return environ; }

bool cprocess_is_ignored(int number) {
    struct sigaction action;
    return sigaction(number, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

int cprocess_forbid_dumps(void) { return prctl(PR_SET_DUMPABLE, 0); }

ssize_t cprocess_splice(int from, int to, size_t count) {
    return splice(from, NULL, to, NULL, count, SPLICE_F_MOVE | SPLICE_F_NONBLOCK);
}
