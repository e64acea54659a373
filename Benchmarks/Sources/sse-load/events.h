/* Server-Sent Events out of the body of a reply, in pieces of any size. */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum event_kind {
    event_snapshot,
    event_progress,
    event_state,
    event_child,
    event_removed,
    event_reset,
    event_synced,
    event_end,
    event_other,
    event_kind_count
};

extern const char *const event_names[event_kind_count];

struct event {
    enum event_kind kind;
    int64_t value; /* the number after the marker in the data; -1 if there is none */
};

struct events {
    struct event next;
    bool has_data;
    uint32_t carried, carry_size;
    char *carry; /* the beginning of a line whose end has not come */
    uint32_t comments;
    char last_id[44];
};

/* Sets the text before the number of an event's wave. */
void events_set_marker(const char *marker);
void events_read(struct events *events, const char *bytes, size_t count,
                 void (*take)(void *context, const struct event *event), void *context);
/* Makes it ready for the first byte; needed before the first use, too. */
void events_clear(struct events *events);
