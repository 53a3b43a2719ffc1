/* selection.c: the mentions of a question, and the names that they use. */
#include "defence/selection.h"

#include "lexicon/inflection.h"
#include "lexicon/name_style.h"
#include "link/mention.h"
#include "link/query_parts.h"

/* Words of a default, and those that a selected name has in their place. */
struct word_change {
    struct lemmas from, to;
};

struct selecting {
    struct arena *arena;
    const struct annotation_index *index;
    const struct schema *schema;
    struct words words;
    struct str *spellings; /* by number of a word of names: the question's; ptr NULL for the same */
    double *said;          /* by item: how well its name so far is said; or 0 */
    struct str *selected;  /* by item: that name, if it is not the default */
    struct word_change *changes; /* that the selected names make */
    uint32_t n_changes;
    bool any;
};

/* Words */

/* Give the question's words the spelling that the names have: "given" as "give". */
static void respell_words(struct selecting *s)
{
    const struct annotation_index *x = s->index;
    s->spellings = arena_zalloc(s->arena, ((size_t)x->n_texts + 1) * sizeof *s->spellings);
    for (uint32_t i = 0; i < s->words.count; i++) {
        struct word *w = &s->words.items[i];
        if (w->kind != TOKEN_WORD || name_map_get(&x->words, w->lemma) != NAME_NONE)
            continue;
        uint32_t word = name_map_get(&x->by_stem, word_stem(s->arena, x->wordnet, w->lower));
        if (word == NAME_NONE)
            continue;
        s->spellings[word] = w->lower;
        w->lemma = x->texts[word];
    }
}

/* The name with its words as the question has them. */
static struct str name_as_said(struct selecting *s, struct str name)
{
    struct name_words w = name_split(s->arena, name);
    struct str out = STR("");
    bool differs = false;
    for (uint32_t i = 0; i < w.count; i++) {
        uint32_t word = name_map_get(&s->index->words, w.items[i].text);
        struct str said = word == NAME_NONE ? STR_NONE : s->spellings[word];
        differs |= said.ptr != NULL;
        out =
            ARENA_CONCAT(s->arena, out, i ? STR(" ") : STR(""), said.ptr ? said : w.items[i].text);
    }
    return differs ? out : name;
}

/* Defaults */

static bool is_default(const struct selecting *s, const struct referent *m)
{
    return m->id < count_items(s->schema);
}

/* The most that the words weigh as a default. */
static double default_weight(const struct selecting *s, const struct mention *m)
{
    double most = 0;
    for (uint32_t i = 0; i < m->n_referents; i++)
        if (is_default(s, &m->referents[i]) && m->referents[i].weight > most)
            most = m->referents[i].weight;
    return most;
}

/* Longer names say more. */
static double name_strength(const struct mention *m, double weight)
{
    return weight * (m->end - m->start);
}

/* If the default of an item is said, no other name of it is needed, unless that is longer. */
static void note_default(struct selecting *s, const struct mention *m)
{
    double most = default_weight(s, m);
    for (uint32_t i = 0; i < m->n_referents; i++) {
        const struct referent *x = &m->referents[i];
        if (!is_default(s, x) || x->weight < most)
            continue;
        double *said = &s->said[item_number(s->schema, x->is_table, x->id)];
        *said = name_strength(m, x->weight) > *said ? name_strength(m, x->weight) : *said;
    }
}

/* Other names */

/* "Show" at the beginning is not the show of a theatre. */
static bool is_command(const struct selecting *s, const struct mention *m)
{
    return m->start == 0 && m->end == 1 && (s->words.items[0].classes & WORD_COMMAND);
}

/* Does it ask to compute, compare or order? "Show" does not, and may name things elsewhere. */
static bool is_key_phrase(const struct phrase *p)
{
    return p->kind != PHRASE_KEY || p->target != NO_KEYWORD;
}

/* Does a key phrase that begins at word `at` have all words of the mention in it? */
static bool key_phrase_covers(const struct selecting *s, uint32_t at, const struct mention *m)
{
    const struct phrase_book *b = &s->index->key_phrases;
    for (uint32_t i = phrase_book_first(b, s->words.items[at].lemma); i != NAME_NONE;
         i = b->items[i].next)
        if (is_key_phrase(&b->items[i]) && at + b->items[i].n_words >= m->end &&
            phrase_stands(&s->words, at, &b->items[i]))
            return true;
    return false;
}

static bool in_key_phrase(const struct selecting *s, const struct mention *m)
{
    for (uint32_t back = 0; back <= m->start && back < PHRASE_MAX_WORDS; back++)
        if (key_phrase_covers(s, m->start - back, m))
            return true;
    return false;
}

static bool may_be_name(const struct selecting *s, const struct mention *m)
{
    return !is_command(s, m) && !in_key_phrase(s, m);
}

static uint32_t used_item(const struct selecting *s, const struct name_use *u)
{
    return item_number(s->schema, u->is_table, u->item);
}

/* Must their names differ? */
static bool are_rivals(const struct selecting *s, const struct name_use *x,
                       const struct name_use *y)
{
    return x->is_table == y->is_table &&
           (x->is_table || s->schema->columns[x->item].table == s->schema->columns[y->item].table);
}

static const struct name_use *use_of(const struct selecting *s, const struct referent *m)
{
    return &s->index->uses[m->id - count_items(s->schema)];
}

/* Is the first the better one to have the words? First the name that they say more fully, then an
 * item without a name so far, then the one that comes first. */
static bool is_better_use(struct selecting *s, const struct referent *m,
                          const struct referent *than)
{
    const struct name_use *x = use_of(s, m), *y = use_of(s, than);
    bool free_x = !s->selected[used_item(s, x)].ptr, free_y = !s->selected[used_item(s, y)].ptr;
    if (m->weight != than->weight)
        return m->weight > than->weight;
    return free_x != free_y ? free_x : x->item < y->item;
}

static bool is_best_use(struct selecting *s, const struct mention *m, const struct referent *x)
{
    for (uint32_t i = 0; i < m->n_referents; i++) {
        const struct referent *other = &m->referents[i];
        if (other != x && !is_default(s, other) && are_rivals(s, use_of(s, x), use_of(s, other)) &&
            is_better_use(s, other, x))
            return false;
    }
    return true;
}

/* Words that can be a default or another name are a default. */
static void note_mention(struct selecting *s, const struct mention *m)
{
    double against = default_weight(s, m);
    bool *best = ARENA_ARRAY(s->arena, bool, (size_t)m->n_referents + 1);
    for (uint32_t i = 0; i < m->n_referents; i++) {
        const struct referent *x = &m->referents[i];
        best[i] = !is_default(s, x) && x->weight > against && is_best_use(s, m, x);
    }
    for (uint32_t i = 0; i < m->n_referents; i++) {
        if (!best[i])
            continue;
        const struct name_use *use = use_of(s, &m->referents[i]);
        double said = name_strength(m, m->referents[i].weight);
        uint32_t item = used_item(s, use);
        if (said <= s->said[item])
            continue;
        s->said[item] = said;
        s->selected[item] = name_as_said(s, use->name);
        s->any = true;
    }
}

/* Names that follow */

/* What is left of both without their common beginning and end. */
static void note_change(struct selecting *s, struct lemmas x, struct str after)
{
    struct lemmas y = lemmas_of_name(s->arena, &s->index->link.lemmatizer, after);
    uint32_t head = 0, tail = 0;
    while (head < x.count && head < y.count && str_eq(x.items[head], y.items[head]))
        head++;
    while (head + tail < x.count && head + tail < y.count &&
           str_eq(x.items[x.count - tail - 1], y.items[y.count - tail - 1]))
        tail++;
    if (head + tail >= x.count || head + tail >= y.count)
        return;
    ARENA_ADD(s->arena, s->changes, s->n_changes,
              (struct word_change){lemmas_slice(x, head, x.count - tail),
                                   lemmas_slice(y, head, y.count - tail)});
}

/* Is `after` what the change makes of `before`? */
static bool is_changed_so(const struct word_change *c, struct lemmas before, struct lemmas after)
{
    if (before.count + c->to.count != after.count + c->from.count)
        return false;
    for (uint32_t at = 0; at + c->from.count <= before.count; at++) {
        uint32_t rest = at + c->from.count, rest_after = at + c->to.count;
        if (lemmas_equal(lemmas_slice(before, at, rest), c->from) &&
            lemmas_equal(lemmas_slice(after, at, rest_after), c->to) &&
            lemmas_equal(lemmas_slice(before, 0, at), lemmas_slice(after, 0, at)) &&
            lemmas_equal(lemmas_slice(before, rest, before.count),
                         lemmas_slice(after, rest_after, after.count)))
            return true;
    }
    return false;
}

/* The name of an item that follows a change; or ptr NULL. */
static struct str find_following(struct selecting *s, const struct annotation *n,
                                 const struct lemmas *words)
{
    for (uint32_t i = 0; i < s->n_changes; i++)
        for (uint32_t k = 1; k < n->count; k++)
            if (is_changed_so(&s->changes[i], words[0], words[k]))
                return n->names[k];
    return STR_NONE;
}

/* If the table "course" is called "curriculum", "course id" is "curriculum id", even if the
 * question says only "id". What the question calls by its default keeps that. */
static void follow_changes(struct selecting *s)
{
    const struct annotation_index *x = s->index;
    for (uint32_t i = 0; i < count_items(s->schema); i++)
        if (s->selected[i].ptr)
            note_change(s, x->names[i][0], s->selected[i]);
    for (uint32_t i = 0; i < count_items(s->schema); i++)
        if (!s->selected[i].ptr && s->said[i] < 1)
            s->selected[i] = find_following(s, &x->annotated->items[i], x->names[i]);
}

struct selection selection_of(struct arena *a, const struct annotation_index *x,
                              struct str question)
{
    const struct schema *schema = x->annotated->schema;
    uint32_t n = count_items(schema);
    struct selecting s = {.arena = a,
                          .index = x,
                          .schema = schema,
                          .words = words_read(a, &x->link.lemmatizer, question),
                          .said = arena_zalloc(a, n * sizeof(double)),
                          .selected = arena_zalloc(a, n * sizeof(struct str))};
    respell_words(&s);
    struct mention_list list = mentions_find(a, &x->link, &s.words);
    for (uint32_t i = 0; i < list.count; i++)
        note_default(&s, &list.items[i]);
    for (uint32_t length = PHRASE_MAX_WORDS; length > 0; length--)
        for (uint32_t i = 0; i < list.count; i++)
            if (list.items[i].end - list.items[i].start == length &&
                may_be_name(&s, &list.items[i]))
                note_mention(&s, &list.items[i]);
    follow_changes(&s);
    return (struct selection){s.selected, s.selected + schema->n_tables, s.any};
}
