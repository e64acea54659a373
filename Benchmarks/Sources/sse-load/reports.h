/* The lines that the commands print. */

#pragma once

#include "commands.h"

void report_opened(const struct load *load, const char *what, uint32_t asked, uint64_t start, uint64_t refused);
/* `ended` and `cpu` are the values at the start. */
void report_waves(const struct load *load, const char *what, uint64_t ended, uint64_t start, uint64_t end, uint64_t cpu);
void report_stats(const struct load *load);
