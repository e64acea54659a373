/* A wave is one POST; it is over when every stream that was there has an event with its number, or a later one. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "spread.h"

enum { most_waves = 1 << 16 };

struct wave {
    uint64_t start; /* nanoseconds */
    uint32_t waiting; /* streams that have not got it yet */
};

struct waves {
    int64_t last, oldest; /* numbers: published last, and the first that is not over */
    uint64_t over, deliveries;
    struct spread to_each, to_last;
    struct wave ring[most_waves];
};

/* Forgets everything counted so far; waves that are not over are given up. */
void waves_begin(struct waves *waves, int64_t last);
void waves_publish(struct waves *waves, uint64_t start, uint32_t streams);
/* Notes that a stream that had `before` has `number` now. */
void waves_deliver(struct waves *waves, int64_t before, int64_t number, uint64_t now);
/* Notes that a stream that had `number` is gone: no wave waits for it. */
void waves_leave(struct waves *waves, int64_t number, uint64_t now);
bool waves_are_over(const struct waves *waves);
