#include "spread.h"

static unsigned class_of(uint64_t value) {
    if (value < spread_steps) return (unsigned)value;
    unsigned shift = 63u - (unsigned)__builtin_clzll(value) - 7u; /* leaves 128 to 255 */
    unsigned number = (shift + 1) * spread_steps + (unsigned)(value >> shift) - spread_steps;
    return number < spread_classes ? number : spread_classes - 1;
}

static uint64_t top_of(unsigned number) {
    if (number < spread_steps) return number;
    unsigned shift = number / spread_steps - 1;
    return ((uint64_t)(number % spread_steps + spread_steps + 1) << shift) - 1;
}

void spread_add(struct spread *spread, uint64_t nanoseconds) {
    spread->count++;
    spread->counts[class_of(nanoseconds)]++;
    if (nanoseconds > spread->largest) spread->largest = nanoseconds;
}

double spread_microseconds(const struct spread *spread, unsigned permille) {
    uint64_t wanted = (spread->count * permille + 999) / 1000, seen = 0;
    for (unsigned number = 0; wanted > 0 && number < spread_classes; number++) {
        seen += spread->counts[number];
        if (seen < wanted) continue;
        uint64_t top = top_of(number);
        return (double)(top < spread->largest ? top : spread->largest) / 1e3;
    }
    return 0;
}
