/* indicate_keyword.c: the words that indicate a keyword: a phrase of
 * data/phrases.tsv, or an adjective, which also says the column. */
#include "link/indicator_search.h"

enum {
    FAR = 8,       /* too many words between a comparison and its value */
    WORD_WORTH = 9 /* a longer phrase counts more than a nearer one */
};

/* The words of the value that the keyword compares with; or NULL. */
static const struct indicator *value_of(const struct indicator_search *s,
                                        const struct query_part *keyword)
{
    for (uint32_t i = 0; i < s->out.count; i++) {
        const struct query_part *p = &s->parts->items[i];
        if (p->kind == PART_VALUE && p->keyword == keyword->keyword &&
            p->column == keyword->column && s->out.items[i].manner != MANNER_NONE)
            return &s->out.items[i];
    }
    return NULL;
}

static uint32_t distance(const struct indicator *value, const struct occurrence *o)
{
    if (!value)
        return 0;
    uint32_t d = o->end <= value->start   ? value->start - o->end
                 : o->start >= value->end ? o->start - value->end
                                          : 0;
    return d < FAR ? d : FAR;
}

/* Does it stand right before the value of another keyword: "more than one theater with a capacity
 * above 300"? */
static bool is_of_another(const struct indicator_search *s, const struct indicator *value,
                          const struct occurrence *o)
{
    for (uint32_t i = 0; value && i < s->out.count; i++) {
        const struct indicator *x = &s->out.items[i];
        if (s->parts->items[i].kind == PART_VALUE && x->manner != MANNER_NONE &&
            x->start == o->end && x->start != value->start)
            return true;
    }
    return false;
}

/* Is the phrase part of a longer name, as "number" of "phone number", "the first" of "first name"?
 */
static bool is_in_name(const struct indicator_search *s, const struct occurrence *o)
{
    uint32_t length = o->end - o->start - word_is(&s->out.words, o->start, "the a an");
    for (uint32_t i = 0; i < s->out.count; i++) {
        const struct indicator *x = &s->out.items[i];
        if (s->parts->items[i].kind != PART_KEYWORD && indicator_shares(x, o->start, o->end) &&
            x->end - x->start > length)
            return true;
    }
    return false;
}

/* Does "and" or "or" stand before all conditions, as in "name and country of directors who …"? */
static bool joins_before(const struct indicator_search *s, const struct query_part *p,
                         const struct occurrence *o)
{
    bool joins = p->keyword == KEYWORD_INTERSECT || p->keyword == KEYWORD_UNION;
    bool before = false;
    if (!joins || !word_is(&s->out.words, o->start, "and or"))
        return false;
    for (uint32_t i = 0; i < s->out.count && !before; i++)
        before = s->parts->items[i].kind == PART_VALUE && s->out.items[i].manner != MANNER_NONE &&
                 s->out.items[i].end <= o->start;
    return !before;
}

/* The best words so far. They belong to the part once all were looked at: a longer phrase of the
 * same words would seem to take them from another part. */
struct keyword_choice {
    struct indicator found;
    int64_t score;
};

static void choose_keyword(const struct indicator_search *s, uint32_t part,
                           const struct occurrence *o, enum manner manner,
                           struct keyword_choice *best)
{
    const struct indicator *value = value_of(s, &s->parts->items[part]);
    int64_t score = (int64_t)(o->end - o->start) * WORD_WORTH - distance(value, o);
    if (words_taken(s, PART_KEYWORD, o->start, o->end) || is_of_another(s, value, o))
        score -= WORD_WORTH;
    score -= joins_before(s, &s->parts->items[part], o);
    if (!is_in_name(s, o) && score > best->score)
        *best = (struct keyword_choice){
            {.manner = manner, .start = o->start, .end = o->end, .weight = o->weight}, score};
}

bool takes_adjective(enum query_keyword k, enum phrase_kind form)
{
    bool most = k == KEYWORD_MOST || k == KEYWORD_LEAST || k == KEYWORD_MAX || k == KEYWORD_MIN;
    bool more = k == KEYWORD_GT || k == KEYWORD_LT || k == KEYWORD_GE || k == KEYWORD_LE;
    return (most && form == PHRASE_SUPERLATIVE) || (more && form == PHRASE_COMPARATIVE);
}

static bool phrase_fits_part(const struct indicator_search *s, const struct line_phrase *x,
                             const struct query_part *p)
{
    return phrase_fits_column(s->arena, &s->book->phrases, x, s->book->schema,
                              p->column == SCHEMA_STAR ? SCHEMA_NONE : p->column);
}

void indicate_keyword(struct indicator_search *s, uint32_t part)
{
    const struct query_part *p = &s->parts->items[part];
    struct keyword_choice best = {.score = INT64_MIN};
    for (uint32_t i = 0; i < s->names.count; i++) {
        const struct occurrence *o = &s->names.items[i];
        if (takes_adjective(p->keyword, o->phrase->kind) && p->column != SCHEMA_STAR &&
            !is_verb_comparative(o->phrase) && adjective_fits(s, o, p->column))
            choose_keyword(s, part, o, MANNER_ATTRIBUTE, &best);
    }
    for (uint32_t i = 0; i < s->keywords.count; i++) {
        const struct occurrence *o = &s->keywords.items[i];
        const struct line_phrase *x = &s->book->phrases.items[o->phrase->target];
        if (phrase_asks(x, p->keyword) && phrase_fits_part(s, x, p))
            choose_keyword(s, part, o, x->carries ? MANNER_CARRIER : MANNER_WORD, &best);
    }
    s->out.items[part] = best.found;
}
