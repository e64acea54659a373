#define _GNU_SOURCE
#include "CLoopback.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static int open_socket(int family) { return socket(family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0); }

int loopback_connect(const char *address, uint16_t port) {
    struct sockaddr_in v4 = {.sin_family = AF_INET, .sin_port = htons(port)};
    struct sockaddr_in6 v6 = {.sin6_family = AF_INET6, .sin6_port = htons(port)};
    bool is_v4 = inet_pton(AF_INET, address, &v4.sin_addr) == 1;
    if (!is_v4 && inet_pton(AF_INET6, address, &v6.sin6_addr) != 1) return -EINVAL;

    int descriptor = open_socket(is_v4 ? AF_INET : AF_INET6), one = 1;
    if (descriptor < 0) return -errno;
    setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    const void *name = is_v4 ? (const void *)&v4 : &v6;
    if (connect(descriptor, name, is_v4 ? sizeof v4 : sizeof v6) == 0 || errno == EINPROGRESS) return descriptor;
    int error = errno;
    close(descriptor);
    return -error;
}

ssize_t loopback_send(int descriptor, const void *bytes, size_t count) {
    ssize_t sent;
    do sent = send(descriptor, bytes, count, MSG_NOSIGNAL);
    while (sent < 0 && errno == EINTR);
    return sent < 0 ? -errno : sent;
}

ssize_t loopback_receive(int descriptor, void *bytes, size_t capacity) {
    ssize_t received;
    do received = recv(descriptor, bytes, capacity, 0);
    while (received < 0 && errno == EINTR);
    return received < 0 ? -errno : received;
}

bool loopback_is_idle(int descriptor) {
    char byte;
    return recv(descriptor, &byte, 1, MSG_PEEK) < 0 && (errno == EAGAIN || errno == EWOULDBLOCK);
}

bool loopback_make_pipe(int descriptors[2]) { return pipe2(descriptors, O_NONBLOCK | O_CLOEXEC) == 0; }
