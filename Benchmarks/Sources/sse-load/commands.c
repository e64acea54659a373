#include "commands.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>

#include "clock.h"
#include "reports.h"

enum { ready_count = 512 };
static const uint64_t second = 1000000000;

static uint64_t after(double seconds) { return now_nanoseconds() + (uint64_t)(seconds * 1e9); }
static double since(uint64_t start) { return (double)(now_nanoseconds() - start) / 1e9; }

void load_turn(struct load *load, int milliseconds) {
    struct epoll_event ready[ready_count];
    int count = epoll_wait(load->poller, ready, ready_count, milliseconds);
    for (int each = 0; each < count; each++) {
        if (ready[each].data.ptr == &load->publisher) publisher_turn(&load->publisher);
        else if (ready[each].data.ptr) streams_turn(&load->streams, ready[each].data.ptr, ready[each].events);
    }
}

static void settle(struct load *load, uint64_t until) {
    while (load->streams.opening > 0 && now_nanoseconds() < until) load_turn(load, 10);
}

static void open_more(struct load *load, const char *what, uint32_t count, bool will_stall) {
    struct streams *streams = &load->streams;
    uint64_t start = now_nanoseconds(), refused = streams->refused;
    uint32_t most = load->options.connecting ? load->options.connecting : UINT32_MAX;
    memset(&streams->to_open, 0, sizeof streams->to_open);
    for (uint32_t each = 0; each < count; each++) {
        uint64_t until = after(load->options.patience);
        while (streams->opening >= most && now_nanoseconds() < until) load_turn(load, 10);
        streams_start(streams, streams_vacancy(streams), will_stall);
    }
    settle(load, after(load->options.patience));
    report_opened(load, what, count, start, refused);
}

/* The last `count` streams that are open, or as many as there are; `act` changes their state. */
static uint32_t each_open(struct load *load, uint32_t count, void (*act)(struct streams *, struct stream *),
                          uint32_t *numbers) {
    uint32_t found = 0;
    for (uint32_t number = load->streams.count; number-- > 0 && found < count;) {
        struct stream *stream = &load->streams.all[number];
        if (stream->state != stream_open) continue;
        act(&load->streams, stream);
        if (numbers) numbers[found] = number;
        found++;
    }
    return found;
}

static void reconnect(struct load *load, uint32_t count) {
    struct streams *streams = &load->streams;
    uint32_t *numbers = calloc(count + 1, sizeof *numbers);
    uint64_t start = now_nanoseconds(), refused = streams->refused;
    if (!numbers) abort();
    memset(&streams->to_open, 0, sizeof streams->to_open);
    count = each_open(load, count, streams_close, numbers);
    for (uint32_t each = 0; each < count; each++) streams_start(streams, numbers[each], false);
    free(numbers);
    settle(load, after(load->options.patience));
    report_opened(load, "reconnect", count, start, refused);
}

static bool can_publish(struct load *load) {
    if (!load->options.publish_path) return false;
    if (load->publisher.fd > 0) return true;
    if (!publisher_begin(&load->publisher, &load->options)) return false;
    struct epoll_event interest = {.events = EPOLLIN, .data.ptr = &load->publisher};
    return epoll_ctl(load->poller, EPOLL_CTL_ADD, load->publisher.fd, &interest) == 0;
}

static void publish(struct load *load, uint64_t due) {
    publisher_post(&load->publisher, load->streams.waves.last + 1, due);
    waves_publish(&load->streams.waves, due, load->streams.open);
}

/* Waves continue from the newest number that any stream has seen, or that was posted before. */
static bool begin_waves(struct load *load) {
    int64_t newest = streams_newest(&load->streams), last = load->streams.waves.last;
    if (!can_publish(load)) return false;
    waves_begin(&load->streams.waves, newest > last ? newest : last);
    publisher_forget(&load->publisher);
    load->streams.to_open.count = 0;
    return true;
}

/* Waits until everything under way has arrived; returns the moment at which it had. */
static uint64_t drain(struct load *load) {
    uint64_t until = after(load->options.patience);
    while (now_nanoseconds() < until && load->publisher.fd > 0 &&
           (!waves_are_over(&load->streams.waves) || load->publisher.answered < load->publisher.sent))
        load_turn(load, 10);
    return now_nanoseconds();
}

static void run_waves(struct load *load, double seconds, int64_t window, int64_t most) {
    struct waves *waves = &load->streams.waves;
    uint64_t start = now_nanoseconds(), end = after(seconds), ended = load->streams.ended;
    uint64_t cpu = clock_nanoseconds(CLOCK_PROCESS_CPUTIME_ID), progress = start, over = 0;
    int64_t first = waves->last;
    while (now_nanoseconds() < end && load->publisher.fd > 0) {
        uint64_t pending = load->publisher.sent - load->publisher.answered;
        while (waves->last + 1 - waves->oldest < window && pending < (uint64_t)window && waves->last - first < most &&
               publisher_is_ready(&load->publisher)) {
            publish(load, now_nanoseconds());
            pending++;
        }
        if (waves->last - first >= most && waves_are_over(waves)) break;
        load_turn(load, 10);
        if (waves->over != over) over = waves->over, progress = now_nanoseconds();
        if (since(progress) > load->options.patience) break;
    }
    end = drain(load);
    report_waves(load, "waves", ended, start, end, cpu);
}

static void run_rate(struct load *load, double seconds, double per_second) {
    uint64_t start = now_nanoseconds(), end = after(seconds), ended = load->streams.ended;
    uint64_t cpu = clock_nanoseconds(CLOCK_PROCESS_CPUTIME_ID), posted = 0, count = (uint64_t)(seconds * per_second);
    while (posted < count && load->publisher.fd > 0) {
        uint64_t now = now_nanoseconds(), due = start + (uint64_t)((double)posted * 1e9 / per_second);
        if (now > end + 2 * second) break;
        if (now < due) {
            load_turn(load, due - now > 2000000 ? (int)((due - now) / 1000000) - 1 : 0);
        } else if (publisher_is_ready(&load->publisher)) {
            publish(load, due);
            posted++;
        } else {
            load_turn(load, 1);
        }
    }
    end = drain(load);
    report_waves(load, "rate", ended, start, end, cpu);
}

static void idle(struct load *load, double seconds) {
    uint64_t end = after(seconds), bytes = load->streams.bytes, ended = load->streams.ended, cut = load->streams.cut;
    for (uint64_t now; (now = now_nanoseconds()) < end;) load_turn(load, (int)((end - now) / 1000000) + 1);
    printf("idle bytes=%llu ended=%llu cut=%llu\n", (unsigned long long)(load->streams.bytes - bytes),
           (unsigned long long)(load->streams.ended - ended), (unsigned long long)(load->streams.cut - cut));
}

bool load_obey(struct load *load, const char *line) {
    char name[16] = "";
    double first = 0, second_number = 0, third = 0;
    int given = sscanf(line, "%15s %lf %lf %lf", name, &first, &second_number, &third);
    if (given < 1) return true;
    uint32_t count = (uint32_t)first;
    bool opens = strcmp(name, "open") == 0, stalls = strcmp(name, "stall") == 0;
    if (opens || stalls) {
        open_more(load, name, count, stalls);
    } else if (strcmp(name, "silence") == 0) {
        printf("silence count=%u\n", each_open(load, count, streams_silence, NULL));
    } else if (strcmp(name, "close") == 0) {
        printf("close count=%u\n", each_open(load, count ? count : UINT32_MAX, streams_close, NULL));
    } else if (strcmp(name, "reconnect") == 0) {
        reconnect(load, count);
    } else if (strcmp(name, "idle") == 0) {
        idle(load, first);
    } else if (strcmp(name, "stats") == 0) {
        report_stats(load);
    } else if (strcmp(name, "waves") == 0 && begin_waves(load)) {
        run_waves(load, first, given > 2 ? (int64_t)second_number : 1, given > 3 ? (int64_t)third : INT64_MAX);
    } else if (strcmp(name, "rate") == 0 && begin_waves(load)) {
        run_rate(load, first, second_number);
    } else {
        return false;
    }
    fflush(stdout);
    return true;
}
