/* column_insertion.c: a table gets one more column, such as tables of its kind have (CI, MT-TEQL
 * §3.2).
 *
 * Holds because the query cannot read a column that was not there. Has-a facts (has_a.h) say what a
 * thing may have, with type and values. Not applied to
 *
 * - tables whose `*` the query takes: the answer would get a column more;
 * - facts that the question could mean, because it uses one of their words, a word of the same
 *   family, a synonym, or a word that asks for such things (asked-by in words.tsv);
 * - facts of a kind that the question asks for or the query reads (holds, asks in words.tsv): where
 * an airport's code is asked for, no ICAO code comes beside it;
 * - types and states of rows that the query reads: if likes are counted, a new type could say that
 * some of them are not;
 * - facts about a kind, if the table refers to another of that kind (a poker player's phone number
 * is with the people), or has persons without their names;
 * - facts that the table has already, in other words or more exactly ("name" beside "first name"),
 *   and those that go with one it has ("birth date" beside "age").
 *
 * The column comes last, where ALTER TABLE would put it, and is written as the others are. */
#include "lexicon/answer_kind.h"
#include "lexicon/has_a.h"
#include "lexicon/inflection.h"
#include "lexicon/name_style.h"
#include "lexicon/synonyms.h"
#include "lexicon/word_fact.h"
#include "link/schema_words.h"
#include "migration/change.h"
#include "migration/migration.h"
#include "relation/fresh_name.h"
#include "relation/refusal.h"
#include "relation/schema/built_name.h"
#include "relation/schema_memory.h"
#include "relation/table_use.h"
#include "schema/keys.h"

/* Words with their synonyms, looked up once. */
struct known_word {
    struct str text, stem;
    struct synonym_list synonyms;
};

struct known_words {
    struct known_word whole;  /* all of them, as a phrase */
    struct known_word *items; /* those with a meaning of their own */
    uint32_t count;
};

enum fact_known { NOT_LOOKED, IS_NEW, IS_KNOWN };

/* A column that a table could get, whatever the question. */
struct insertion {
    uint32_t table;
    struct str name;
    const struct has_a_fact *fact;
    struct proposed_name proposed;
    struct known_words words; /* of the fact */
    struct answer_kinds kinds;
    enum fact_known known; /* does the table have such a column? */
};

struct table_insertions {
    bool found; /* they were looked for */
    struct insertion *items;
    uint32_t count;
    struct table_names *names;
};

struct insertion_plan {
    const struct insertion **items;
    uint32_t count;
    struct schema_memory *memory;
    struct table_insertions *tables; /* the note of them, by table */
    struct taken_names taken;
    struct name_map stems; /* of the question's words */
    struct name_habits habits;
    uint64_t asked; /* kinds of answers that the question could want */
};

/* Does the question ask for it without its name: "oldest" for a birth date? */
static bool asks_for(const struct knowledge *k, const struct taken_names *taken, struct str word)
{
    for (const struct word_fact *f = fact_of(k->lexicon, FACT_ASKED_BY, word); f; f = f->next)
        for (uint32_t i = 0; i < f->n_values; i++)
            if (name_map_get(&taken->question, f->values[i]) != NAME_NONE)
                return true;
    return false;
}

static bool asks_by_synonym(const struct taken_names *taken, const struct synonym_list *list)
{
    for (uint32_t i = 0; i < list->count; i++)
        if (!list->items[i].whole && !words_are_fresh(taken, list->items[i].words))
            return true;
    return false;
}

/* Could the question mean the fact, by its words, their kinds, or other words? */
static bool question_means(const struct knowledge *k, const struct insertion_plan *p,
                           const struct insertion *in)
{
    if (in->kinds.all & p->asked)
        return true;
    for (uint32_t i = 0; i < in->words.count; i++) {
        const struct known_word *word = &in->words.items[i];
        if (name_map_get(&p->taken.question, word->text) != NAME_NONE ||
            name_map_get(&p->stems, word->stem) != NAME_NONE ||
            asks_for(k, &p->taken, word->text) || asks_by_synonym(&p->taken, &word->synonyms))
            return true;
    }
    return false;
}

static struct known_word know_word(struct arena *a, const struct knowledge *k, struct str text)
{
    return (struct known_word){text, word_stem(a, NULL, text), synonyms_of(k, text)};
}

static struct known_words know_words(struct arena *a, const struct knowledge *k, struct str words)
{
    struct known_words out = {.whole = know_word(a, k, words)};
    struct str word;
    for (size_t at = 0; next_content_word(k, words, &at, &word);)
        ARENA_ADD(a, out.items, out.count, know_word(a, k, word));
    return out;
}

static bool leads_to(const struct known_word *from, const struct known_word *to)
{
    for (uint32_t i = 0; i < from->synonyms.count; i++)
        if (str_eq_nocase(from->synonyms.items[i].words, to->text))
            return true;
    return false;
}

static bool may_mean(const struct known_word *x, const struct known_word *y)
{
    return leads_to(x, y) || leads_to(y, x);
}

/* Is `word`, or one that may mean the same, among `words`? */
static bool words_have_one_like(struct arena *a, const struct knowledge *k,
                                const struct known_words *words, const struct known_word *word)
{
    struct inflection rules = {.lexicon = k->lexicon}; /* WordNet is too slow here */
    for (uint32_t i = 0; i < words->count; i++)
        if (noun_same(a, &rules, words->items[i].text, word->text) ||
            may_mean(&words->items[i], word))
            return true;
    return false;
}

static bool words_have_all(struct arena *a, const struct knowledge *k,
                           const struct known_words *words, const struct known_words *part)
{
    for (uint32_t i = 0; i < part->count; i++)
        if (!words_have_one_like(a, k, words, &part->items[i]))
            return false;
    return true;
}

/* What each fact is compared with. */
struct table_names {
    struct known_words *columns;
    uint32_t n_columns;
    uint64_t single;         /* kinds that the table has a column of, and needs no other */
    struct name_style style; /* of the names */
};

static struct table_names table_names_of(struct arena *a, const struct relation_seed *s,
                                         const struct name_habits *habits, uint32_t table)
{
    const struct schema_table *t = &s->schema->tables[table];
    struct known_words *columns = ARENA_ARRAY(a, struct known_words, t->n_columns + 1);
    uint64_t single = 0;
    for (uint32_t i = 0; i < t->n_columns; i++) {
        const struct schema_column *c = &s->schema->columns[t->columns[i]];
        struct str words = name_in_words(a, c->natural);
        columns[i] = know_words(a, s->knowledge, words);
        single |= answer_kinds_of_name(a, s->knowledge, words).single;
    }
    return (struct table_names){columns, t->n_columns, single,
                                name_style_of_table(a, habits, s->schema, table)};
}

/* Does the table have such a column, named more or less exactly, or one of the fact's kinds? */
static bool table_has(struct arena *a, const struct knowledge *k, const struct table_names *t,
                      const struct insertion *in)
{
    if (in->kinds.single & t->single)
        return true;
    for (uint32_t i = 0; i < t->n_columns; i++) {
        const struct known_words *column = &t->columns[i];
        if (may_mean(&column->whole, &in->words.whole) ||
            words_have_all(a, k, column, &in->words) || words_have_all(a, k, &in->words, column))
            return true;
    }
    return false;
}

static struct str describe_insertion(struct arena *a, const struct relation_seed *s,
                                     const struct insertion *in)
{
    const struct has_a_fact *fact = in->fact;
    struct change c;
    change_begin(&c);
    change_put(&c, "inserted",
               arena_printf(a, "%.*s.%.*s", STR_ARG(s->schema->tables[in->table].name),
                            STR_ARG(in->name)));
    change_put(&c, "fact",
               arena_printf(a, "%.*s has %.*s", STR_ARG(fact->owner), STR_ARG(fact->attribute)));
    change_put(&c, "source", word_source_name(fact->source));
    if (fact->source == SOURCE_DATASET) {
        json_key(&c.json, STR("schemas"));
        json_put_int(&c.json, fact->count);
    }
    return change_end(&c, a);
}

static enum schema_type schema_type_of(enum attribute_type type)
{
    switch (type) {
    case ATTRIBUTE_NUMBER:
        return SCHEMA_NUMBER;
    case ATTRIBUTE_TIME:
        return SCHEMA_TIME;
    case ATTRIBUTE_BOOLEAN:
        return SCHEMA_BOOLEAN;
    default:
        return SCHEMA_TEXT;
    }
}

/* Is the table only a link? It is if its key has two references or more, or if it has such
 * references and no key of its own. */
static bool is_link(const struct schema *s, uint32_t table)
{
    const struct schema_table *t = &s->tables[table];
    uint32_t refer = 0, refer_in_key = 0, own_key = 0;
    for (uint32_t i = 0; i < t->n_columns; i++) {
        unsigned use = key_use_of(s, t->columns[i]);
        bool refers = use & KEY_REFERS, in_key = use & KEY_PRIMARY;
        refer += refers;
        refer_in_key += refers && in_key;
        own_key += in_key && !refers;
    }
    return refer_in_key > 1 || (refer > 1 && own_key == 0);
}

/* Does the table have more other columns than columns of keys? */
static bool is_mostly_facts(const struct schema *s, uint32_t table)
{
    const struct schema_table *t = &s->tables[table];
    uint32_t of_keys = 0;
    for (uint32_t i = 0; i < t->n_columns; i++)
        of_keys += key_use_of(s, t->columns[i]) != 0;
    return t->n_columns - of_keys > of_keys;
}

/* Does the table hold counts of the things it is named after: faculty (campus, year, faculty)? */
static bool is_count(struct arena *a, const struct relation_seed *s, uint32_t table,
                     struct str noun)
{
    const struct schema_table *t = &s->schema->tables[table];
    for (uint32_t i = 0; i < t->n_columns; i++) {
        const struct schema_column *c = &s->schema->columns[t->columns[i]];
        if (c->type == SCHEMA_NUMBER && !key_use_of(s->schema, t->columns[i]) &&
            noun_same(a, &s->knowledge->inflection, arena_str_lower(a, c->natural), noun))
            return true;
    }
    return false;
}

/* Does the table refer to one of a more general kind, as poker players do to people? Facts about
 * all things of that kind belong there. */
static bool refers_to_kind(struct arena *a, const struct relation_seed *s, uint32_t table,
                           struct str noun)
{
    const struct schema *schema = s->schema;
    struct noun_kinds kinds = kinds_of(a, s->knowledge, noun);
    for (uint32_t i = 0; i < schema->n_foreign_keys; i++) {
        struct schema_foreign_key key = schema->foreign_keys[i];
        uint32_t to = schema->columns[key.to].table;
        struct str general = schema_table_noun(a, s->knowledge, schema, to);
        if (schema->columns[key.from].table == table && !str_eq(general, noun) &&
            kinds_have(&kinds, general))
            return true;
    }
    return false;
}

/* Is the table about persons without their names? Then its rows are what persons did: a manager
 * (player_id, year, team_id) is a season. */
static bool has_nameless_persons(struct arena *a, const struct relation_seed *s, uint32_t table,
                                 struct str noun)
{
    const struct schema_table *t = &s->schema->tables[table];
    struct noun_kinds kinds = kinds_of(a, s->knowledge, noun);
    for (uint32_t i = 0; i < t->n_columns; i++) {
        struct str words = arena_str_lower(a, s->schema->columns[t->columns[i]].natural);
        if (str_eq(words, noun) || str_find(words, STR("name"), 0) < words.len)
            return false;
    }
    return kinds_have(&kinds, STR("person"));
}

/* Are its persons companies? A customer with a company name, and no name of a person, has no birth
 * date. */
static bool are_companies(struct arena *a, const struct relation_seed *s, uint32_t table,
                          struct str noun)
{
    static const struct str OF_COMPANIES[] = {STR_INIT("company name"), STR_INIT("business name"),
                                              STR_INIT("firm name"), STR_INIT("organization name")};
    static const struct str OF_PERSONS[] = {STR_INIT("first name"), STR_INIT("last name"),
                                            STR_INIT("surname"), STR_INIT("name")};
    const struct schema_table *t = &s->schema->tables[table];
    struct noun_kinds kinds = kinds_of(a, s->knowledge, noun);
    bool company = false;
    for (uint32_t i = 0; i < t->n_columns; i++) {
        struct str words = name_in_words(a, s->schema->columns[t->columns[i]].natural);
        company |= STR_IN(words, OF_COMPANIES);
        if (STR_IN(words, OF_PERSONS))
            return false;
    }
    return company && kinds_have(&kinds, STR("person"));
}

/* The facts that are listed for the noun itself. */
static struct has_a_list own_facts(struct arena *a, struct has_a_list all, struct str noun)
{
    struct has_a_fact *own = NULL;
    uint32_t n = 0;
    for (uint32_t i = 0; i < all.count; i++)
        if (all.items[i].source == SOURCE_LIST && str_eq(all.items[i].owner, noun)) {
            ARENA_ADD(a, own, n, all.items[i]);
        }
    return (struct has_a_list){own, n};
}

/* The facts about the things of a table. A row of a link or of a count is not such a thing,
 * whatever its name: an "advisor" that ties a student to an instructor has no birth date. A link
 * has the facts of its own noun if there are no others, as for "has pet", or if most columns are
 * not keys, as in a match of two players. */
static struct has_a_list facts_of(struct arena *a, const struct relation_seed *s, uint32_t table)
{
    static const struct has_a_list none = {0};
    struct str noun = schema_table_sense(a, s->knowledge, s->schema, table);
    if (are_companies(a, s, table, noun))
        noun = STR("company");
    struct has_a_list all = has_a_facts(a, s->knowledge, noun);
    struct has_a_list own = own_facts(a, all, noun);
    if (is_count(a, s, table, noun))
        return none;
    if (is_link(s->schema, table))
        return own.count == all.count || is_mostly_facts(s->schema, table) ? own : none;
    if (refers_to_kind(a, s, table, noun) || has_nameless_persons(a, s, table, noun))
        return own;
    return all;
}

/* The facts that the table could get, found once for all questions. */
static struct table_insertions *insertions_of(const struct relation_seed *s,
                                              const struct insertion_plan *p, uint32_t table)
{
    struct arena *a = p->memory->arena;
    struct table_insertions *t = &p->tables[table];
    if (t->found)
        return t;
    struct has_a_list facts = facts_of(a, s, table);
    t->found = true;
    t->names = ARENA_NEW(a, struct table_names);
    *t->names = table_names_of(a, s, &p->habits, table);
    t->items = ARENA_ARRAY(a, struct insertion, facts.count);
    for (; t->count < facts.count; t->count++) {
        const struct has_a_fact *fact = &facts.items[t->count];
        struct str name = name_join(a, t->names->style, fact->attribute);
        t->items[t->count] =
            (struct insertion){.table = table,
                               .name = name,
                               .fact = fact,
                               .proposed = proposed_name_of(a, &p->taken, name),
                               .words = know_words(a, s->knowledge, fact->attribute),
                               .kinds = answer_kinds_of_name(a, s->knowledge, fact->attribute)};
    }
    return t;
}

static bool is_known(const struct relation_seed *s, const struct insertion_plan *p,
                     const struct table_names *names, struct insertion *in)
{
    if (in->known == NOT_LOOKED)
        in->known = table_has(p->memory->arena, s->knowledge, names, in) ? IS_KNOWN : IS_NEW;
    return in->known == IS_KNOWN;
}

/* May the table get the fact? A no is counted as a refusal. A fact that sorts rows of the query
 * could say that some are something else. */
static bool fact_fits(const struct relation_seed *s, const struct insertion_plan *p,
                      const struct table_names *names, struct insertion *in)
{
    bool sorts = s->table_read[in->table] && in->kinds.sorting;
    return refuse_unless(s, proposed_is_fresh(&p->taken, &in->proposed), REFUSED_FACT_TAKEN) &&
           refuse_unless(s, !sorts, REFUSED_FACT_SORTS) &&
           refuse_unless(s, !question_means(s->knowledge, p, in), REFUSED_FACT_ASKED) &&
           refuse_unless(s, !is_known(s, p, names, in), REFUSED_FACT_KNOWN);
}

static void plan_table(struct arena *a, const struct relation_seed *s, struct insertion_plan *p,
                       uint32_t table)
{
    const struct table_insertions *t = insertions_of(s, p, table);
    refuse_unless(s, t->count > 0, REFUSED_NO_FACT);
    for (uint32_t i = 0; i < t->count; i++)
        if (fact_fits(s, p, t->names, &t->items[i])) {
            ARENA_ADD(a, p->items, p->count, &t->items[i]);
        }
}

/* The kinds that the question asks for by its words, and those of the columns that answer it. */
static uint64_t kinds_asked(struct arena *a, const struct relation_seed *s,
                            const struct taken_names *taken)
{
    uint64_t kinds = answer_kinds_asked(a, s->knowledge, &taken->phrasing);
    for (uint32_t c = SCHEMA_STAR + 1; c < s->schema->n_columns; c++)
        if (s->column_read[c])
            kinds |= answer_kinds_of_name(a, s->knowledge,
                                          name_in_words(a, s->schema->columns[c].natural))
                         .all;
    return kinds;
}

static uint64_t count_insertions(struct arena *a, const struct relation_seed *s, const void **plan)
{
    struct insertion_plan *p = ARENA_NEW(a, struct insertion_plan);
    *plan = p;
    if (!s->knowledge)
        return 0;
    p->memory = schema_memory_of(a, s);
    p->tables = schema_note(p->memory, NOTE_INSERTIONS, s->schema->n_tables * sizeof *p->tables);
    p->taken = taken_names_of(a, s);
    p->habits = name_habits_of(a, s);
    p->asked = kinds_asked(a, s, &p->taken);
    name_map_init(&p->stems, a, p->taken.phrasing.count);
    for (uint32_t i = 0; i < p->taken.phrasing.count; i++)
        name_map_put(&p->stems, a,
                     word_stem(a, &s->knowledge->wordnet, p->taken.phrasing.items[i].text), i);
    struct table_use use = table_use_of(a, s);
    for (uint32_t t = 0; t < s->schema->n_tables; t++)
        if (table_is_free(s, &use, t))
            plan_table(a, s, p, t);
    return p->count;
}

static bool make_insertion(struct arena *a, const struct relation_seed *s, const void *plan,
                           uint64_t i, struct test_case *out)
{
    const struct insertion *in = ((const struct insertion_plan *)plan)->items[i];
    const struct has_a_fact *fact = in->fact;
    const struct attribute_values *v = &fact->values.values;
    struct migration_insertion insertion = {
        .table = in->table,
        .at = s->schema->tables[in->table].n_columns,
        .name = in->name,
        .natural = fact->attribute,
        .type = schema_type_of(fact->values.type),
        .values = {v->texts, v->n_texts, v->low, v->high},
    };
    out->migration = migration_insert_column(a, s->schema, &insertion);
    out->change = describe_insertion(a, s, in);
    return true;
}

const struct relation relation_CI = {
    .id = "CI",
    .name = "column insertion",
    .family = "mt-teql",
    .text = {.summary = "a table gets one more column",
             .what = "A table gets one more column, with values, of a kind that such tables have.",
             .before = "customer (id, name, city, age)",
             .after = "customer (id, name, city, age, phone_number)",
             .answer = "The answer stays: the query cannot read a column that was not there.",
             .page = "docs/reference/words.md"},
    .count = count_insertions,
    .make = make_insertion,
    .spares_reads = true,
};
