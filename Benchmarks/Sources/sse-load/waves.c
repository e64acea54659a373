#include "waves.h"

#include <string.h>

static struct wave *wave_of(struct waves *waves, int64_t number) {
    return &waves->ring[(uint64_t)number % most_waves];
}

void waves_begin(struct waves *waves, int64_t last) {
    waves->last = last;
    waves->oldest = last + 1;
    waves->over = waves->deliveries = 0;
    memset(&waves->to_each, 0, sizeof waves->to_each);
    memset(&waves->to_last, 0, sizeof waves->to_last);
}

static void pass_over(struct waves *waves) {
    while (waves->oldest <= waves->last && wave_of(waves, waves->oldest)->waiting == 0) waves->oldest++;
}

void waves_publish(struct waves *waves, uint64_t start, uint32_t streams) {
    *wave_of(waves, ++waves->last) = (struct wave){start, streams};
    if (streams == 0) waves->over++;
    pass_over(waves);
}

/* Notes that one stream fewer waits for the waves after `before`, up to `number`. */
static void count(struct waves *waves, int64_t before, int64_t number, uint64_t now) {
    if (before < waves->oldest - 1) before = waves->oldest - 1;
    for (int64_t each = before + 1; each <= number && each <= waves->last; each++) {
        struct wave *wave = wave_of(waves, each);
        if (wave->waiting == 0 || --wave->waiting > 0) continue;
        waves->over++;
        spread_add(&waves->to_last, now - wave->start);
    }
    pass_over(waves);
}

void waves_deliver(struct waves *waves, int64_t before, int64_t number, uint64_t now) {
    waves->deliveries++;
    if (number <= waves->last && number > waves->last - most_waves && number > before)
        spread_add(&waves->to_each, now - wave_of(waves, number)->start);
    count(waves, before, number, now);
}

void waves_leave(struct waves *waves, int64_t number, uint64_t now) { count(waves, number, waves->last, now); }

bool waves_are_over(const struct waves *waves) { return waves->oldest > waves->last; }
