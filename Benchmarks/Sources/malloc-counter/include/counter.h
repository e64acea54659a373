#pragma once
#include <stdint.h>

/* The content of the file that MALLOC_COUNTER_FILE names: allocations so far, by the code that made them. */
struct malloc_counts {
    uint64_t by_program;
    uint64_t by_libraries;
};
