/* How a stream begins: its connection, and what it asks for. */

#pragma once

#include <stddef.h>

#include "options.h"

/* A socket that is being connected; -1: errno says why not. */
int dial(const struct options *options, uint32_t number, bool will_stall);
/* The request of a stream; how long it is. `last_id` may be empty. */
int request_text(const struct options *options, uint32_t number, const char *last_id, char *text, size_t size);
