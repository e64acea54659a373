/* The ceiling: the least that a libmicrohttpd server can do for a POST. One thread, and its own epoll loop with the
   library's epoll descriptor nested in it; the digits of the body are added to a counter, and the reply is a document
   of a given size with one header.

   bare PORT REPLY_BYTES POOL_BYTES [turbo] */

#include <errno.h>
#include <limits.h>
#include <microhttpd.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>

enum { most_reply_bytes = 65536, event_count = 8 };

struct request {
    int64_t count;
};

static int64_t completed;
static size_t reply_size;
static char padding[most_reply_bytes];

/* The counts are printed; the rest is padding up to the size asked for. */
static enum MHD_Result reply(struct MHD_Connection *connection) {
    char body[most_reply_bytes];
    int head = snprintf(body, sizeof body, "{\"completedUnitCount\":%lld,\"fractionCompleted\":%.6f,\"padding\":\"",
                        (long long)completed, (double)completed / 1e12);
    size_t used = (size_t)head;
    if (used + 2 < reply_size) {
        memcpy(body + used, padding, reply_size - used - 2);
        used = reply_size - 2;
    }
    memcpy(body + used, "\"}", 2);
    struct MHD_Response *response = MHD_create_response_from_buffer(used + 2, body, MHD_RESPMEM_MUST_COPY);
    if (!response) return MHD_NO;
    MHD_add_response_header(response, "Content-Type", "application/json");
    enum MHD_Result result = MHD_queue_response(connection, MHD_HTTP_OK, response);
    MHD_destroy_response(response);
    return result;
}

static enum MHD_Result handle(void *context, struct MHD_Connection *connection, const char *url, const char *method,
                              const char *version, const char *data, size_t *size, void **slot) {
    (void)context, (void)url, (void)method, (void)version;
    struct request *request = *slot;
    if (!request) {
        *slot = calloc(1, sizeof *request);
        return *slot ? MHD_YES : MHD_NO;
    }
    if (*size > 0) {
        for (size_t i = 0; i < *size; i++)
            if (data[i] >= '0' && data[i] <= '9') request->count = request->count * 10 + (data[i] - '0');
        *size = 0;
        return MHD_YES;
    }
    completed += request->count;
    return reply(connection);
}

static void request_completed(void *context, struct MHD_Connection *connection, void **slot,
                              enum MHD_RequestTerminationCode code) {
    (void)context, (void)connection, (void)code;
    free(*slot);
    *slot = NULL;
}

static int wait_milliseconds(struct MHD_Daemon *daemon) {
    MHD_UNSIGNED_LONG_LONG wanted;
    if (MHD_get_timeout(daemon, &wanted) != MHD_YES) return -1;
    return wanted > INT_MAX ? INT_MAX : (int)wanted;
}

static int run(struct MHD_Daemon *daemon) {
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_EPOLL_FD);
    int poller = epoll_create1(EPOLL_CLOEXEC);
    if (!info || poller < 0) return 1;
    struct epoll_event interest = {.events = EPOLLIN};
    if (epoll_ctl(poller, EPOLL_CTL_ADD, info->epoll_fd, &interest) != 0) return 1;
    struct epoll_event events[event_count];
    for (;;) {
        int milliseconds = wait_milliseconds(daemon);
        if (milliseconds != 0 && epoll_wait(poller, events, event_count, milliseconds) < 0 && errno != EINTR) return 1;
        MHD_run(daemon);
    }
}

int main(int count, char **arguments) {
    if (count < 4) {
        fprintf(stderr, "usage: bare PORT REPLY_BYTES POOL_BYTES [turbo]\n");
        return 64;
    }
    uint16_t port = (uint16_t)atoi(arguments[1]);
    size_t pool = (size_t)atol(arguments[3]);
    unsigned int flags = MHD_USE_EPOLL | (count > 4 && strcmp(arguments[4], "turbo") == 0 ? MHD_USE_TURBO : 0);
    reply_size = (size_t)atol(arguments[2]);
    if (reply_size > most_reply_bytes) reply_size = most_reply_bytes;
    memset(padding, 'x', sizeof padding);
    signal(SIGPIPE, SIG_IGN);
    struct MHD_Daemon *daemon = MHD_start_daemon(
        flags, port, NULL, NULL, handle, NULL, MHD_OPTION_NOTIFY_COMPLETED, request_completed, NULL,
        MHD_OPTION_CONNECTION_LIMIT, 16384u, MHD_OPTION_CONNECTION_MEMORY_LIMIT, pool, MHD_OPTION_LISTEN_BACKLOG_SIZE,
        4096u, MHD_OPTION_LISTENING_ADDRESS_REUSE, 1u, MHD_OPTION_END);
    if (!daemon) {
        fprintf(stderr, "bare: cannot listen on port %u\n", port);
        return 1;
    }
    printf("bare listening on http://127.0.0.1:%u\n", port);
    fflush(stdout);
    return run(daemon);
}
