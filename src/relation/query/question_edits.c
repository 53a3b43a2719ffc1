/* question_edits.c: what relations that change a question and its query have in common. */
#include "relation/query/question_edits.h"

#include "base/number.h"
#include "lexicon/inflection.h"
#include "link/named_words.h"
#include "migration/change.h"
#include "relation/refusal.h"
#include "sql/quote.h"
#include "sql/walk.h"

/* Finding the words of a place */

static bool words_overlap(const struct pattern_match *x, const struct pattern_match *y)
{
    return x->start < y->end && y->start < x->end;
}

/* With more words than this a place is in doubt anyway. */
enum { FOUND_MAX = 16 };

/* Of two that share a token the longer stays, or the earlier one if they are equally long. */
static void add_found_words(struct arena *a, struct found_place *t, const struct found_words *found)
{
    if (t->n_found == FOUND_MAX) {
        t->doubtful = true;
        return;
    }
    for (uint32_t i = 0; i < t->n_found; i++) {
        struct found_words *other = &t->found[i];
        if (!words_overlap(&other->match, &found->match))
            continue;
        if (found->match.end - found->match.start > other->match.end - other->match.start)
            *other = *found;
        return;
    }
    ARENA_ADD(a, t->found, t->n_found, *found);
}

/* Names, numbers and halves of words are not part of a phrase, but for its slots. */
static bool is_free(const struct words *w, const struct pattern_match *m)
{
    for (uint32_t i = 0; i < m->pattern->from.count; i++) {
        uint32_t at = m->pattern->from.items[i].type == ITEM_WORD ? m->found[i] : 0;
        if (at > 0 && (w->items[at - 1].fixed || is_word_part(w, at - 1)))
            return false;
    }
    return true;
}

struct found_place find_phrases(const struct edit_search *s, const struct edit_place *place,
                                const struct pattern_subject *subject, uint32_t asks,
                                bool (*fits)(const struct found_words *found))
{
    const struct phrase_list *list = s->seed->phrases;
    const struct words *w = &s->reading.said.words;
    struct found_place t = {.place = place};
    for (uint32_t p = 0; p < list->count; p++) {
        struct found_words found = {&list->items[p],
                                    {.arena = s->arena,
                                     .pattern = &list->items[p].pattern,
                                     .reading = &s->reading,
                                     .subject = subject}};
        bool asked = (found.phrase->asks & asks) && phrase_is_replaced(found.phrase);
        for (uint32_t i = 0; asked && i < w->count; i++)
            if (pattern_match(&found.match, i) && is_free(w, &found.match) && fits(&found))
                add_found_words(s->arena, &t, &found);
    }
    return t;
}

/* The places of the query that a relation looks at. */
struct found_places {
    struct found_place *items;
    uint32_t count;
};

/* Are the words of place `i` also those of another one? */
static bool words_are_shared(const struct found_places *places, uint32_t i)
{
    for (uint32_t k = 0; k < places->count; k++)
        for (uint32_t n = 0; k != i && n < places->items[k].n_found; n++)
            if (words_overlap(&places->items[k].found[n].match, &places->items[i].found[0].match))
                return true;
    return false;
}

/* The words of place `i`; or NULL, and a refusal counted, if there are none, or if there is doubt
 * which words and which place belong together. */
static const struct found_words *certain_words(const struct relation_seed *s,
                                               const struct found_places *places, uint32_t i)
{
    const struct found_place *t = &places->items[i];
    if (!refuse_unless(s, t->place->unique, REFUSED_PLACE_TWICE) ||
        !refuse_unless(s, !t->doubtful && t->n_found <= 1, REFUSED_PLACE_UNSURE) ||
        !refuse_unless(s, t->n_found > 0, REFUSED_PLACE_UNTOLD) ||
        !refuse_unless(s, !words_are_shared(places, i), REFUSED_PLACE_SHARED))
        return NULL;
    return &t->found[0];
}

static void change_place(struct edit_search *s, const struct found_places *places, uint32_t i,
                         const struct place_change *c)
{
    uint32_t before = s->out->count;
    const struct found_words *found = certain_words(s->seed, places, i);
    if (found && c->change(s, places->items[i].place, found))
        refuse_unless(s->seed, s->out->count > before, REFUSED_PLACE_FIXED);
}

uint64_t question_edits_find(struct arena *a, const struct relation_seed *s,
                             const struct place_change *c, const void **plan)
{
    struct edit_search search = {.arena = a, .seed = s, .out = ARENA_NEW(a, struct question_edits)};
    struct found_places found = {0};
    *plan = search.out;
    if (!s->phrases || !refuse_unless(s, s->stmt != NULL, REFUSED_NO_QUERY))
        return 0;
    struct words text = words_whole(s->words);
    search.reading = question_read_words(&text);
    search.names = named_words(a, &text, s->schema, s->column_read);
    search.places = edit_places_of(a, s->schema, s->stmt, s->resolution);
    for (uint32_t i = 0; i < search.places.count; i++)
        if (search.places.items[i].edit.what == c->what)
            ARENA_ADD(a, found.items, found.count, c->find(&search, &search.places.items[i]));
    refuse_unless(s, found.count > 0, REFUSED_NO_PLACE);
    for (uint32_t i = 0; i < found.count; i++)
        change_place(&search, &found, i, c);
    return search.out->count;
}

/* Things that a grouped query does not find, because it counts none for them
 *
 * The shop with the fewest employees may be one without any. But a query that joins shops with
 * employees and groups them never finds that shop. If there is one, question and query do not mean
 * the same. */

/* What is grouped: a column, and the FROM item that has it, or NULL. */
struct thing {
    uint32_t column;
    const struct sql_from *source;
};

static const struct sql_binding *binding_of(const struct relation_seed *s, const struct sql_expr *x)
{
    return &s->resolution->bindings[x->as.column.ref];
}

static const struct sql_from *find_source(const struct relation_seed *s,
                                          const struct sql_core *core, uint32_t table)
{
    for (uint32_t i = 0; i < core->n_from; i++)
        if (core->from[i].kind == SQL_FROM_TABLE &&
            schema_find_table(s->schema, core->from[i].table.text) == table)
            return &core->from[i];
    return NULL;
}

/* A foreign key stands for the rows that it refers to. */
static struct thing thing_of(const struct relation_seed *s, const struct sql_core *core,
                             const struct sql_binding *key)
{
    for (uint32_t i = 0; i < s->schema->n_foreign_keys; i++) {
        struct schema_foreign_key fk = s->schema->foreign_keys[i];
        if (fk.from == key->column)
            return (struct thing){fk.to, find_source(s, core, s->schema->columns[fk.to].table)};
    }
    return (struct thing){key->column, key->source};
}

/* Does another table of the query refer to `table`? Then a thing is a row of it, and what is
 * counted is elsewhere. */
static bool is_referred_to(const struct relation_seed *s, const struct sql_core *core,
                           uint32_t table)
{
    for (uint32_t i = 0; i < s->schema->n_foreign_keys; i++) {
        struct schema_foreign_key fk = s->schema->foreign_keys[i];
        if (s->schema->columns[fk.to].table == table &&
            find_source(s, core, s->schema->columns[fk.from].table))
            return true;
    }
    return false;
}

/* A part of WHERE, and whether it is only about `source`. */
struct where_part {
    const struct relation_seed *seed;
    const struct sql_from *source;
    bool own;
};

/* ctx: struct where_part */
static bool note_source(void *ctx, const struct sql_expr *x)
{
    struct where_part *c = ctx;
    if (x->kind == SQL_EXPR_COLUMN) {
        const struct sql_binding *b = binding_of(c->seed, x);
        c->own &= b->kind == SQL_BOUND_STRING || b->source == c->source;
    }
    return true;
}

/* ctx: struct where_part */
static bool note_subquery(void *ctx, const struct sql_query *q)
{
    struct where_part *c = ctx;
    (void)q;
    c->own = false;
    return false;
}

/* Conditions on the thing itself: only European countries are asked about. */
static void put_conditions(struct buf *sql, const struct relation_seed *s,
                           const struct sql_from *source, const struct sql_expr *x)
{
    if (!x)
        return;
    if (x->kind == SQL_EXPR_BINARY && x->as.binary.op == SQL_AND) {
        put_conditions(sql, s, source, x->as.binary.left);
        put_conditions(sql, s, source, x->as.binary.right);
        return;
    }
    struct where_part c = {s, source, true};
    const struct sql_walker w = {.ctx = &c, .query = note_subquery, .expr = note_source};
    sql_walk_expr(&w, x);
    if (!c.own)
        return;
    buf_put(sql, STR(" AND ("));
    buf_put(sql, str_slice(s->stmt->text, x->span.start, x->span.end));
    buf_putc(sql, ')');
}

static void put_column(struct buf *sql, const char *before, struct str table, struct str column)
{
    buf_put(sql, str_from(before));
    sql_put_name(sql, table);
    buf_putc(sql, '.');
    sql_put_name(sql, column);
}

/* All things. */
static void put_things(struct buf *sql, const struct relation_seed *s, const struct sql_core *core,
                       struct thing thing)
{
    const struct schema_column *c = &s->schema->columns[thing.column];
    const struct schema_table *t = &s->schema->tables[c->table];
    bool aliased = thing.source && thing.source->alias.text.ptr;
    struct str name = aliased ? thing.source->alias.text : t->name;
    put_column(sql, "SELECT ", name, c->name);
    buf_put(sql, STR(" FROM "));
    sql_put_name(sql, t->name);
    buf_put(sql, STR(" AS "));
    sql_put_name(sql, name);
    put_column(sql, " WHERE ", name, c->name);
    buf_put(sql, STR(" IS NOT NULL"));
    if (thing.source && is_referred_to(s, core, c->table))
        put_conditions(sql, s, thing.source, core->where);
}

/* The last place of the word before `end`, case ignored; or `end`. */
static size_t find_before(struct str text, struct str word, size_t end)
{
    for (size_t i = end; i-- > 0;)
        if (i + word.len <= end && str_eq_nocase(str_slice(text, i, i + word.len), word))
            return i;
    return end;
}

/* Those that have a group. */
static void put_groups(struct buf *sql, const struct relation_seed *s, const struct sql_core *core)
{
    const struct sql_expr *key = core->group_by.items[0];
    struct str text = s->stmt->text;
    size_t end = find_before(text, STR("GROUP"), key->span.start);
    buf_put(sql, STR(" EXCEPT SELECT "));
    buf_put(sql, str_slice(text, key->span.start, key->span.end));
    buf_put(sql, STR(" FROM "));
    buf_put(sql, str_slice(text, core->from[0].span.start, end));
}

/* "Fewer than 3", "at most 3", "the fewest"; "the smallest amount in total". */
static bool turns_to_few(const struct edit_place *place, struct str to)
{
    return (str_eq(place->aggregate, STR("count")) || str_eq(place->aggregate, STR("sum"))) &&
           (str_eq_nocase(to, STR("asc")) || to.ptr[0] == '<');
}

/* A query that finds such things; ptr NULL if there can be none. `place` compares or orders by a
 * count, and becomes `to`, an operator or a direction. */
static struct str uncounted_things(struct arena *a, const struct relation_seed *s,
                                   const struct edit_place *place, struct str to)
{
    const struct sql_core *core = place->core;
    if (!turns_to_few(place, to) || !core || core->group_by.count == 0 || core->n_from == 0 ||
        core->group_by.items[0]->kind != SQL_EXPR_COLUMN)
        return STR_NONE;
    const struct sql_binding *key = binding_of(s, core->group_by.items[0]);
    if (key->kind != SQL_BOUND_COLUMN || key->column == SCHEMA_NONE)
        return STR_NONE;
    struct thing thing = thing_of(s, core, key);
    if (thing.column == key->column && core->n_from == 1 && !core->where)
        return STR_NONE; /* known only from what is counted */
    struct buf sql = {0};
    put_things(&sql, s, core, thing);
    put_groups(&sql, s, core);
    return buf_keep(&sql, a);
}

static const char LEFT_OUT[] = ", leaving out those with none";

/* The end of the sentence from token `i` on; 0 if it goes on with something else, of which an
 * appended "leaving out …" would seem to speak. */
static uint32_t sentence_end(const struct words *q, uint32_t i, unsigned more)
{
    for (; i < q->count; i++) {
        const struct word *t = &q->items[i];
        if (t->ends)
            break;
        if (t->kind == TOKEN_MARK || token_in(q, i, more))
            return 0;
    }
    return i;
}

/* Must the words name what is counted: "the fewest songs", but not "enrolled the least"? */
static bool names_what_is_counted(const struct edit_place *place, const struct found_words *found)
{
    return str_eq(place->aggregate, STR("count")) &&
           (place->edit.what == EDIT_OPERATOR || phrase_has_form(found->phrase, COUNTING_FORMS));
}

/* Is one the only number left? "At most one, leaving out those with none" is a strange way to say
 * it. */
static bool leaves_only_one(const struct edit_place *place, struct str to)
{
    double n;
    if (place->edit.what != EDIT_OPERATOR)
        return false;
    const struct sql_expr *other =
        place->flipped ? place->expr->as.binary.left : place->expr->as.binary.right;
    return other->kind == SQL_EXPR_LITERAL && number_read(other->as.literal.text, &n) &&
           n <= (to.len == 1 ? 2 : 1);
}

/* Append words that leave such things out: "the shop with the fewest employees, leaving out those
 * with none". `question` is the seed's with other words for those found. False if they have no good
 * place, or make no sense there. */
static bool leave_out_uncounted(struct arena *a, const struct relation_seed *s,
                                const struct edit_place *place, struct str to,
                                const struct found_words *found, struct str question,
                                struct str *out)
{
    const struct words *q = &found->match.reading->said.words;
    unsigned more = WORD_INTERROGATIVE | WORD_CONJUNCTION;
    if (place->edit.what == EDIT_OPERATOR)
        more |= WORD_AUXILIARY; /* orchestras with at most 3 shows were founded */
    uint32_t end = sentence_end(q, found->match.end, more);
    if (end == 0 || s->stmt->query->n_cores > 1 || !names_what_is_counted(place, found) ||
        leaves_only_one(place, to))
        return false;
    struct str last = q->items[end - 1].token;
    size_t rest = q->text.len - (size_t)(last.ptr + last.len - q->text.ptr);
    size_t at = question.len - rest; /* the text after the words is the same in both */
    *out = arena_printf(a, "%.*s%s%.*s", STR_ARG(str_slice(question, 0, at)), LEFT_OUT,
                        STR_ARG(str_slice(question, at, question.len)));
    return true;
}

/* Variants */

/* The question with `to` in place of the words found. An "a" or "an" before them is made to agree.
 */
static struct str replace_words(struct arena *a, const struct pattern_match *m, struct str to)
{
    const struct words *w = &m->reading->said.words;
    enum article article = article_of(to);
    if (m->start == 0 || !token_is(w, m->start - 1, "a an") || article == ARTICLE_UNSURE)
        return words_replace(a, w, m->start, m->end, to);
    struct str old = w->items[m->start - 1].token,
               gap = text_between(w, m->start - 1, m->start + 1);
    gap = str_slice(gap, old.len, gap.len - w->items[m->start].token.len);
    to = ARENA_CONCAT(a, str_slice(old, 0, 1), article == ARTICLE_AN ? STR("n") : STR(""), gap, to);
    return words_replace(a, w, m->start - 1, m->end, to);
}

/* "The fewest" may be none. If there are rows of which there are none, which the query does not
 * find, a second question says that they are left out. */
static void add_question(struct edit_search *s, const struct edit_place *place,
                         const struct found_words *found, struct str new_words, struct str to)
{
    const struct pattern_match *m = &found->match;
    const struct words *w = &m->reading->said.words;
    struct question_edit e = {.edit = place->edit};
    struct change change;
    if (ascii_capital(w->items[m->start].token.ptr[0]))
        new_words = arena_str_capital(s->arena, new_words);
    e.edit.to = to;
    e.condition.query = uncounted_things(s->arena, s->seed, place, to);
    e.question = replace_words(s->arena, m, new_words);
    change_begin(&change);
    change_put(&change, "from", text_between(w, m->start, m->end));
    change_put(&change, "to", new_words);
    e.change = change_end(&change, s->arena);
    ARENA_ADD(s->arena, s->out->items, s->out->count, e);
    e.condition.finds = true;
    if (e.condition.query.ptr &&
        leave_out_uncounted(s->arena, s->seed, place, to, found, e.question, &e.question))
        ARENA_ADD(s->arena, s->out->items, s->out->count, e);
}

void question_edits_add(struct edit_search *s, const struct edit_place *place,
                        const struct found_words *found, enum query_keyword keyword, struct str to,
                        bool (*fits)(const struct found_words *found, struct str words))
{
    const struct line_phrase *line = found->phrase->line;
    for (uint32_t k = 0; k < found->phrase->n_line; k++) {
        struct str words = STR_NONE;
        if (line[k].written && phrase_asks(&line[k], keyword) &&
            (!fits || fits(found, line[k].text)))
            words = pattern_write(&found->match, &found->match.pattern->to[k], 0);
        if (words.ptr)
            add_question(s, place, found, words, to);
    }
}

bool question_edits_make(struct arena *a, const struct relation_seed *s, const void *plan,
                         uint64_t i, struct test_case *out)
{
    (void)a;
    (void)s;
    const struct question_edit *e = &((const struct question_edits *)plan)->items[i];
    out->question = e->question;
    out->change = e->change;
    out->edit = e->edit;
    out->condition = e->condition;
    out->claim = CLAIM_CHANGED;
    return true;
}
