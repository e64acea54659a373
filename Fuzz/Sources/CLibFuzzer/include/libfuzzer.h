#pragma once

#include <stddef.h>
#include <stdint.h>

/// libFuzzer's own loop: reads its options from the arguments, and calls `test` with one input after the other.
int LLVMFuzzerRunDriver(int *count, char ***arguments, int (*test)(const uint8_t *bytes, size_t count));
