#include "reports.h"

#include <stdio.h>

#include "clock.h"

void report_opened(const struct load *load, const char *what, uint32_t asked, uint64_t start, uint64_t refused) {
    const struct streams *streams = &load->streams;
    printf("%s asked=%u open=%u stalled=%u refused=%llu refusal=%d late=%u seconds=%.6f p50=%.0f p99=%.0f max=%.0f\n",
           what, asked, streams->open, streams->stalled, (unsigned long long)(streams->refused - refused),
           streams->refusal, streams->opening, (double)(now_nanoseconds() - start) / 1e9,
           spread_microseconds(&streams->to_open, 500), spread_microseconds(&streams->to_open, 990),
           (double)streams->to_open.largest / 1e3);
}

void report_waves(const struct load *load, const char *what, uint64_t ended, uint64_t start, uint64_t end,
                  uint64_t cpu) {
    const struct waves *waves = &load->streams.waves;
    const struct publisher *publisher = &load->publisher;
    double seconds = (double)(end - start) / 1e9;
    printf("%s over=%llu stuck=%lld deliveries=%llu seconds=%.6f per_second=%.1f last_p50=%.0f last_p99=%.0f "
           "last_max=%.0f each_p50=%.0f each_p99=%.0f each_max=%.0f reply_p50=%.0f reply_p99=%.0f reply_max=%.0f "
           "failed=%llu unanswered=%llu open=%u ended=%llu cpu=%.3f\n",
           what, (unsigned long long)waves->over, (long long)(waves->last + 1 - waves->oldest),
           (unsigned long long)waves->deliveries, seconds, (double)waves->deliveries / seconds,
           spread_microseconds(&waves->to_last, 500), spread_microseconds(&waves->to_last, 990),
           (double)waves->to_last.largest / 1e3, spread_microseconds(&waves->to_each, 500),
           spread_microseconds(&waves->to_each, 990), (double)waves->to_each.largest / 1e3,
           spread_microseconds(&publisher->to_reply, 500), spread_microseconds(&publisher->to_reply, 990),
           (double)publisher->to_reply.largest / 1e3, (unsigned long long)publisher->failed,
           (unsigned long long)(publisher->sent - publisher->answered), load->streams.open,
           (unsigned long long)(load->streams.ended - ended),
           (double)(clock_nanoseconds(CLOCK_PROCESS_CPUTIME_ID) - cpu) / 1e9);
}

void report_stats(const struct load *load) {
    const struct streams *streams = &load->streams;
    printf("stats open=%u stalled=%u refused=%llu ended=%llu cut=%llu bytes=%llu comments=%llu", streams->open,
           streams->stalled, (unsigned long long)streams->refused, (unsigned long long)streams->ended,
           (unsigned long long)streams->cut, (unsigned long long)streams->bytes,
           (unsigned long long)streams_comments(streams));
    for (int kind = 0; kind < event_kind_count; kind++)
        printf(" %s=%llu", event_names[kind], (unsigned long long)streams->kinds[kind]);
    putchar('\n');
}
