/* equivalent.c: the search for other forms of a column, and what its kinds share. */
#include "lexicon/kinds.h"
#include "link/schema_words.h"
#include "relation/schema/equivalent_search.h"
#include "sql/quote.h"

struct equivalent_scope equivalent_scope_of(struct arena *a, const struct relation_seed *s)
{
    return (struct equivalent_scope){s, taken_names_of(a, s), name_habits_of(a, s)};
}

/* Rules */

/* Does the name have the words of the rule from `start` on? */
static bool words_stand(const struct name_words *w, uint32_t start, struct str rule, uint32_t *end)
{
    *end = start;
    for (struct str rest = rule; rest.ptr; ++*end) {
        struct str word = str_split(&rest, ' ');
        if (*end >= w->count || !str_eq(w->items[*end].text, word))
            return false;
    }
    return true;
}

static bool find_words(const struct name_words *w, struct str rule, struct str place,
                       struct words_place *out)
{
    bool first = str_eq(place, STR("first")), last = str_eq(place, STR("last"));
    if (str_eq(rule, STR("*"))) {
        *out = (struct words_place){0, w->count};
        return w->count > 0;
    }
    for (out->start = 0; out->start < (first ? 1 : w->count); out->start++)
        if (words_stand(w, out->start, rule, &out->end) && (!last || out->end == w->count))
            return true;
    return false;
}

static uint32_t rule_length(struct str rule)
{
    uint32_t n = !str_eq(rule, STR("*"));
    for (size_t i = 0; i < rule.len; i++)
        n += rule.ptr[i] == ' ';
    return n;
}

static bool rule_at(struct rule_walk *w, bool has_place, uint32_t row)
{
    w->row = w->list->rows[row].fields;
    return find_words(&w->search->words, w->row[0], has_place ? w->row[1] : STR("last"), &w->at);
}

struct rule_walk rules_begin(struct equivalent_search *s, const char *list, bool has_place)
{
    struct rule_walk w = {.search = s,
                          .list = lexicon_table(s->scope->seed->lexicon, str_from(list)),
                          .has_place = has_place};
    for (uint32_t i = 0; i < w.list->n_rows; i++)
        if (rule_at(&w, has_place, i) && rule_length(w.row[0]) > w.longest)
            w.longest = rule_length(w.row[0]);
    return w;
}

bool rules_next(struct rule_walk *w)
{
    while (w->next < w->list->n_rows)
        if (rule_at(w, w->has_place, w->next++) && rule_length(w->row[0]) == w->longest)
            return true;
    return false;
}

struct str search_table_noun(const struct equivalent_search *s)
{
    const struct relation_seed *seed = s->scope->seed;
    return schema_table_noun(s->arena, seed->knowledge, seed->schema,
                             seed->schema->columns[s->column].table);
}

bool owner_is(const struct equivalent_search *s, struct words_place at, struct str kind)
{
    if (str_eq(kind, STR("any")))
        return true;
    struct str noun = at.start > 0 ? s->words.items[at.start - 1].text : search_table_noun(s);
    struct noun_kinds kinds = kinds_of(s->arena, s->scope->seed->knowledge, noun);
    bool person = kinds_have(&kinds, STR("person"));
    return person || (str_eq(kind, STR("living")) && kinds_have(&kinds, STR("animal")));
}

/* New columns */

/* The name without the words at `at`. */
static struct str name_without(const struct equivalent_search *s, struct words_place at)
{
    const struct name_words *w = &s->words;
    if (at.start == 0 && at.end == w->count)
        return STR_NONE;
    struct str rest = at.start == 0 ? str_slice(w->name, w->items[at.end].start, w->name.len)
                                    : str_slice(w->name, 0, w->items[at.start - 1].end);
    return arena_str(s->arena, rest);
}

struct str search_name(const struct equivalent_search *s, struct words_place at, struct str words)
{
    if (str_eq(words, STR("-")))
        return name_without(s, at);
    if (at.start == 0 && at.end == s->words.count)
        return name_in_place_of(s->arena, &s->scope->habits, s->scope->seed->schema, s->column,
                                words);
    return name_replace(s->arena, &s->words, at.start, at.end, words);
}

struct str fill_in(struct arena *a, struct str pattern, struct str label, struct str before)
{
    struct buf out = {0};
    for (struct str rest = pattern; rest.ptr;) {
        struct str word = str_split(&rest, ' ');
        word = str_eq(word, STR("@")) ? label : str_eq(word, STR("#")) ? before : word;
        if (word.len > 0)
            buf_printf(&out, "%s%.*s", out.len > 0 ? " " : "", STR_ARG(word));
    }
    return buf_keep(&out, a);
}

struct str text_literal(struct arena *a, struct str text)
{
    struct buf out = {0};
    sql_put_text(&out, text);
    return buf_keep(&out, a);
}

struct str value_literal(const struct equivalent_search *s, uint32_t n)
{
    const struct content_value *v = &s->content->values[n];
    return v->number ? v->text : text_literal(s->arena, v->text);
}

struct migration_column new_column(const struct equivalent_search *s, struct str name,
                                   enum schema_type type, const struct column_mapping *mapping)
{
    struct column_mapping *copy = ARENA_NEW(s->arena, struct column_mapping);
    *copy = *mapping;
    return (struct migration_column){.name = name,
                                     .natural = name_in_words(s->arena, name),
                                     .type = type,
                                     .source = MIGRATION_MAPPED,
                                     .old = s->column,
                                     .mapping = copy};
}

/* Is it a name that needs no quotes, and new to the schema? */
static bool name_is_new(const struct equivalent_search *s, struct str name)
{
    struct buf plain = {0};
    sql_put_plain_name(&plain, name);
    bool fine = name.len > 0 && str_eq(buf_str(&plain), name) &&
                name_map_get(s->scope->taken.schema, name_squeezed(s->arena, name)) == NAME_NONE;
    buf_release(&plain);
    return fine;
}

static bool names_are_new(const struct equivalent_search *s, const struct replacement *r)
{
    for (uint32_t i = 0; i < r->n_columns; i++) {
        if (!name_is_new(s, r->columns[i].name))
            return false;
        for (uint32_t j = 0; j < i; j++)
            if (str_eq_nocase(r->columns[i].name, r->columns[j].name))
                return false;
    }
    return true;
}

void search_found(struct rule_walk *w, const struct replacement *r)
{
    struct equivalent_search *s = w->search;
    for (uint32_t i = 0; i < r->n_columns; i++)
        if (column_mapping_problem(r->columns[i].mapping)) {
            s->found.why = REFUSED_ROWS_UNFIT;
            return;
        }
    if (!names_are_new(s, r)) {
        s->found.why = REFUSED_NAME_TAKEN;
        return;
    }
    ARENA_PUSH(s->arena, s->found.items, s->found.count);
    struct equivalent *e = &s->found.items[s->found.count++];
    *e = (struct equivalent){.replacement = *r};
    e->replacement.column = s->column;
    e->replacement.nullable = s->content->n_nulls > 0;
    e->rule = hash_combine(hash_bytes(w->list->name), hash_bytes(w->row[0]));
}

/* The search */

/* Is there a rule for the name? Only then are rows read. */
static bool name_has_rule(struct equivalent_search *s)
{
    const struct {
        const char *list;
        bool has_place;
    } lists[] = {{"equivalent_parts", true},
                 {"equivalent_texts", true},
                 {"equivalent_flags", true},
                 {"equivalent_numbers", false}};
    for (size_t i = 0; i < COUNT_OF(lists); i++) {
        struct rule_walk w = rules_begin(s, lists[i].list, lists[i].has_place);
        if (rules_next(&w))
            return true;
    }
    return false;
}

static bool content_is_known(const struct column_content *c)
{
    return c && c->n_blobs == 0 && c->n_values >= 2;
}

struct equivalent_list equivalents_of(struct arena *a, const struct equivalent_scope *scope,
                                      uint32_t column)
{
    const struct content_source *source = scope->seed->content;
    struct equivalent_search s = {.arena = a,
                                  .scope = scope,
                                  .column = column,
                                  .words = name_split(a, scope->seed->schema->columns[column].name),
                                  .found = {.why = REFUSED_NO_EQUIVALENT}};
    if (!name_has_rule(&s))
        return s.found;
    s.content = source->column(source->ctx, column);
    if (!content_is_known(s.content)) {
        s.found.why = REFUSED_ROWS_UNFIT;
        return s.found;
    }
    find_digits(&s);
    if (!s.content->complete) {
        s.found.why = REFUSED_ROWS_UNFIT;
        return s.found;
    }
    find_parts(&s);
    find_texts(&s);
    find_flags(&s);
    find_numbers(&s);
    return s.found;
}
