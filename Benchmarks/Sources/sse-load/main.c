/* A client of Server-Sent Events that opens thousands of streams and measures their events: see --help. */

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <unistd.h>

#include "commands.h"

/* Raises the limit of descriptors; returns the number of streams that it allows. */
static uint32_t raise_descriptor_limit(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return 1024;
    limit.rlim_cur = limit.rlim_max < (1u << 20) ? limit.rlim_max : (1u << 20);
    setrlimit(RLIMIT_NOFILE, &limit);
    return (uint32_t)limit.rlim_cur;
}

static void obey(struct load *load, const char *line) {
    if (load_obey(load, line)) return;
    printf("error command=\"%s\"\n", line);
    fflush(stdout);
    exit(1);
}

/* Commands from standard input; streams are read meanwhile. */
static void obey_input(struct load *load) {
    static char text[4096];
    size_t used = 0;
    /* Edge-triggered: input that waits while a command runs must not keep the loop awake. */
    struct epoll_event interest = {.events = EPOLLIN | EPOLLET, .data.ptr = NULL};
    if (epoll_ctl(load->poller, EPOLL_CTL_ADD, STDIN_FILENO, &interest) == 0)
        fcntl(STDIN_FILENO, F_SETFL, fcntl(STDIN_FILENO, F_GETFL) | O_NONBLOCK);
    for (;;) {
        ssize_t count = read(STDIN_FILENO, text + used, sizeof text - 1 - used);
        if (count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR)) return;
        if (count > 0) used += (size_t)count;
        text[used] = 0;
        for (char *newline; (newline = memchr(text, '\n', used));) {
            *newline = 0;
            obey(load, text);
            used -= (size_t)(newline + 1 - text);
            memmove(text, newline + 1, used);
        }
        if (used == sizeof text - 1) return;
        if (count < 0) load_turn(load, 1000);
    }
}

int main(int count, char **arguments) {
    static struct load load;
    int first = options_read(&load.options, count, arguments);
    signal(SIGPIPE, SIG_IGN);
    load.poller = epoll_create1(EPOLL_CLOEXEC);
    load.publisher.fd = -1;
    streams_begin(&load.streams, &load.options, load.poller, raise_descriptor_limit());
    for (int each = first; each < count; each++) obey(&load, arguments[each]);
    if (first == count) obey_input(&load);
    return 0;
}
