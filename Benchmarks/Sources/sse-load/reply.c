#define _GNU_SOURCE
#include "reply.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Gathers a line over as many reads as it takes; returns the place after it, or NULL while it is not complete. */
static const char *gather(struct reply *reply, const char *bytes, const char *end) {
    const char *newline = memchr(bytes, '\n', (size_t)(end - bytes));
    size_t count = (size_t)((newline ? newline : end) - bytes);
    size_t room = sizeof reply->line - 1 - reply->used;
    if (count > room) count = room;
    memcpy(reply->line + reply->used, bytes, count);
    reply->used = (uint8_t)(reply->used + count);
    if (!newline) return NULL;
    if (reply->used > 0 && reply->line[reply->used - 1] == '\r') reply->used--;
    reply->line[reply->used] = 0;
    return newline + 1;
}

static void finish(struct reply *reply, const struct reply_sink *sink, void *context) {
    int status = reply->status;
    *reply = (struct reply){0};
    sink->ended(context, status);
}

static void note_header(struct reply *reply) {
    static const char coding[] = "transfer-encoding:", length[] = "content-length:";
    if (strncasecmp(reply->line, coding, sizeof coding - 1) == 0)
        reply->is_chunked = strcasestr(reply->line + sizeof coding - 1, "chunked") != NULL;
    if (strncasecmp(reply->line, length, sizeof length - 1) == 0) {
        reply->has_length = true;
        reply->left = strtoull(reply->line + sizeof length - 1, NULL, 10);
    }
}

static void begin_body(struct reply *reply, const struct reply_sink *sink, void *context) {
    if (reply->status / 100 == 1) {
        *reply = (struct reply){0};
        return;
    }
    bool is_empty = reply->status == 204 || reply->status == 304 || (reply->has_length && reply->left == 0);
    if (is_empty && !reply->is_chunked) {
        finish(reply, sink, context);
        return;
    }
    reply->phase = reply->is_chunked ? reply_chunk_size : reply->has_length ? reply_counted : reply_until_close;
}

static bool take_line(struct reply *reply, const struct reply_sink *sink, void *context) {
    bool is_empty = reply->used == 0;
    reply->used = 0;
    switch (reply->phase) {
    case reply_status:
        if (strncmp(reply->line, "HTTP/1.", 7) != 0 || strlen(reply->line) < 12) return false;
        reply->status = atoi(reply->line + 9);
        reply->phase = reply_header;
        return true;
    case reply_header:
        if (is_empty) begin_body(reply, sink, context);
        else note_header(reply);
        return true;
    case reply_chunk_size: {
        char *end;
        reply->left = strtoull(reply->line, &end, 16);
        if (end == reply->line) return false;
        reply->phase = reply->left > 0 ? reply_chunk : reply_trailer;
        return true;
    }
    case reply_chunk_end:
        reply->phase = reply_chunk_size;
        return is_empty;
    default: /* the trailer */
        if (is_empty) finish(reply, sink, context);
        return true;
    }
}

bool reply_read(struct reply *reply, const char *bytes, size_t count, const struct reply_sink *sink, void *context) {
    const char *end = bytes + count;
    while (bytes < end) {
        size_t span = (size_t)(end - bytes);
        switch (reply->phase) {
        case reply_until_close:
            sink->body(context, bytes, span);
            return true;
        case reply_chunk:
        case reply_counted:
            if (span > reply->left) span = reply->left;
            sink->body(context, bytes, span);
            bytes += span;
            reply->left -= span;
            if (reply->left > 0) break;
            if (reply->phase == reply_chunk) reply->phase = reply_chunk_end;
            else finish(reply, sink, context);
            break;
        default:
            bytes = gather(reply, bytes, end);
            if (!bytes) return true;
            if (!take_line(reply, sink, context)) return false;
        }
    }
    return true;
}
