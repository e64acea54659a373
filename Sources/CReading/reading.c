#define _GNU_SOURCE
// It would replace calls of recv by another name.
#undef _FORTIFY_SOURCE
#include "creading.h"

#include <string.h>
#include <sys/socket.h>

static _Thread_local creading_function diverted;
static _Thread_local void *diverted_context;

void creading_divert(creading_function function, void *context) {
    diverted_context = context;
    diverted = function;
}

ssize_t creading_receive(int descriptor, void *bytes, size_t count) {
    return recvfrom(descriptor, bytes, count, 0, NULL, NULL);
}

/* In place of the C library's, for all that is in this process. */
ssize_t recv(int descriptor, void *bytes, size_t count, int flags) {
    creading_function function = diverted;
    if (function && flags == 0) return function(diverted_context, descriptor, bytes, count);
    return recvfrom(descriptor, bytes, count, flags, NULL, NULL);
}

/* In pieces whose sums fit into a byte, so that sixteen bytes are counted at a time. */
size_t creading_count(const uint8_t *bytes, size_t count, const char marks[4]) {
    const uint8_t a = (uint8_t)marks[0], b = (uint8_t)marks[1], c = (uint8_t)marks[2], d = (uint8_t)marks[3];
    size_t sum = 0;
    while (count > 0) {
        size_t piece = count < 240 ? count : 240;
        uint8_t found = 0;
        for (size_t i = 0; i < piece; i++) {
            found += (bytes[i] == a) | (bytes[i] == b) | (bytes[i] == c) | (bytes[i] == d);
        }
        sum += found;
        bytes += piece;
        count -= piece;
    }
    return sum;
}

/* POST /path HTTP/1.1: a space after the method, one before the version, and none between. */
static bool has_three_parts(const uint8_t *bytes, size_t count) {
    const uint8_t *feed = memchr(bytes, '\n', count);
    if (!feed || feed - bytes < 14 || memcmp(feed - 10, " HTTP/1.", 8) != 0 || feed[-1] != '\r') return false;
    const uint8_t *version = feed - 10;
    const uint8_t *method = memchr(bytes, ' ', (size_t)(version - bytes));
    if (!method || method == bytes) return false;
    return !memchr(method + 1, ' ', (size_t)(version - method - 1));
}

bool creading_is_small(const uint8_t *bytes, size_t count, size_t most) {
    if (count < 18 || !has_three_parts(bytes, count)) return false;
    // A body that came with the head seldom has line feeds, so the last one is the head's.
    const uint8_t *last = memrchr(bytes, '\n', count);
    if (last - bytes < 17 || memcmp(last - 3, "\r\n\r", 3) != 0) return false;
    size_t head = (size_t)(last + 1 - bytes);
    // Its bytes, once more as cookies, and thrice as a Link that repeats the query; an entry for each field, parameter and
    // cookie; and the bytes that were read after it. More than they can be together, but quick to compute.
    return 5 * head + (count - head) + 64 * creading_count(bytes, head, "\n&;,") <= most;
}
