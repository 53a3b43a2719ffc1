/* test_substitutes_real.c: our substitutes against those of people (Spider-Syn).
 *
 * People put synonyms into the questions of Spider. Both questions are compared with each other
 * word by word: what was replaced is a mention. How often is what people wrote for it on that
 * database among our first 1, 5 and 10? Words count as equal in the singular.
 * docs/reference/synonyms.md has the figures.
 *
 *     test_substitutes_real             also prints them
 *     TEQL_MISSED=20 test_substitutes_real   and the mentions that are missed most often */
#include "shared.h"
#include "unit.h"

#include "base/file.h"
#include "lexicon/synonyms.h"
#include "link/word_domains.h"
#include "link/words.h"

#include <stdio.h>
#include <stdlib.h>

enum { PHRASE_MAX = 4, N_CUTS = 3 };

static const uint32_t CUTS[N_CUTS] = {1, 5, 10};

static struct substitutes_run {
    struct arena arena, scratch;
    struct lexicon lexicon;
    struct knowledge knowledge;
    struct lemmatizer lemmatizer;
    struct schema_set schemas;
    struct word_domains domains;
} f;

/* Words of a question that people replaced, and what by. */
struct replaced {
    uint32_t question;
    uint32_t start, end; /* of the original */
    struct str key, by;  /* lemmas of both, with the database before the key */
    uint32_t next;       /* of the same key; NAME_NONE at the end */
};

struct pair {
    const struct schema *schema;
    struct lemmas before, after;
    bool *kept; /* by word of `before`: stands in `after`, too */
};

struct pair_list {
    struct pair *items;
    uint32_t count;
    struct replaced *replaced;
    uint32_t n_replaced;
    struct name_map by_key;
};

/* Reading the pairs */

static struct lemmas lemmas_of_question(struct str question)
{
    struct words w = words_read(&f.scratch, &f.lemmatizer, question);
    struct lemmas out = {ARENA_ARRAY(&f.arena, struct str, w.count + 1), 0};
    for (uint32_t i = 0; i < w.count; i++)
        out.items[out.count++] = arena_str(&f.arena, w.items[i].lemma);
    return out;
}

static struct str joined(struct lemmas w, uint32_t from, uint32_t end)
{
    return from < end ? lemmas_join(&f.arena, lemmas_slice(w, from, end)) : STR("");
}

/* The lengths of the longest common subsequences of the ends. */
static uint16_t *common_lengths(struct lemmas x, struct lemmas y)
{
    size_t width = y.count + 1;
    uint16_t *out = arena_zalloc(&f.scratch, (x.count + 1) * width * sizeof *out);
    for (uint32_t i = x.count; i-- > 0;)
        for (uint32_t k = y.count; k-- > 0;)
            out[i * width + k] =
                str_eq(x.items[i], y.items[k]) ? (uint16_t)(out[(i + 1) * width + k + 1] + 1)
                : out[(i + 1) * width + k] > out[i * width + k + 1] ? out[(i + 1) * width + k]
                                                                    : out[i * width + k + 1];
    return out;
}

/* Without an article before it. */
static struct str bare(struct str words)
{
    static const struct str ARTICLES[] = {STR_INIT("the "), STR_INIT("a "), STR_INIT("an ")};
    for (size_t i = 0; i < COUNT_OF(ARTICLES); i++)
        if (str_starts(words, ARTICLES[i]))
            return str_slice(words, ARTICLES[i].len, words.len);
    return words;
}

static void add_replaced(struct pair_list *l, uint32_t start, uint32_t end, struct str by)
{
    uint32_t question = l->count - 1;
    const struct pair *p = &l->items[question];
    struct str words = joined(p->before, start, end);
    if (bare(words).len == 0 || bare(by).len == 0)
        return;
    struct str key =
        arena_printf(&f.arena, "%.*s: %.*s", STR_ARG(p->schema->db_id), STR_ARG(words));
    ARENA_PUSH(&f.arena, l->replaced, l->n_replaced);
    l->replaced[l->n_replaced] =
        (struct replaced){question, start, end, key, bare(by), name_map_get(&l->by_key, key)};
    name_map_put(&l->by_key, &f.arena, key, l->n_replaced++);
}

/* Words that differ, between words that stay: as many for as many are replaced one by one. */
static void add_hunk(struct pair_list *l, uint32_t start, uint32_t end, uint32_t start_after,
                     uint32_t end_after)
{
    const struct pair *p = &l->items[l->count - 1];
    if (start == end || start_after == end_after)
        return;
    if (end - start != end_after - start_after) {
        add_replaced(l, start, end, joined(p->after, start_after, end_after));
        return;
    }
    for (uint32_t i = 0; i < end - start; i++)
        add_replaced(l, start + i, start + i + 1,
                     joined(p->after, start_after + i, start_after + i + 1));
}

static void align(struct pair_list *l)
{
    struct pair *p = &l->items[l->count - 1];
    uint16_t *common = common_lengths(p->before, p->after);
    size_t width = p->after.count + 1;
    uint32_t i = 0, k = 0, start = 0, start_after = 0;
    while (i < p->before.count && k < p->after.count) {
        if (str_eq(p->before.items[i], p->after.items[k])) {
            add_hunk(l, start, i, start_after, k);
            p->kept[i] = true;
            start = ++i;
            start_after = ++k;
        } else if (common[(i + 1) * width + k] >= common[i * width + k + 1]) {
            i++;
        } else {
            k++;
        }
    }
    add_hunk(l, start, p->before.count, start_after, p->after.count);
}

static struct pair_list read_pairs(const char *file)
{
    struct pair_list l = {0};
    struct json_value all = read_json(&f.arena, shared_path(&f.arena, file)), one;
    struct json_reader r = json_reader_of(&f.arena, all.raw);
    name_map_init(&l.by_key, &f.arena, 1024);
    while (json_next_item(&r, &one)) {
        const struct schema *s = schema_set_find(&f.schemas, text_member(&f.arena, one, "db_id"));
        struct arena_mark mark = arena_mark(&f.scratch);
        assert_non_null(s);
        ARENA_PUSH(&f.arena, l.items, l.count);
        struct pair *p = &l.items[l.count++];
        p->schema = s;
        p->before = lemmas_of_question(text_member(&f.arena, one, "SpiderQuestion"));
        p->after = lemmas_of_question(text_member(&f.arena, one, "SpiderSynQuestion"));
        p->kept = arena_zalloc(&f.arena, p->before.count + 1);
        word_domains_add(&f.domains, s, text_member(&f.arena, one, "SpiderQuestion"));
        align(&l);
        arena_rewind(&f.scratch, mark);
    }
    return l;
}

/* Our words */

/* The longest phrase with the mention in it, and words that stay beside it, that the lists know;
 * else the mention. */
static void widen(const struct pair *p, const struct replaced *m, uint32_t *start, uint32_t *end)
{
    for (uint32_t n = PHRASE_MAX; n >= 1; n--)
        for (uint32_t from = m->end > n ? m->end - n : 0; from <= m->start; from++) {
            uint32_t to = from + n;
            bool others_stay = to >= m->end && to <= p->before.count;
            for (uint32_t i = from; i < to && others_stay; i++)
                others_stay = (i >= m->start && i < m->end) || p->kept[i];
            if (others_stay &&
                substitutes_have(&f.scratch, &f.knowledge, joined(p->before, from, to))) {
                *start = from;
                *end = to;
                return;
            }
        }
    *start = m->start;
    *end = m->end;
}

/* Is the synonym one for some table of the database? */
static bool fits_some_table(const struct synonym *y, const struct schema *s)
{
    for (uint32_t t = 0; t < s->n_tables; t++) {
        struct noun_kinds kinds =
            kinds_of(&f.scratch, &f.knowledge,
                     table_noun(&f.scratch, &f.knowledge.inflection, s->tables[t].natural));
        if (synonym_fits(y, &kinds))
            return true;
    }
    return false;
}

/* The words that people wrote for the mention, with the words around it that we would replace too.
 */
static struct str wanted(const struct pair *p, const struct replaced *m, const struct replaced *by,
                         uint32_t start, uint32_t end)
{
    struct str left = joined(p->before, start, m->start), right = joined(p->before, m->end, end);
    return str_trim(
        arena_printf(&f.scratch, "%.*s %.*s %.*s", STR_ARG(left), STR_ARG(by->by), STR_ARG(right)));
}

struct recall {
    uint32_t mentions, hits[N_CUTS], close_hits[N_CUTS], own_hits[N_CUTS];
};

static void count_hit(uint32_t *hits, uint32_t rank)
{
    for (int i = 0; i < N_CUTS; i++)
        hits[i] += rank < CUTS[i];
}

/* Equal but for singular and plural, and for blanks. */
static bool same_words(struct str ours, struct str theirs)
{
    struct lemmas w = lemmas_of(&f.scratch, &f.lemmatizer, ours);
    return str_eq(bare(lemmas_join(&f.scratch, w)), bare(theirs));
}

/* The first of `ranks` at which one of ours is one of theirs. */
static void find_ranks(const struct pair_list *l, const struct replaced *m, uint32_t *rank,
                       uint32_t *close_rank, uint32_t *own_rank)
{
    const struct pair *p = &l->items[m->question];
    uint32_t start, end, n = 0, n_close = 0;
    widen(p, m, &start, &end);
    struct synonym_list ours =
        synonyms_find(&f.scratch, &f.knowledge, SYNONYMS_SUBSTITUTED,
                      word_domains_find(&f.domains, p->schema), joined(p->before, start, end));
    *rank = *close_rank = *own_rank = UINT32_MAX;
    for (uint32_t i = 0; i < ours.count; i++) {
        if (!fits_some_table(&ours.items[i], p->schema))
            continue;
        for (uint32_t k = name_map_get(&l->by_key, m->key); k != NAME_NONE;
             k = l->replaced[k].next) {
            const struct replaced *by = &l->replaced[k];
            if (!same_words(ours.items[i].words, wanted(p, m, by, start, end)))
                continue;
            *rank = *rank < n ? *rank : n;
            if (by == m)
                *own_rank = *own_rank < n ? *own_rank : n;
            if (!ours.items[i].doubt)
                *close_rank = *close_rank < n_close ? *close_rank : n_close;
        }
        n++;
        n_close += !ours.items[i].doubt;
    }
}

/* Misses */

struct miss {
    struct str text;
    uint32_t count;
};

static int more_missed(const void *x, const void *y)
{
    const struct miss *a = x, *b = y;
    return a->count != b->count ? (a->count < b->count ? 1 : -1) : str_cmp(a->text, b->text);
}

struct misses {
    struct miss *items;
    uint32_t count;
    struct name_map numbers;
};

static void note_miss(struct misses *all, const struct replaced *m, uint32_t rank)
{
    struct str words = str_slice(m->key, str_find(m->key, STR(": "), 0) + 2, m->key.len);
    struct str text = arena_printf(&f.arena, "%s  %.*s -> %.*s",
                                   rank == UINT32_MAX ? "never"
                                   : rank < 10        ? "late "
                                                      : "last ",
                                   STR_ARG(words), STR_ARG(m->by));
    uint32_t n = name_map_get(&all->numbers, text);
    if (n == NAME_NONE) {
        ARENA_PUSH(&f.arena, all->items, all->count);
        n = all->count++;
        all->items[n] = (struct miss){text, 0};
        name_map_put(&all->numbers, &f.arena, text, n);
    }
    all->items[n].count++;
}

static void print_misses(struct misses *all, uint32_t most)
{
    if (all->count > 0)
        qsort(all->items, all->count, sizeof *all->items, more_missed);
    for (uint32_t i = 0; i < all->count && i < most; i++)
        printf("%5u  %.*s\n", all->items[i].count, STR_ARG(all->items[i].text));
}

/* All */

static double share(uint32_t part, uint32_t all)
{
    return all ? 100.0 * part / all : 0;
}

static struct recall recall_of(const char *file, const char *name, const char *most)
{
    struct pair_list l = read_pairs(file);
    struct recall r = {.mentions = l.n_replaced};
    struct misses misses = {0};
    name_map_init(&misses.numbers, &f.arena, 64);
    for (uint32_t i = 0; i < l.n_replaced; i++) {
        struct arena_mark mark = arena_mark(&f.scratch);
        uint32_t rank, close, own;
        find_ranks(&l, &l.replaced[i], &rank, &close, &own);
        count_hit(r.hits, rank);
        count_hit(r.close_hits, close);
        count_hit(r.own_hits, own);
        if (rank > 0)
            note_miss(&misses, &l.replaced[i], rank);
        arena_rewind(&f.scratch, mark);
    }
    const uint32_t *kinds[] = {r.hits, r.own_hits, r.close_hits};
    const char *names[] = {"ranked list", "the same question's", "close ones only"};
    for (int i = 0; i < 3; i++)
        printf("%s, %u mentions, %-20s %5.1f %5.1f %5.1f\n", name, r.mentions, names[i],
               share(kinds[i][0], r.mentions), share(kinds[i][1], r.mentions),
               share(kinds[i][2], r.mentions));
    if (most)
        print_misses(&misses, (uint32_t)strtoul(most, NULL, 10));
    return r;
}

/* The row of docs/reference/synonyms.md that says so. */
static void expect_row(const char *page, const char *name, const uint32_t *hits, uint32_t mentions)
{
    char row[200];
    struct str text;
    struct err e;
    snprintf(row, sizeof row, "| %s | %u,%03u | %.1f | %.1f | %.1f |\n", name, mentions / 1000,
             mentions % 1000, share(hits[0], mentions), share(hits[1], mentions),
             share(hits[2], mentions));
    assert_int_equal(file_read(&f.arena, page, 1 << 20, &text, &e), OK);
    if (str_find(text, str_from(row), 0) == text.len)
        fail_msg("docs/reference/synonyms.md lacks: %s", row);
}

#define PAGE TEQL_SOURCE_DIR "/docs/reference/synonyms.md"

/* Lists were written while looking at this file … */
static void test_training(void **state)
{
    (void)state;
    struct recall r = recall_of("spider-syn/train.json", "train", getenv("TEQL_MISSED"));
    assert_true(share(r.hits[0], r.mentions) >= 50);
    expect_row(PAGE, "training set", r.hits, r.mentions);
}

/* … and not at this one. */
static void test_development(void **state)
{
    (void)state;
    struct recall r = recall_of("spider-syn/dev.json", "dev", NULL);
    assert_true(share(r.hits[0], r.mentions) >= 25);
    assert_true(share(r.hits[2], r.mentions) >= 45);
    expect_row(PAGE, "development set", r.hits, r.mentions);
    expect_row(PAGE, "development set, words of the very question", r.own_hits, r.mentions);
    expect_row(PAGE, "development set, without loose words", r.close_hits, r.mentions);
}

static int set_up(void **state)
{
    (void)state;
    struct err e;
    const struct knowledge_sources sources = {.wordnet = NULL};
    if (lexicon_load(&f.lexicon, &LEXICON, NULL, &e) != OK ||
        knowledge_load(&f.knowledge, &f.lexicon, &sources, &e) != OK)
        return 1;
    f.lemmatizer.lexicon = &f.lexicon;
    struct json_value all = read_json(&f.arena, shared_path(&f.arena, "spider/tables.json"));
    if (schema_set_parse(&f.arena, all.raw, &f.schemas, &e) != OK)
        return 1;
    word_domains_init(&f.domains, &f.knowledge);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    word_domains_release(&f.domains);
    knowledge_release(&f.knowledge);
    lexicon_release(&f.lexicon);
    arena_release(&f.scratch);
    arena_release(&f.arena);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_training),
        cmocka_unit_test(test_development),
    };
    if (!shared_present())
        return 0;
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
