#include "dial.h"

#include <arpa/inet.h>
#include <errno.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

/* Binds each stream to its own address, so that ports suffice, and so that the server sees several clients. */
static void bind_source(int fd, const struct options *options, uint32_t number) {
    int one = 1;
    if (ntohl(options->server.sin_addr.s_addr) >> 24 != 127) return;
    uint32_t source = 0x7f000002u + number % options->sources;
    struct sockaddr_in from = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(source)};
    setsockopt(fd, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &one, sizeof one);
    if (bind(fd, (struct sockaddr *)&from, sizeof from) != 0) perror("sse-load: bind");
}

int dial(const struct options *options, uint32_t number, bool will_stall) {
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0), bytes = options->stalled_receive_bytes;
    if (fd < 0) return -1;
    bind_source(fd, options, number);
    if (will_stall && bytes > 0) setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &bytes, sizeof bytes);
    const struct sockaddr *to = (const struct sockaddr *)&options->server;
    if (connect(fd, to, sizeof options->server) == 0 || errno == EINPROGRESS) return fd;
    int why = errno;
    close(fd);
    errno = why;
    return -1;
}

int request_text(const struct options *options, uint32_t number, const char *last_id, char *text, size_t size) {
    char host[INET_ADDRSTRLEN];
    inet_ntop(AF_INET, &options->server.sin_addr, host, sizeof host);
    int used = snprintf(text, size, "GET %s HTTP/1.1\r\nHost: %s:%u\r\nAccept: text/event-stream\r\n",
                        options->paths[number % options->path_count], host, ntohs(options->server.sin_port));
    for (unsigned each = 0; each < options->header_count; each++)
        used += snprintf(text + used, size - (size_t)used, "%s\r\n", options->headers[each]);
    if (options->resumes && last_id[0])
        used += snprintf(text + used, size - (size_t)used, "Last-Event-ID: %s\r\n", last_id);
    return used + snprintf(text + used, size - (size_t)used, "\r\n");
}
