#pragma once
#include <stdint.h>

/* What the file behind MALLOC_COUNTER_FILE holds: allocations so far, by who asked. */
struct malloc_counts {
    uint64_t by_program;
    uint64_t by_libraries;
};
