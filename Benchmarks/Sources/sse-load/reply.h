/* HTTP/1.1 replies, one after the other on one connection, in pieces of any size. */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct reply_sink {
    void (*body)(void *context, const char *bytes, size_t count);
    /* The reply is complete; a reply that ends with its connection never is. */
    void (*ended)(void *context, int status);
};

enum reply_phase {
    reply_status,
    reply_header,
    reply_chunk_size,
    reply_chunk,
    reply_chunk_end,
    reply_trailer,
    reply_counted,
    reply_until_close
};

struct reply {
    enum reply_phase phase;
    int status; /* of the reply that is being read; 0 before its first line */
    bool is_chunked, has_length;
    uint64_t left; /* of the chunk, or of the counted body */
    uint8_t used;
    char line[94]; /* longer lines are cut: what matters is at their beginning */
};

/* Returns false if this is no HTTP reply: nothing more can be read. */
bool reply_read(struct reply *reply, const char *bytes, size_t count, const struct reply_sink *sink, void *context);
