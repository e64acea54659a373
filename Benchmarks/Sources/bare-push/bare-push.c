/* The ceiling for streams: the least that a server can do for a delivery. One thread, one epoll loop; a GET becomes a
   stream, and a POST one send to each of them, of bytes made once. It parses nothing and misses no write only as long
   as its readers keep up.

   bare-push PORT EVENT_BYTES */

#define _GNU_SOURCE
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

enum { most_streams = 1 << 16, most_event_bytes = 8192, event_count = 256 };

static int streams[most_streams];
static int places[most_streams]; /* of a descriptor in `streams`, plus one */
static int stream_count;
static int64_t number;
static size_t event_size;

/* A chunk that holds one event with the number in it, as long as asked for. */
static size_t write_event(char *text, const char *name) {
    static char data[most_event_bytes], frame[most_event_bytes + 256];
    int head = snprintf(data, sizeof data, "{\"completedUnitCount\":%lld,\"padding\":\"", (long long)number);
    size_t used = (size_t)head;
    for (; used + 2 < event_size && used + 3 < sizeof data; used++) data[used] = 'x';
    memcpy(data + used, "\"}", 3);
    int size = snprintf(frame, sizeof frame, "id: 00000000-%lld\nevent: %s\ndata: %s\n\n", (long long)number, name, data);
    return (size_t)sprintf(text, "%x\r\n%s\r\n", (unsigned)size, frame);
}

static void put(int fd, const char *text, size_t size) {
    if (send(fd, text, size, MSG_DONTWAIT | MSG_NOSIGNAL) == (ssize_t)size) return;
    fprintf(stderr, "bare-push: a reader does not keep up: %s\n", strerror(errno));
    exit(1);
}

static void leave(int fd) {
    int place = places[fd];
    if (place > 0) {
        int last = streams[--stream_count];
        streams[place - 1] = last;
        places[last] = place;
        places[fd] = 0;
    }
    close(fd);
}

static void become_stream(int fd) {
    static const char head[] = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n";
    char text[most_event_bytes + 512];
    put(fd, head, sizeof head - 1);
    put(fd, text, write_event(text, "snapshot"));
    streams[stream_count++] = fd;
    places[fd] = stream_count;
}

static void publish(int fd) {
    static const char reply[] = "HTTP/1.1 204 No Content\r\n\r\n";
    char text[most_event_bytes + 512];
    number++;
    size_t size = write_event(text, "progress");
    put(fd, reply, sizeof reply - 1);
    for (int each = 0; each < stream_count; each++) put(streams[each], text, size);
}

/* Requests come whole: the client is the benchmark. */
static void turn(int fd) {
    char request[8192];
    ssize_t count = recv(fd, request, sizeof request, MSG_DONTWAIT);
    if (count > 0 && memcmp(request, "GET ", 4) == 0) become_stream(fd);
    else if (count > 0) publish(fd);
    else if (count == 0 || errno != EAGAIN) leave(fd);
}

static int listening(uint16_t port) {
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), one = 1;
    struct sockaddr_in address = {
        .sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
    if (bind(fd, (struct sockaddr *)&address, sizeof address) != 0 || listen(fd, 4096) != 0) exit(1);
    return fd;
}

int main(int count, char **arguments) {
    if (count != 3) {
        fprintf(stderr, "usage: bare-push PORT EVENT_BYTES\n");
        return 64;
    }
    int listener = listening((uint16_t)atoi(arguments[1])), poller = epoll_create1(EPOLL_CLOEXEC), one = 1;
    event_size = (size_t)atol(arguments[2]);
    struct epoll_event interest = {.events = EPOLLIN, .data.fd = listener}, events[event_count];
    epoll_ctl(poller, EPOLL_CTL_ADD, listener, &interest);
    printf("bare-push listening on http://127.0.0.1:%s\n", arguments[1]);
    fflush(stdout);
    for (;;) {
        int ready = epoll_wait(poller, events, event_count, -1);
        for (int each = 0; each < ready; each++) {
            if (events[each].data.fd != listener) {
                turn(events[each].data.fd);
                continue;
            }
            int fd = accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
            if (fd < 0 || fd >= most_streams) continue;
            setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
            interest.data.fd = fd;
            epoll_ctl(poller, EPOLL_CTL_ADD, fd, &interest);
        }
    }
}
