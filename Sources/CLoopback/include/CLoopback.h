#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// Sockets that never block, never raise SIGPIPE, and are closed in a child that executes another program.

/// Begins to connect to an address of this machine, given in digits. Returns a descriptor, or an error as -errno.
int loopback_connect(const char *address, uint16_t port);

/// Returns the number of bytes that were sent, or an error as -errno: -EAGAIN until the connection stands.
ssize_t loopback_send(int descriptor, const void *bytes, size_t count);

/// Returns the number of bytes that were received, 0 at the end of what the peer sent, or an error as -errno.
ssize_t loopback_receive(int descriptor, void *bytes, size_t capacity);

/// Whether a connection without a request is still open, and nothing has come by it.
bool loopback_is_idle(int descriptor);

/// Makes a pipe that wakes a thread: what is written to the second descriptor can be read from the first. Returns
/// false where no descriptor is left.
bool loopback_make_pipe(int descriptors[2]);
