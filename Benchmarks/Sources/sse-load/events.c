#define _GNU_SOURCE
#include "events.h"

#include <stdlib.h>
#include <string.h>

const char *const event_names[event_kind_count] = {
    "snapshot", "progress", "state", "child", "removed", "reset", "synced", "end", "other",
};

static const char *marker;
static size_t marker_length;
/* The place of the marker in the last data: it is usually there again, and need not be searched for. */
static size_t marker_place;

void events_set_marker(const char *text) {
    marker = text;
    marker_length = strlen(text);
}

static int64_t value_in(const char *data, size_t count) {
    if (marker_length == 0 || count <= marker_length) return -1;
    const char *found = data + marker_place;
    if (marker_place + marker_length >= count || memcmp(found, marker, marker_length) != 0) {
        found = memmem(data, count, marker, marker_length);
        if (!found) return -1;
        marker_place = (size_t)(found - data);
    }
    int64_t value = 0;
    for (const char *at = found + marker_length; at < data + count && *at >= '0' && *at <= '9'; at++)
        value = value * 10 + (*at - '0');
    return value;
}

static enum event_kind kind_of(const char *name, size_t count) {
    for (int kind = 0; kind < event_other; kind++)
        if (strlen(event_names[kind]) == count && memcmp(event_names[kind], name, count) == 0) return kind;
    return event_other;
}

/* The value of the field, if the line is that field's: without the one space that may follow the colon. */
static const char *field(const char *name, const char *line, size_t *count) {
    size_t length = strlen(name);
    if (*count < length || memcmp(line, name, length) != 0) return NULL;
    if (*count > length && line[length] == ' ') length++;
    *count -= length;
    return line + length;
}

static void take_line(struct events *events, const char *line, size_t count,
                      void (*take)(void *, const struct event *), void *context) {
    if (count > 0 && line[count - 1] == '\r') count--;
    if (count == 0) {
        if (events->has_data) take(context, &events->next);
        events->has_data = false;
        events->next = (struct event){event_other, -1};
        return;
    }
    size_t size = count;
    const char *value;
    if ((value = field("data:", line, &size))) {
        events->has_data = true;
        int64_t number = value_in(value, size);
        if (number >= 0) events->next.value = number;
    } else if ((value = field("event:", line, &size))) {
        events->next.kind = kind_of(value, size);
    } else if ((value = field("id:", line, &size))) {
        if (size >= sizeof events->last_id) return;
        memcpy(events->last_id, value, size);
        events->last_id[size] = 0;
    } else if (line[0] == ':') {
        events->comments++;
    }
}

static void carry(struct events *events, const char *bytes, size_t count) {
    if (events->carried + count > events->carry_size) {
        events->carry_size = (uint32_t)(events->carried + count) * 2;
        events->carry = realloc(events->carry, events->carry_size);
        if (!events->carry) abort();
    }
    memcpy(events->carry + events->carried, bytes, count);
    events->carried += (uint32_t)count;
}

void events_read(struct events *events, const char *bytes, size_t count,
                 void (*take)(void *, const struct event *), void *context) {
    const char *end = bytes + count;
    while (bytes < end) {
        const char *newline = memchr(bytes, '\n', (size_t)(end - bytes));
        size_t span = (size_t)((newline ? newline : end) - bytes);
        if (!newline) {
            carry(events, bytes, span);
            return;
        }
        if (events->carried > 0) {
            carry(events, bytes, span);
            take_line(events, events->carry, events->carried, take, context);
            events->carried = 0;
        } else {
            take_line(events, bytes, span, take, context);
        }
        bytes = newline + 1;
    }
}

void events_clear(struct events *events) {
    free(events->carry);
    *events = (struct events){.next = {event_other, -1}};
}
