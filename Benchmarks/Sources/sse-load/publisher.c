#include "publisher.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "clock.h"

bool publisher_begin(struct publisher *publisher, const struct options *options) {
    int one = 1;
    *publisher = (struct publisher){.options = options};
    publisher->fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (publisher->fd < 0) return false;
    setsockopt(publisher->fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    return connect(publisher->fd, (const struct sockaddr *)&options->publisher, sizeof options->publisher) == 0;
}

bool publisher_is_ready(const struct publisher *publisher) {
    return publisher->sent - publisher->answered < most_pipelined;
}

/* The body, with the number where it is asked for. */
static int write_body(const char *body, int64_t number, char *text, size_t size) {
    const char *place = strstr(body, "{}");
    if (!place) return snprintf(text, size, "%s", body);
    return snprintf(text, size, "%.*s%lld%s", (int)(place - body), body, (long long)number, place + 2);
}

void publisher_post(struct publisher *publisher, int64_t number, uint64_t due) {
    const struct options *options = publisher->options;
    char body[16384], host[INET_ADDRSTRLEN], text[20480];
    int size = write_body(options->body, number, body, sizeof body);
    if (size >= (int)sizeof body) size = sizeof body - 1;
    inet_ntop(AF_INET, &options->publisher.sin_addr, host, sizeof host);
    int used = snprintf(text, sizeof text,
                        "POST %s HTTP/1.1\r\nHost: %s:%u\r\nContent-Type: application/json\r\nContent-Length: %d\r\n",
                        options->publish_path, host, ntohs(options->publisher.sin_port), size);
    for (unsigned each = 0; each < options->header_count; each++)
        used += snprintf(text + used, sizeof text - (size_t)used, "%s\r\n", options->headers[each]);
    used += snprintf(text + used, sizeof text - (size_t)used, "\r\n%s", body);
    publisher->due[publisher->sent++ % most_pipelined] = due;
    send(publisher->fd, text, (size_t)used, MSG_NOSIGNAL); /* a connection that has gone is noticed when read from */
}

static void ignore_body(void *context, const char *bytes, size_t count) { (void)context, (void)bytes, (void)count; }

static void take_reply(void *context, int status) {
    struct publisher *publisher = context;
    uint64_t due = publisher->due[publisher->answered++ % most_pipelined];
    spread_add(&publisher->to_reply, now_nanoseconds() - due);
    if (status / 100 != 2) publisher->failed++;
}

bool publisher_turn(struct publisher *publisher) {
    static const struct reply_sink sink = {ignore_body, take_reply};
    char bytes[65536];
    ssize_t count = recv(publisher->fd, bytes, sizeof bytes, MSG_DONTWAIT);
    if (count < 0 && (errno == EAGAIN || errno == EINTR)) return true;
    if (count > 0 && reply_read(&publisher->reply, bytes, (size_t)count, &sink, publisher)) return true;
    close(publisher->fd);
    publisher->fd = -1;
    return false;
}

void publisher_forget(struct publisher *publisher) {
    publisher->failed = 0;
    memset(&publisher->to_reply, 0, sizeof publisher->to_reply);
}
