/* shard.c: reading a shard, and its range. */
#include "record/shard.h"

#include <stdio.h>

static bool read_number(struct str text, uint32_t *out)
{
    uint64_t n = 0;
    for (size_t i = 0; i < text.len; i++) {
        n = 10 * n + (uint64_t)(text.ptr[i] - '0');
        if (!ascii_digit(text.ptr[i]) || n >= UINT32_MAX)
            return false;
    }
    *out = (uint32_t)n;
    return n > 0;
}

bool shard_read(struct str text, struct shard *out)
{
    size_t slash = str_find(text, STR("/"), 0);
    struct shard s;
    if (slash == text.len || !read_number(str_slice(text, 0, slash), &s.number) ||
        !read_number(str_slice(text, slash + 1, text.len), &s.count) || s.number > s.count)
        return false;
    *out = s;
    return true;
}

/* As JSON */

static void put_shard(struct json_writer *w, const void *field, const void *arg)
{
    const struct shard *s = field;
    char text[30];
    (void)arg;
    snprintf(text, sizeof text, "%u/%u", s->count ? s->number : 1, s->count ? s->count : 1);
    json_put_str(w, str_from(text));
}

static bool get_shard(struct record_reader *r, struct json_value v, const void *arg, void *field)
{
    (void)arg;
    return shard_read(json_text(r->arena, v), field);
}

static bool is_part(const void *field, const void *arg)
{
    (void)arg;
    return !shard_is_whole(*(const struct shard *)field);
}

const struct member_form FORM_SHARD = {put_shard, get_shard, is_part, NULL};

/* Ranges */

/* `total` · `i` / `n`, without overflow. */
static uint64_t share_of(uint64_t total, uint64_t i, uint64_t n)
{
    return total / n * i + total % n * i / n;
}

/* Where the first `i` shards of `s` end. */
static uint32_t end_of(struct shard s, uint32_t i, const uint64_t *work, uint32_t n, uint64_t total)
{
    uint64_t share = share_of(total, i, s.count), before = 0;
    uint32_t end = 0;
    if (i == 0 || i == s.count)
        return i ? n : 0;
    while (end < n && before + work[end] <= share)
        before += work[end++];
    bool nearer = end < n && before + work[end] - share < share - before;
    return end + nearer;
}

struct place_range shard_range(struct shard s, const uint64_t *work, uint32_t n)
{
    uint64_t total = 0;
    if (shard_is_whole(s))
        return (struct place_range){0, n};
    for (uint32_t i = 0; i < n; i++)
        total += work[i];
    return (struct place_range){end_of(s, s.number - 1, work, n, total),
                                end_of(s, s.number, work, n, total)};
}
