/* The commands of sse-load; each prints one line. */

#pragma once

#include "publisher.h"
#include "streams.h"

struct load {
    struct options options;
    int poller;
    struct streams streams;
    struct publisher publisher;
};

/* Runs one round of epoll and handles all its events; waits for at most so many milliseconds. */
void load_turn(struct load *load, int milliseconds);
/* False: there is no such command. */
bool load_obey(struct load *load, const char *line);
