#ifndef CREADING_H
#define CREADING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// Lets us see the bytes that libmicrohttpd reads, before it does.
//
// It calls recv(2) by the name that a program may define itself, so this one does: on a thread that diverts its reads,
// those without flags, as libmicrohttpd's are, go to a function of ours. All others go to the kernel.

/// In place of recv(2); the same result, and errno where it is -1.
typedef ssize_t (*creading_function)(void *context, int descriptor, void *bytes, size_t count);

/// From now on this thread's reads go to `function`, or to the kernel if it is NULL.
void creading_divert(creading_function function, void *context);

/// The kernel's own recv(2), without flags.
ssize_t creading_receive(int descriptor, void *bytes, size_t count);

/// Whether the bytes begin with a whole head whose request line has three parts, and whatever is in it takes at most
/// `most` bytes of libmicrohttpd's memory. Quick, and strict: false says nothing.
bool creading_is_small(const uint8_t *bytes, size_t count, size_t most);

/// The number of bytes that are one of the four marks.
size_t creading_count(const uint8_t *bytes, size_t count, const char marks[4]);

#endif
