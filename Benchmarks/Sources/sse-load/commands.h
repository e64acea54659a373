/* What sse-load can be told to do; each command prints one line. */

#pragma once

#include "publisher.h"
#include "streams.h"

struct load {
    struct options options;
    int poller;
    struct streams streams;
    struct publisher publisher;
};

/* One round of epoll, and all that it reports; waits for at most so many milliseconds. */
void load_turn(struct load *load, int milliseconds);
/* False: there is no such command. */
bool load_obey(struct load *load, const char *line);
