/* The distribution of times, counted in classes whose width is under one percent of the times in them. */

#pragma once

#include <stdint.h>

enum { spread_steps = 128, spread_classes = 40 * spread_steps };

struct spread {
    uint64_t count, largest;
    uint64_t counts[spread_classes];
};

void spread_add(struct spread *spread, uint64_t nanoseconds);
/* The microseconds that so many of a thousand did not exceed; 0 if there are none. */
double spread_microseconds(const struct spread *spread, unsigned permille);
