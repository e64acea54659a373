#pragma once

#include <stdint.h>
#include <time.h>

static inline uint64_t clock_nanoseconds(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static inline uint64_t now_nanoseconds(void) { return clock_nanoseconds(CLOCK_MONOTONIC); }
