#ifndef CPROCESS_H
#define CPROCESS_H

#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

// Calls of Linux that Swift's Glibc module does not show. All return -1 and set errno when they fail.

/// Takes the number of each standard stream that is closed, so that no file and no connection gets it, and with it what is
/// written to that stream. Reads and writes fail as before, and a program that is executed finds the stream closed.
/// Before anything is opened.
void cprocess_keep_standard_streams(void);

/// Both ends are closed on exec.
int cprocess_pipe(int ends[2]);

/// A terminal of our own that changes no byte: the end that we hold, and the one for a child. Both are closed on exec.
int cprocess_terminal(int ends[2]);

/// Has a process that is spawned, and leads a group, take the foreground of a terminal first. Fails where the C library,
/// before 2.35, cannot do it.
int cprocess_give_terminal(posix_spawn_file_actions_t *actions, int terminal);

/// Asks for a larger pipe; the kernel may refuse.
int cprocess_enlarge_pipe(int descriptor, int size);

/// The signals that were blocked when the program began.
const sigset_t *cprocess_initial_mask(void);

/// Texts of the form NAME=value, and NULL after the last one.
char **cprocess_environment(void);

/// Whether this process ignores that signal.
bool cprocess_is_ignored(int number);

/// Lets neither the kernel write a core of this process nor others of its user look into it.
int cprocess_forbid_dumps(void);

/// Moves bytes without copying them, never waiting for a pipe; one of the two has to be one.
ssize_t cprocess_splice(int from, int to, size_t count);

#endif
