// A disk that breaks while the file that BROKEN_DISK names is there. DISK_FAULT says how: `writes` and syncs fail, `syncs`
// alone do, or a write does not come back (`hang`). Loaded before the C library, whose calls it stands in for.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int is_broken(void) { return access(getenv("BROKEN_DISK"), F_OK) == 0; }

static int has_fault(const char *fault) { return strcmp(getenv("DISK_FAULT"), fault) == 0; }

int fdatasync(int file) {
    int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fdatasync");
    if (has_fault("hang") || !is_broken()) return real(file);
    errno = EIO;
    return -1;
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t place) {
    ssize_t (*real)(int, const void *, size_t, off_t) =
        (ssize_t (*)(int, const void *, size_t, off_t))dlsym(RTLD_NEXT, "pwrite");
    while (has_fault("hang") && is_broken()) usleep(10000);
    if (!has_fault("writes") || !is_broken()) return real(file, bytes, count, place);
    errno = EIO;
    return -1;
}
