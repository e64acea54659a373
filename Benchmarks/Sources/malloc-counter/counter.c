/* Preloaded into a program (LD_PRELOAD), counts its allocations into the file named by MALLOC_COUNTER_FILE, which the
   measuring side maps or reads: calls from the program itself, with all that is linked into it, and calls from shared
   libraries. Growing a block counts, giving one back does not. */

#define _GNU_SOURCE
#include "counter.h"

#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

/* glibc's own functions, by names that are never replaced. */
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static struct malloc_counts *counts;
static uintptr_t program_start, program_end;

static void count(void *caller) {
    if (!counts) return;
    uintptr_t address = (uintptr_t)caller;
    uint64_t *counter =
        address >= program_start && address < program_end ? &counts->by_program : &counts->by_libraries;
    __atomic_fetch_add(counter, 1, __ATOMIC_RELAXED);
}

void *malloc(size_t size) {
    count(__builtin_return_address(0));
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
    count(__builtin_return_address(0));
    return __libc_calloc(number, size);
}

void *realloc(void *block, size_t size) {
    count(__builtin_return_address(0));
    return __libc_realloc(block, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    count(__builtin_return_address(0));
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
    count(__builtin_return_address(0));
    *block = __libc_memalign(alignment, size);
    return *block ? 0 : ENOMEM;
}

/* The program comes first. */
static int note_program(struct dl_phdr_info *info, size_t size, void *context) {
    (void)size, (void)context;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &info->dlpi_phdr[i];
        if (part->p_type != PT_LOAD || !(part->p_flags & PF_X)) continue;
        program_start = info->dlpi_addr + part->p_vaddr;
        program_end = program_start + part->p_memsz;
    }
    return 1;
}

__attribute__((constructor)) static void begin(void) {
    const char *path = getenv("MALLOC_COUNTER_FILE");
    int file = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
    if (file < 0) return;
    dl_iterate_phdr(note_program, NULL);
    void *shared = mmap(NULL, sizeof *counts, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    if (shared != MAP_FAILED) counts = shared;
}
