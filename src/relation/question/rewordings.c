/* rewordings.c: collecting variants of a question. */
#include "relation/question/rewordings.h"

#include "migration/change.h"

/* The next character of `s` that is not white space, in lower case; 0 at the end. */
static char next_letter(struct str s, size_t *at)
{
    while (*at < s.len && ascii_space(s.ptr[*at]))
        ++*at;
    return *at < s.len ? ascii_lower(s.ptr[(*at)++]) : '\0';
}

bool wording_equal(struct str a, struct str b)
{
    size_t i = 0, j = 0;
    if (a.ptr == b.ptr && a.len == b.len)
        return true; /* cases that change the schema all have the seed's own question */
    while (i < a.len || j < b.len)
        if (next_letter(a, &i) != next_letter(b, &j))
            return false;
    return true;
}

/* Equal wordings have equal hashes. */
static uint64_t wording_hash(struct str s)
{
    uint64_t hash = 0;
    size_t at = 0;
    for (char c; (c = next_letter(s, &at)) != '\0';)
        hash = hash * 0x100000001b3u + (unsigned char)c;
    return hash;
}

static struct str change_text(struct arena *a, struct change_entry first,
                              struct change_entry second)
{
    struct change change;
    change_begin(&change);
    change_put(&change, first.key, first.value);
    if (second.key)
        change_put(&change, second.key, second.value);
    return change_end(&change, a);
}

struct rewordings *rewordings_begin(struct arena *a, const struct relation_seed *s,
                                    const void **plan)
{
    struct rewordings *r = ARENA_NEW(a, struct rewordings);
    r->text = s->words;
    *plan = r;
    return r;
}

bool rewordings_add(struct arena *a, struct rewordings *r, struct str question,
                    struct change_entry first, struct change_entry second)
{
    uint64_t hash = wording_hash(question);
    if (wording_equal(question, r->text->text))
        return false;
    for (uint32_t i = 0; i < r->count; i++)
        if (r->items[i].hash == hash && wording_equal(question, r->items[i].question))
            return true;
    ARENA_PUSH(a, r->items, r->count);
    r->items[r->count++] = (struct rewording){question, change_text(a, first, second), hash};
    return true;
}

bool rewordings_make(struct arena *a, const struct relation_seed *s, const void *plan, uint64_t i,
                     struct test_case *out)
{
    (void)a;
    (void)s;
    const struct rewordings *r = plan;
    out->question = r->items[i].question;
    out->change = r->items[i].change;
    return true;
}
