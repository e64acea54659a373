#pragma once
#include <malloc.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

/* Everything that Swift cannot express itself, each with its reason above it. */

/* MHD_OPTION_UNESCAPE_CALLBACK; its type is not imported. Nothing of ours looks at the path and the arguments that
   libmicrohttpd would decode: the request target is read as it was sent. */
static inline size_t cmicrohttpd_leave_escaped(void *context, struct MHD_Connection *connection, char *text) {
    (void)context, (void)connection;
    return strlen(text);
}

/* MHD_start_daemon is variadic. No listening socket (we accept), no thread (we poll), TURBO because it keeps
   libmicrohttpd from shutting down a socket that was taken over. */
static inline struct MHD_Daemon *cmicrohttpd_start(
    MHD_AccessHandlerCallback handler, void *(*target)(void *, const char *, struct MHD_Connection *),
    MHD_RequestCompletedCallback completed, MHD_NotifyConnectionCallback notify, void *context,
    unsigned int connection_limit, size_t memory, unsigned int timeout_seconds) {
    return MHD_start_daemon(
        MHD_USE_EPOLL | MHD_USE_TURBO | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_NO_LISTEN_SOCKET, 0, NULL, NULL,
        handler, context, MHD_OPTION_URI_LOG_CALLBACK, target, context, MHD_OPTION_NOTIFY_COMPLETED, completed,
        context, MHD_OPTION_NOTIFY_CONNECTION, notify, context, MHD_OPTION_CONNECTION_LIMIT, connection_limit,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, memory, MHD_OPTION_CONNECTION_TIMEOUT, timeout_seconds,
        MHD_OPTION_UNESCAPE_CALLBACK, cmicrohttpd_leave_escaped, NULL, MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_SIGPIPE_HANDLED_BY_APP, 1, MHD_OPTION_END);
}

/* MHD_get_daemon_info is variadic. */
static inline int cmicrohttpd_epoll_descriptor(struct MHD_Daemon *daemon) {
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_EPOLL_FD);
    return info ? info->epoll_fd : -1;
}

/* MHD_get_connection_info is variadic. The answer is the address of the context, as the callback gets it. */
static inline void *cmicrohttpd_socket_context(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info ? info->socket_context : NULL;
}

/* MHD_get_connection_info is variadic. */
static inline size_t cmicrohttpd_head_byte_count(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
    return info ? info->header_size : 0;
}

/* MHD_set_connection_option is variadic. */
static inline void cmicrohttpd_set_timeout(struct MHD_Connection *connection, unsigned int seconds) {
    MHD_set_connection_option(connection, MHD_CONNECTION_OPTION_TIMEOUT, seconds);
}

/* A builtin; it changes nothing but the time that the next access takes. */
static inline void cmicrohttpd_prefetch(const void *address) { __builtin_prefetch(address, 1); }

/* Macros with casts do not import. */
static const uint64_t cmicrohttpd_size_unknown = MHD_SIZE_UNKNOWN;
static const ssize_t cmicrohttpd_end_with_error = MHD_CONTENT_READER_END_WITH_ERROR;
static const ssize_t cmicrohttpd_end_of_stream = MHD_CONTENT_READER_END_OF_STREAM;

/* Swift's Glibc has no epoll; the constants would import as a wrapper type, the event as a packed union. */
static const uint32_t cmicrohttpd_readable = EPOLLIN;
static const uint32_t cmicrohttpd_writable = EPOLLOUT;
static const uint32_t cmicrohttpd_peer_closed = EPOLLRDHUP;
static const uint32_t cmicrohttpd_hung_up = EPOLLHUP;
static const uint32_t cmicrohttpd_failed = EPOLLERR;
static const uint32_t cmicrohttpd_edge = EPOLLET;

static inline int cmicrohttpd_epoll_create(void) { return epoll_create1(EPOLL_CLOEXEC); }

static inline int cmicrohttpd_epoll_add(int poller, int descriptor, uint32_t events, uint64_t token) {
    struct epoll_event event = {.events = events, .data.u64 = token};
    return epoll_ctl(poller, EPOLL_CTL_ADD, descriptor, &event);
}

static inline int cmicrohttpd_epoll_modify(int poller, int descriptor, uint32_t events, uint64_t token) {
    struct epoll_event event = {.events = events, .data.u64 = token};
    return epoll_ctl(poller, EPOLL_CTL_MOD, descriptor, &event);
}

static inline int cmicrohttpd_epoll_remove(int poller, int descriptor) {
    return epoll_ctl(poller, EPOLL_CTL_DEL, descriptor, NULL);
}

static inline int cmicrohttpd_epoll_wait(int poller, struct epoll_event *events, int count, int milliseconds) {
    return epoll_wait(poller, events, count, milliseconds);
}

static inline uint64_t cmicrohttpd_token(const struct epoll_event *event) { return event->data.u64; }

/* Swift's Glibc has no eventfd. */
static inline int cmicrohttpd_eventfd(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

/* accept4 is a GNU extension, which Swift's Glibc leaves out. */
extern int accept4(int listener, struct sockaddr *address, socklen_t *length, int flags);

static inline int cmicrohttpd_accept(int listener, struct sockaddr_storage *address, socklen_t *length) {
    return accept4(listener, (struct sockaddr *)address, length, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

/* glibc's struct tcp_info ends before tcpi_bytes_received and <linux/tcp.h> cannot stand beside it: the kernel's
   layout is fixed, the member lies at byte 128. 0 if the kernel does not tell. */
static inline uint64_t cmicrohttpd_bytes_received(int descriptor) {
    unsigned char info[256];
    socklen_t length = sizeof info;
    uint64_t count = 0;
    if (getsockopt(descriptor, 6 /* IPPROTO_TCP */, 11 /* TCP_INFO */, info, &length) != 0 || length < 136) return 0;
    memcpy(&count, info + 128, sizeof count);
    return count;
}

/* A function with a variable number of arguments, which Swift cannot call. The response then has neither a length nor
   chunks: its end is that of the connection. */
static inline void cmicrohttpd_end_by_closing(struct MHD_Response *response) {
    MHD_set_response_options(response, MHD_RF_HTTP_1_0_COMPATIBLE_STRICT, MHD_RO_END);
}

/* <malloc.h> is not in Swift's Glibc. All arenas, each locked while it is looked at. */
static inline void cmicrohttpd_trim(void) { malloc_trim(0); }

/* struct tcp_info is not in Swift's Glibc. For how many milliseconds the peer has acknowledged nothing although it was
   asked to: by data in flight, or by two probes (one may have been sent this moment). 0 if it owes nothing. */
static inline uint32_t cmicrohttpd_silence(int descriptor) {
    struct tcp_info info = {0};
    socklen_t length = sizeof info;
    if (getsockopt(descriptor, IPPROTO_TCP, TCP_INFO, &info, &length) != 0) return 0;
    return info.tcpi_unacked > 0 || info.tcpi_probes > 1 ? info.tcpi_last_ack_recv : 0;
}
