#pragma once

#include <netinet/in.h>
#include <stdbool.h>
#include <stdint.h>

enum { most_paths = 64, most_headers = 8 };

struct options {
    struct sockaddr_in server, publisher;
    const char *paths[most_paths]; /* the streams take them in turns */
    unsigned path_count;
    const char *headers[most_headers];
    unsigned header_count;
    const char *publish_path, *body, *marker;
    unsigned sources;          /* loopback addresses that streams come from */
    unsigned connecting;       /* connects under way at once; 0: no limit */
    int stalled_receive_bytes; /* of the sockets of stalled streams; 0: the system's */
    bool opens_with_head;      /* the head of the reply is enough; no event is awaited */
    bool resumes;              /* a reconnect sends the last id */
    double patience;           /* seconds */
};

/* Returns the index of the first argument that is a command. Exits with 64 if an option is wrong. */
int options_read(struct options *options, int count, char **arguments);
