#include "options.h"

#include <arpa/inet.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "Opens Server-Sent Event streams and says on standard output what came of them, a line a command:\n"
    "the command's name, then KEY=VALUE pairs. Times in microseconds unless the key says otherwise.\n"
    "\n"
    "sse-load --connect ADDRESS:PORT [OPTION…] [COMMAND…]\n"
    "\n"
    "Commands are arguments (\"open 1000\" \"waves 5\") or, without any, lines of standard input; the end of\n"
    "standard input ends the program, and with it all streams. Streams are read while it waits for a command.\n"
    "  open N           opens N more streams; done when each has its first event\n"
    "  stall N          opens N more streams that are never read from\n"
    "  silence N        reads no more from N of the streams that are open\n"
    "  waves SECONDS [WINDOW [COUNT]]\n"
    "                   posts; a wave is over when every stream has its event; WINDOW (default 1) waves are under\n"
    "                   way at once; at most COUNT waves\n"
    "  rate SECONDS PER_SECOND\n"
    "                   posts at that rate, whether or not the waves before are over; times count from when a post\n"
    "                   was due\n"
    "  idle SECONDS     only reads\n"
    "  reconnect N      closes N open streams and opens as many, all at the same moment\n"
    "  close N          closes N streams, the newest first; 0: all\n"
    "  stats            what there is and what came so far\n"
    "\n"
    "  --connect ADDRESS:PORT       IPv4 address of the server\n"
    "  --path PATH                  of the streams; repeatable, then they take them in turns\n"
    "  --header 'NAME: VALUE'       for streams and posts; repeatable\n"
    "  --publish PATH               where waves are posted to\n"
    "  --publisher ADDRESS:PORT     of the server that takes the posts (default: --connect)\n"
    "  --body TEXT                  of a post; {} in it is the number of the wave (default: {\"count\": 1})\n"
    "  --marker TEXT                what stands before the wave's number in the data of an event; the number is\n"
    "                               one more with each post (default: \"completedUnitCount\":)\n"
    "  --sources N                  loopback addresses (127.0.0.2 …) that streams come from (default 64)\n"
    "  --connecting N               connects under way at once (default 256; 0: no limit)\n"
    "  --stalled-receive-bytes N    receive buffer of streams that are not read from (default: the system's)\n"
    "  --first head|event           what a stream must have got to be open (default event)\n"
    "  --resume                     reconnects send Last-Event-ID\n"
    "  --patience SECONDS           for anything that is awaited (default 10)\n";

static void refuse(const char *what, const char *why) {
    fprintf(stderr, "sse-load: %s: %s\n", what, why);
    exit(64);
}

static struct sockaddr_in address(const char *text) {
    struct sockaddr_in address = {.sin_family = AF_INET};
    char host[INET_ADDRSTRLEN] = "";
    const char *colon = strrchr(text, ':');
    if (!colon || colon - text >= INET_ADDRSTRLEN) refuse(text, "not ADDRESS:PORT");
    memcpy(host, text, (size_t)(colon - text));
    address.sin_port = htons((uint16_t)atoi(colon + 1));
    if (inet_pton(AF_INET, host, &address.sin_addr) != 1 || address.sin_port == 0) refuse(text, "not ADDRESS:PORT");
    return address;
}

static const struct option names[] = {
    {"connect", required_argument, NULL, 'c'},    {"path", required_argument, NULL, 'p'},
    {"header", required_argument, NULL, 'h'},     {"publish", required_argument, NULL, 'u'},
    {"publisher", required_argument, NULL, 'q'},  {"body", required_argument, NULL, 'b'},
    {"marker", required_argument, NULL, 'm'},     {"sources", required_argument, NULL, 's'},
    {"connecting", required_argument, NULL, 'n'}, {"stalled-receive-bytes", required_argument, NULL, 'r'},
    {"first", required_argument, NULL, 'f'},      {"resume", no_argument, NULL, 'e'},
    {"patience", required_argument, NULL, 't'},   {"help", no_argument, NULL, 'H'},
    {0},
};

static void take(struct options *options, int name, const char *value) {
    switch (name) {
    case 'c': options->server = address(value); break;
    case 'q': options->publisher = address(value); break;
    case 'p':
        if (options->path_count == most_paths) refuse("--path", "too many");
        options->paths[options->path_count++] = value;
        break;
    case 'h':
        if (options->header_count == most_headers) refuse("--header", "too many");
        options->headers[options->header_count++] = value;
        break;
    case 'u': options->publish_path = value; break;
    case 'b': options->body = value; break;
    case 'm': options->marker = value; break;
    case 's': options->sources = (unsigned)atoi(value); break;
    case 'n': options->connecting = (unsigned)atoi(value); break;
    case 'r': options->stalled_receive_bytes = atoi(value); break;
    case 'f': options->opens_with_head = strcmp(value, "head") == 0; break;
    case 'e': options->resumes = true; break;
    case 't': options->patience = atof(value); break;
    case 'H': fputs(help, stdout), exit(0);
    default: exit(64); /* getopt has said why */
    }
}

int options_read(struct options *options, int count, char **arguments) {
    *options = (struct options){
        .body = "{\"count\": 1}", .marker = "\"completedUnitCount\":", .sources = 64, .connecting = 256, .patience = 10};
    for (int name; (name = getopt_long(count, arguments, "", names, NULL)) != -1;) take(options, name, optarg);
    if (options->server.sin_port == 0) refuse("--connect", "is needed");
    if (options->publisher.sin_port == 0) options->publisher = options->server;
    if (options->path_count == 0) options->paths[options->path_count++] = "/";
    for (unsigned each = 0; each < options->path_count; each++)
        if (strlen(options->paths[each]) > 1024) refuse("--path", "too long");
    for (unsigned each = 0; each < options->header_count; each++)
        if (strlen(options->headers[each]) > 256) refuse("--header", "too long");
    if (options->body && strlen(options->body) > 16000) refuse("--body", "too long");
    if (options->sources < 1 || options->sources > 250) refuse("--sources", "1 to 250");
    return optind;
}
