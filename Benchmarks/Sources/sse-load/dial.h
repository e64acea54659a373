/* The beginning of a stream: its connection and its request. */

#pragma once

#include <stddef.h>

#include "options.h"

/* Returns a socket that is being connected; -1 if it cannot be: errno has the reason. */
int dial(const struct options *options, uint32_t number, bool will_stall);
/* Writes the request of a stream; returns its length. `last_id` may be empty. */
int request_text(const struct options *options, uint32_t number, const char *last_id, char *text, size_t size);
