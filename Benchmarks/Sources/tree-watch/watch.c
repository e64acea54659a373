/* Opens streams of one tree and reads until each has been told that every child named c0, c1 … has finished, and that
   the root has: tree-watch PORT PATH STREAMS CHILDREN SECONDS [LAST-EVENT-ID].
   Says "ready" when all streams have begun, and at the end what was told and what was not. */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { capacity = 1 << 18 };

struct stream {
    int descriptor;
    char *bytes; /* what came and is not a whole line yet */
    size_t count;
    uint8_t *finished; /* a bit a child */
    long missing;
    int has_begun, root_is_finished;
};

static long children, ready_streams, done_streams, stream_count;
static unsigned long long event_count, byte_count;

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void fail(const char *what) {
    fprintf(stderr, "tree-watch: %s: %s\n", what, strerror(errno));
    exit(1);
}

static void note_finish(struct stream *stream, const char *line, size_t count) {
    if (!memmem(line, count, "\"isFinished\":true", 17)) return;
    const char *name = memmem(line, count, "\"name\":\"", 8);
    if (!name) return;
    int was_complete = stream->missing == 0 && stream->root_is_finished;
    if (name[8] == 'r') {
        stream->root_is_finished = memmem(line, count, "\"fractionCompleted\":1,", 22) != NULL;
    } else if (name[8] == 'c') {
        long child = strtol(name + 9, NULL, 10);
        if (child < 0 || child >= children || stream->finished[child >> 3] >> (child & 7) & 1) return;
        stream->finished[child >> 3] |= (uint8_t)(1 << (child & 7));
        stream->missing--;
    }
    if (!was_complete && stream->missing == 0 && stream->root_is_finished) done_streams++;
}

/* Frames are whole lines, and each is a chunk: a chunk's size is a separate line. */
static void read_lines(struct stream *stream) {
    char *start = stream->bytes, *end = stream->bytes + stream->count, *stop;
    while ((stop = memchr(start, '\n', (size_t)(end - start)))) {
        if (!strncmp(start, "data: ", 6)) {
            event_count++;
            note_finish(stream, start, (size_t)(stop - start));
        } else if (!stream->has_begun && !strncmp(start, "retry: ", 7)) {
            stream->has_begun = 1;
            ready_streams++;
        } else if (!strncmp(start, "HTTP/1.1 ", 9) && strncmp(start + 9, "200", 3)) {
            fprintf(stderr, "tree-watch: %.*s\n", (int)(stop - start), start);
            exit(1);
        }
        start = stop + 1;
    }
    stream->count = (size_t)(end - start);
    memmove(stream->bytes, start, stream->count);
}

static void open_stream(struct stream *stream, int poller, int port, const char *path, const char *last) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    char request[2048];
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    stream->descriptor = socket(AF_INET, SOCK_STREAM, 0);
    if (connect(stream->descriptor, (struct sockaddr *)&address, sizeof address) != 0) fail("connect");
    int count = snprintf(request, sizeof request, "GET %s HTTP/1.1\r\nHost: localhost\r\n%s%s%s\r\n", path,
                         last ? "Last-Event-ID: " : "", last ? last : "", last ? "\r\n" : "");
    if (write(stream->descriptor, request, (size_t)count) != count) fail("write");
    fcntl(stream->descriptor, F_SETFL, O_NONBLOCK);
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = stream};
    epoll_ctl(poller, EPOLL_CTL_ADD, stream->descriptor, &event);
    stream->bytes = malloc(capacity);
    stream->finished = calloc((size_t)children / 8 + 1, 1);
    stream->missing = children;
}

static void receive(struct stream *stream) {
    ssize_t count = recv(stream->descriptor, stream->bytes + stream->count, capacity - stream->count - 1, 0);
    if (count < 0 && errno == EAGAIN) return;
    if (count <= 0) {
        close(stream->descriptor);
        return;
    }
    byte_count += (unsigned long long)count;
    stream->count += (size_t)count;
    read_lines(stream);
}

int main(int argc, char **argv) {
    if (argc < 6) return fprintf(stderr, "tree-watch PORT PATH STREAMS CHILDREN SECONDS [LAST-EVENT-ID]\n"), 64;
    stream_count = atol(argv[3]);
    children = atol(argv[4]);
    double end = now() + atof(argv[5]);
    int poller = epoll_create1(0), told = 0;
    struct stream *streams = calloc((size_t)stream_count, sizeof *streams);
    struct epoll_event events[64];
    for (long index = 0; index < stream_count; index++) {
        open_stream(&streams[index], poller, atoi(argv[1]), argv[2], argc > 6 ? argv[6] : NULL);
    }
    while (done_streams < stream_count && now() < end) {
        int count = epoll_wait(poller, events, 64, 100);
        for (int index = 0; index < count; index++) receive(events[index].data.ptr);
        if (!told && ready_streams == stream_count) {
            told = 1;
            puts("ready");
            fflush(stdout);
        }
    }
    long missing = 0;
    for (long index = 0; index < stream_count; index++) missing += streams[index].missing;
    printf("streams=%ld complete=%ld missing=%ld events=%llu bytes=%llu\n", stream_count, done_streams, missing,
           event_count, byte_count);
    return 0;
}
