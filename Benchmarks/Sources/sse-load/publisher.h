/* One keep-alive connection on which waves are posted. */

#pragma once

#include "options.h"
#include "reply.h"
#include "spread.h"

enum { most_pipelined = 1024 };

struct publisher {
    const struct options *options;
    int fd;
    struct reply reply;
    uint64_t sent, answered, failed; /* failed: answered with anything but 2xx, or not at all */
    uint64_t due[most_pipelined];    /* since when an answer is awaited */
    struct spread to_reply;
};

/* Connects; false if it cannot: errno has the reason. */
bool publisher_begin(struct publisher *publisher, const struct options *options);
bool publisher_is_ready(const struct publisher *publisher);
/* Posts wave `number`, whose time counts from `due`. */
void publisher_post(struct publisher *publisher, int64_t number, uint64_t due);
/* Reads replies; false if the connection is gone. */
bool publisher_turn(struct publisher *publisher);
void publisher_forget(struct publisher *publisher);
