/* The streams: connections that ask for events and read them, all on one thread. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "events.h"
#include "options.h"
#include "reply.h"
#include "waves.h"

enum stream_state { stream_closed, stream_connecting, stream_asked, stream_open, stream_stalled };

struct stream {
    int fd;
    uint8_t state; /* enum stream_state */
    bool will_stall;
    uint32_t number;
    int64_t seen; /* the newest wave it has an event of */
    uint64_t start;
    struct reply reply;
    struct events events;
};

struct streams {
    const struct options *options;
    int poller;
    struct stream *all;
    uint32_t capacity, count, opening, open, stalled;
    uint64_t refused, ended, cut; /* could not be opened; closed by the server: while read from, while stalled */
    uint64_t bytes, kinds[event_kind_count];
    int refusal; /* the status, or else the errno, of the last that was refused */
    struct spread to_open;
    struct waves waves;
};

void streams_begin(struct streams *streams, const struct options *options, int poller, uint32_t capacity);
/* Returns a free place in `all`; exits if there is none. */
uint32_t streams_vacancy(struct streams *streams);
/* Begins to connect; `opening` falls as they get their first event. */
void streams_start(struct streams *streams, uint32_t number, bool will_stall);
/* Handles the events of epoll for a stream. */
void streams_turn(struct streams *streams, struct stream *stream, uint32_t ready);
void streams_silence(struct streams *streams, struct stream *stream);
void streams_close(struct streams *streams, struct stream *stream);
/* The newest wave that any stream has seen. */
int64_t streams_newest(const struct streams *streams);
uint64_t streams_comments(const struct streams *streams);
