/* progress.c: bars and lines. */
#include "base/progress.h"

#include "base/number.h"

#include <inttypes.h>
#include <stdio.h>

enum { TEXT_MAX = 256, USUAL_COLUMNS = 80, BAR_MIN = 10, BAR_MAX = 40 };

static double progress_rate(const struct progress *p, uint64_t done, int64_t now_ns)
{
    double seconds = (double)(now_ns - p->began_ns) / 1e9;
    return seconds > 0 && done > p->skipped ? (double)(done - p->skipped) / seconds : 0;
}

static void put_rate(char *out, size_t size, double rate)
{
    if (rate >= 10)
        snprintf(out, size, "%.0f/s", rate);
    else if (rate >= 0.1 || rate == 0)
        snprintf(out, size, "%.1f/s", rate);
    else
        snprintf(out, size, "%.1f/min", rate * 60);
}

/* "4:05", "1:04:05" */
static void put_time(char *out, size_t size, double seconds)
{
    if (seconds >= 100 * 3600.0) {
        snprintf(out, size, "days");
        return;
    }
    unsigned s = (unsigned)(seconds + 0.5);
    if (s >= 3600)
        snprintf(out, size, "%u:%02u:%02u", s / 3600, s / 60 % 60, s % 60);
    else
        snprintf(out, size, "%u:%02u", s / 60, s % 60);
}

static void put_counts(const struct progress *p, uint64_t done, uint64_t errors, char *out,
                       size_t size)
{
    int n = p->total ? snprintf(out, size, "%s %" PRIu64 " of %" PRIu64, p->verb, done, p->total)
                     : snprintf(out, size, "%s %" PRIu64, p->verb, done);
    if (errors && n > 0 && (size_t)n < size)
        snprintf(out + n, size - (size_t)n, ", %" PRIu64 " error%s", errors, plural(errors));
}

static void show_line(struct progress *p, uint64_t done, uint64_t errors, int64_t now_ns)
{
    char counts[TEXT_MAX], rate[40], text[2 * TEXT_MAX];
    put_counts(p, done, errors, counts, sizeof counts);
    put_rate(rate, sizeof rate, progress_rate(p, done, now_ns));
    snprintf(text, sizeof text, "%s, %s\n", counts, rate);
    p->write(p->ctx, str_from(text));
    p->on_screen = true;
}

/* "[####----] " in `columns`, or nothing if there is no room for a useful one. */
static void put_bar(const struct progress *p, uint64_t done, size_t columns, char *out, size_t size)
{
    size_t width = columns > BAR_MAX + 3 ? BAR_MAX : columns > 3 ? columns - 3 : 0;
    out[0] = '\0';
    if (p->total == 0 || width < BAR_MIN || size < width + 4)
        return;
    double part = done < p->total ? (double)done / (double)p->total : 1;
    size_t full = (size_t)(part * (double)width);
    out[0] = '[';
    memset(out + 1, '#', full);
    memset(out + 1 + full, '-', width - full);
    memcpy(out + 1 + width, "] ", 3);
}

bool progress_left(const struct progress *p, uint64_t done, int64_t now_ns,
                   char out[PROGRESS_TIME_MAX])
{
    double per_second = progress_rate(p, done, now_ns);
    if (p->total <= done || per_second <= 0)
        return false;
    put_time(out, PROGRESS_TIME_MAX, (double)(p->total - done) / per_second);
    return true;
}

static void show_bar(struct progress *p, uint64_t done, uint64_t errors, int64_t now_ns)
{
    char counts[TEXT_MAX], rate[40], left[60] = "", bar[BAR_MAX + 4], text[2 * TEXT_MAX];
    char time[PROGRESS_TIME_MAX];
    size_t columns = p->columns ? p->columns : USUAL_COLUMNS;
    put_counts(p, done, errors, counts, sizeof counts);
    put_rate(rate, sizeof rate, progress_rate(p, done, now_ns));
    if (progress_left(p, done, now_ns, time))
        snprintf(left, sizeof left, ", %s left", time);
    size_t words = strlen(counts) + 2 + strlen(rate) + strlen(left);
    put_bar(p, done, columns > words + 1 ? columns - words - 1 : 0, bar, sizeof bar);
    snprintf(text, sizeof text, "%s%s, %s%s", bar, counts, rate, left);
    if (strlen(text) >= columns)
        text[columns - 1] = '\0'; /* a line that wraps cannot be rewritten */
    p->write(p->ctx, STR("\r"));
    p->write(p->ctx, str_from(text));
    p->write(p->ctx, STR("\x1b[K"));
    p->on_screen = true;
}

void progress_begin(struct progress *p, uint64_t done, int64_t now_ns)
{
    p->began_ns = p->shown_ns = now_ns;
    p->skipped = done;
    p->on_screen = false;
}

void progress_update(struct progress *p, uint64_t done, uint64_t errors, int64_t now_ns)
{
    int64_t between = p->style == PROGRESS_BAR ? PROGRESS_BAR_NS : PROGRESS_LINES_NS;
    if (p->style == PROGRESS_QUIET || now_ns - p->shown_ns < between)
        return;
    p->shown_ns = now_ns;
    if (p->style == PROGRESS_BAR)
        show_bar(p, done, errors, now_ns);
    else
        show_line(p, done, errors, now_ns);
}

void progress_hide(struct progress *p)
{
    if (p->style == PROGRESS_BAR && p->on_screen)
        p->write(p->ctx, STR("\r\x1b[K"));
    if (p->style == PROGRESS_BAR)
        p->on_screen = false;
}

void progress_end(struct progress *p, uint64_t done, uint64_t errors, int64_t now_ns)
{
    progress_hide(p);
    if (p->style == PROGRESS_LINES && p->on_screen)
        show_line(p, done, errors, now_ns);
    p->on_screen = false;
}
