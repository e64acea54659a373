#include "streams.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "clock.h"
#include "dial.h"

static char buffer[1 << 18];

void streams_begin(struct streams *streams, const struct options *options, int poller, uint32_t capacity) {
    streams->options = options;
    streams->poller = poller;
    streams->capacity = capacity;
    streams->all = calloc(capacity, sizeof *streams->all);
    if (!streams->all) abort();
    events_set_marker(options->marker);
}

static void watch(struct streams *streams, struct stream *stream, int operation, uint32_t ready) {
    struct epoll_event interest = {.events = ready, .data.ptr = stream};
    epoll_ctl(streams->poller, operation, stream->fd, &interest);
}

void streams_close(struct streams *streams, struct stream *stream) {
    if (stream->state == stream_closed) return;
    if (stream->state == stream_open) {
        streams->open--;
        waves_leave(&streams->waves, stream->seen, now_nanoseconds());
    } else if (stream->state == stream_stalled) {
        streams->stalled--;
    } else {
        streams->opening--;
    }
    close(stream->fd);
    stream->state = stream_closed;
    stream->reply = (struct reply){0};
    char id[sizeof stream->events.last_id];
    memcpy(id, stream->events.last_id, sizeof id);
    events_clear(&stream->events);
    memcpy(stream->events.last_id, id, sizeof id);
}

static void refuse(struct streams *streams, struct stream *stream, int why) {
    streams->refused++;
    streams->refusal = why;
    streams_close(streams, stream);
}

uint32_t streams_vacancy(struct streams *streams) {
    static uint32_t last;
    if (streams->count < streams->capacity) return streams->count++;
    for (uint32_t tries = 0; tries < streams->capacity; tries++) {
        last = (last + 1) % streams->capacity;
        struct stream *stream = &streams->all[last];
        if (stream->state != stream_closed) continue;
        events_clear(&stream->events);
        stream->seen = 0;
        return last;
    }
    fprintf(stderr, "sse-load: more streams than descriptors\n");
    exit(1);
}

void streams_start(struct streams *streams, uint32_t number, bool will_stall) {
    struct stream *stream = &streams->all[number];
    stream->number = number;
    stream->will_stall = will_stall;
    if (stream->events.last_id[0] == 0) events_clear(&stream->events);
    stream->start = now_nanoseconds();
    stream->fd = dial(streams->options, number, will_stall);
    streams->opening++;
    stream->state = stream_connecting;
    if (stream->fd < 0) refuse(streams, stream, errno);
    else watch(streams, stream, EPOLL_CTL_ADD, EPOLLOUT);
}

static void ask(struct streams *streams, struct stream *stream) {
    char text[4096];
    int count = request_text(streams->options, stream->number, stream->events.last_id, text, sizeof text);
    if (send(stream->fd, text, (size_t)count, MSG_NOSIGNAL) != count) {
        refuse(streams, stream, errno);
        return;
    }
    stream->state = stream_asked;
    watch(streams, stream, EPOLL_CTL_MOD, EPOLLIN | EPOLLRDHUP);
}

void streams_silence(struct streams *streams, struct stream *stream) {
    if (stream->state == stream_open) {
        streams->open--;
        waves_leave(&streams->waves, stream->seen, now_nanoseconds());
    } else {
        streams->opening--;
    }
    streams->stalled++;
    stream->state = stream_stalled;
    watch(streams, stream, EPOLL_CTL_MOD, EPOLLRDHUP);
}

static void become_open(struct streams *streams, struct stream *stream) {
    if (stream->state != stream_asked) return;
    stream->state = stream_open;
    streams->opening--;
    streams->open++;
    spread_add(&streams->to_open, now_nanoseconds() - stream->start);
}

/* The context of the callbacks. */
struct turn {
    struct streams *streams;
    struct stream *stream;
    uint64_t now;
    int ended; /* the status of a reply that is complete: a stream never is while it lasts */
};

static void take_event(void *context, const struct event *event) {
    struct turn *turn = context;
    turn->streams->kinds[event->kind]++;
    bool was_open = turn->stream->state == stream_open;
    become_open(turn->streams, turn->stream);
    if (event->value <= turn->stream->seen) return;
    if (was_open) waves_deliver(&turn->streams->waves, turn->stream->seen, event->value, turn->now);
    turn->stream->seen = event->value;
}

static void take_body(void *context, const char *bytes, size_t count) {
    struct turn *turn = context;
    events_read(&turn->stream->events, bytes, count, take_event, turn);
}

static void take_end(void *context, int status) {
    ((struct turn *)context)->ended = status;
}

static const struct reply_sink sink = {take_body, take_end};

static void read_some(struct streams *streams, struct stream *stream) {
    ssize_t count = recv(stream->fd, buffer, sizeof buffer, MSG_DONTWAIT);
    if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
    int error = count < 0 ? errno : 0;
    if (count > 0) {
        streams->bytes += (uint64_t)count;
        struct turn turn = {streams, stream, now_nanoseconds(), 0};
        if (!reply_read(&stream->reply, buffer, (size_t)count, &sink, &turn)) error = EPROTO;
        int status = turn.ended ? turn.ended : stream->reply.phase > reply_header ? stream->reply.status : 0;
        if (turn.ended || (status != 0 && status != 200)) error = status;
        if (status == 200 && streams->options->opens_with_head) become_open(streams, stream);
        if (error == 0) return;
    }
    if (stream->state != stream_open) {
        refuse(streams, stream, error);
        return;
    }
    streams->ended++;
    streams_close(streams, stream);
}

void streams_turn(struct streams *streams, struct stream *stream, uint32_t ready) {
    if (stream->state == stream_connecting) {
        int error = 0;
        socklen_t size = sizeof error;
        getsockopt(stream->fd, SOL_SOCKET, SO_ERROR, &error, &size);
        if (error != 0) refuse(streams, stream, error);
        else ask(streams, stream);
    } else if (stream->state == stream_stalled) {
        if (!(ready & (EPOLLRDHUP | EPOLLHUP | EPOLLERR))) return;
        streams->cut++;
        streams_close(streams, stream);
    } else if (stream->state == stream_asked && stream->will_stall) {
        if (ready & (EPOLLHUP | EPOLLERR)) refuse(streams, stream, ECONNRESET);
        else streams_silence(streams, stream);
    } else if (stream->state != stream_closed) {
        read_some(streams, stream);
    }
}

int64_t streams_newest(const struct streams *streams) {
    int64_t newest = 0;
    for (uint32_t each = 0; each < streams->count; each++)
        if (streams->all[each].state != stream_closed && streams->all[each].seen > newest)
            newest = streams->all[each].seen;
    return newest;
}

uint64_t streams_comments(const struct streams *streams) {
    uint64_t sum = 0;
    for (uint32_t each = 0; each < streams->count; each++) sum += streams->all[each].events.comments;
    return sum;
}
