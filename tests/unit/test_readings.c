/* test_readings.c: what is read in questions, compared with what people read in them
 * (tests/golden/readings.txt).
 *
 * Run by hand, `test_readings even` shows what is not as people read it, in the questions of even
 * numbers; `odd` and `all` do the same. */
#include "golden_source.h"
#include "unit.h"

#include "link/reading.h"
#include "sql/parse.h"

#include <string.h>

/* Parts of queries; tables are what FROM names. */
enum { TABLES = N_QUERY_KEYWORDS, COLUMNS, VALUES, N_ASPECTS };

/* Of a part that people hear in the question: RIGHT to MISSED. Of one that is implied: the rest.
 * One that may be implied is IMPLIED if nothing was read, so that silence is never right. */
enum outcome { RIGHT, OVERLAPPING, WRONG, MISSED, INVENTED, IMPLIED, N_OUTCOMES };

struct tally {
    uint32_t of[N_OUTCOMES];
};

/* The datasets, and the least share of right readings in each, in percent. */
static const struct floor {
    const char *dataset, *title;
    unsigned percent;
} FLOORS[] = {{"bird", "BIRD mini-dev", 77}, {"realistic", "Spider-Realistic", 91},
              {"dk", "Spider-DK", 93},       {"defog", "defog", 85},
              {"mini", "bench-mini", 95},    {"own", "three businesses", 91}};

enum { N_DATASETS = COUNT_OF(FLOORS) };

enum shown { SHOW_NONE, SHOW_EVEN, SHOW_ODD, SHOW_ALL };

struct readings_test {
    struct golden_source source;
    struct arena scratch;
    struct golden_questions golden;
    enum shown show;
    struct tally by_dataset[N_DATASETS][N_ASPECTS], by_half[2];
    uint32_t said[N_DATASETS], keyword_has[N_DATASETS], keyword_says[N_DATASETS];
    uint32_t n_errors; /* of the golden file */
};

/* A part of the query, with what people and the reader say of it. */
struct span {
    uint32_t start, end;
};

struct read_part {
    struct str label; /* as the golden file has it, "column singer.age" */
    struct str of;    /* " of singer.age", or "" */
    struct str in;    /* " in where", or "" */
    unsigned aspect;
    uint32_t part, table; /* of the parts, or a table */
    const struct golden_line *line;
    struct span *golden;
    uint32_t n_golden;
    bool implied; /* may be */
};

struct read_question {
    struct readings_test *test;
    const struct golden_question *golden;
    const struct golden_database *database;
    uint32_t dataset, half;
    struct resolved_query query;
    struct query_parts parts;
    struct question_reading reading;
    struct read_part *items;
    uint32_t count;
};

static uint32_t number_of_dataset(struct str name)
{
    uint32_t i = 0;
    if (str_eq(name, STR("examples")))
        name = STR("mini");
    while (i < N_DATASETS && !str_eq(name, str_from(FLOORS[i].dataset)))
        i++;
    assert_true(i < N_DATASETS);
    return i;
}

static void golden_error(struct read_question *q, uint32_t line, const char *problem,
                         struct str what)
{
    q->test->n_errors++;
    print_message("readings.txt:%u: %s: %.*s\n", line, problem, STR_ARG(what));
}

/* The parts of the query */

static struct str column_name(struct arena *a, const struct schema *s, uint32_t column)
{
    return arena_printf(a, "%.*s.%.*s", STR_ARG(s->tables[s->columns[column].table].name),
                        STR_ARG(s->columns[column].name));
}

static void label_part(struct read_question *q, struct read_part *r, const struct query_part *p)
{
    static const char *const CLAUSES[] = {"select", "where", "group", "having", "order", "limit"};
    struct arena *a = &q->test->scratch;
    const struct schema *s = q->database->schema;
    struct str column = p->column == SCHEMA_STAR ? STR("*") : column_name(a, s, p->column);
    r->of = arena_printf(a, " of %.*s", STR_ARG(column));
    r->in = arena_printf(a, " in %s", CLAUSES[p->clause]);
    r->aspect = p->kind == PART_COLUMN ? COLUMNS : p->kind == PART_VALUE ? VALUES : p->keyword;
    if (p->kind == PART_COLUMN) {
        r->of = STR("");
        r->label = arena_printf(a, "column %.*s", STR_ARG(column));
    } else if (p->kind == PART_VALUE) {
        r->label = arena_printf(a, "value %.*s", STR_ARG(p->value));
    } else {
        r->label = arena_printf(a, "keyword %.*s", STR_ARG(query_keyword_name(p->keyword)));
    }
}

static void list_parts(struct read_question *q)
{
    struct arena *a = &q->test->scratch;
    const struct sql_resolution *resolution = q->query.resolution;
    q->items = ARENA_ARRAY(a, struct read_part, q->parts.count + resolution->n_reads);
    for (uint32_t i = 0; i < resolution->n_reads; i++) {
        uint32_t table = resolution->reads[i].table;
        if (i > 0 && resolution->reads[i - 1].table == table)
            continue;
        struct str name = q->database->schema->tables[table].name;
        q->items[q->count++] =
            (struct read_part){.label = arena_printf(a, "table %.*s", STR_ARG(name)),
                               .of = STR(""),
                               .in = STR(""),
                               .aspect = TABLES,
                               .table = table};
    }
    for (uint32_t i = 0; i < q->parts.count; i++) {
        struct read_part *r = &q->items[q->count++];
        *r = (struct read_part){.part = i};
        label_part(q, r, &q->parts.items[i]);
    }
}

/* What people say of them */

static bool is_label(struct arena *a, struct str line, const struct read_part *r)
{
    return str_eq(line, r->label) || str_eq(line, ARENA_CONCAT(a, r->label, r->of)) ||
           str_eq(line, ARENA_CONCAT(a, r->label, r->in)) ||
           str_eq(line, ARENA_CONCAT(a, r->label, r->of, r->in));
}

/* Where the words of a run stand in the question; its length if they do not. */
static size_t find_run(struct str question, const struct golden_run *run)
{
    uint32_t place = 0;
    for (size_t at = 0; at + run->words.len <= question.len; at++) {
        size_t end = at + run->words.len;
        bool begins = at == 0 || !ascii_word(question.ptr[at - 1]) || !ascii_word(question.ptr[at]);
        bool ends = end == question.len || !ascii_word(question.ptr[end]) ||
                    !ascii_word(question.ptr[end - 1]);
        if (begins && ends && str_eq_nocase(str_slice(question, at, end), run->words) &&
            ++place == run->place)
            return at;
    }
    return question.len;
}

static struct span words_of_run(const struct read_question *q, size_t from, size_t to)
{
    const struct words *w = &q->reading.said.words;
    struct span s = {w->count, 0};
    for (uint32_t i = 0; i < w->count; i++) {
        size_t at = (size_t)(w->items[i].token.ptr - q->golden->asks.ptr);
        if (at < to && from < at + w->items[i].token.len) {
            s.start = i < s.start ? i : s.start;
            s.end = i + 1;
        }
    }
    return s;
}

static void read_runs(struct read_question *q, struct read_part *r)
{
    const struct golden_line *l = r->line;
    r->golden = ARENA_ARRAY(&q->test->scratch, struct span, l->n_runs);
    for (uint32_t i = 0; i < l->n_runs; i++) {
        const struct golden_run *run = &l->runs[i];
        r->implied |= !run->words.ptr;
        if (!run->words.ptr)
            continue;
        size_t at = find_run(q->golden->asks, run);
        if (at >= q->golden->asks.len)
            golden_error(q, l->line, "the question does not have the words", run->words);
        else
            r->golden[r->n_golden++] = words_of_run(q, at, at + run->words.len);
    }
}

static void match_lines(struct read_question *q)
{
    struct arena *a = &q->test->scratch;
    bool *used = arena_zalloc(a, q->golden->n_lines + 1);
    for (uint32_t i = 0; i < q->count; i++) {
        struct read_part *r = &q->items[i];
        for (uint32_t k = 0; k < q->golden->n_lines; k++) {
            const struct golden_line *l = &q->golden->lines[k];
            if (!is_label(a, l->part, r))
                continue;
            if (r->line)
                golden_error(q, l->line, "a second line for the part", l->part);
            r->line = l;
            used[k] = true;
        }
        if (r->line)
            read_runs(q, r);
        else
            golden_error(q, q->golden->line, "no line for",
                         ARENA_CONCAT(a, r->label, r->of, r->in));
    }
    for (uint32_t k = 0; k < q->golden->n_lines; k++)
        if (!used[k])
            golden_error(q, q->golden->lines[k].line, "the query has no", q->golden->lines[k].part);
}

/* Comparing */

/* Two runs of words are the same if they differ only in such words at their ends. */
static struct span without_small_words(const struct words *w, struct span s)
{
    static const char SMALL[] =
        "a an the of for in on at by to from with is are was were be been has "
        "have had do does did";
    struct span t = s;
    while (t.start < t.end && word_is(w, t.start, SMALL))
        t.start++;
    while (t.start < t.end && word_is(w, t.end - 1, SMALL))
        t.end--;
    return t.start < t.end ? t : s;
}

static enum outcome compare_spans(const struct words *w, struct span read, struct span golden)
{
    struct span x = without_small_words(w, read), y = without_small_words(w, golden);
    if (x.start == y.start && x.end == y.end)
        return RIGHT;
    return x.start < y.end && y.start < x.end ? OVERLAPPING : WRONG;
}

static enum outcome best_outcome(const struct read_question *q, const struct read_part *r,
                                 struct span read)
{
    enum outcome best = r->n_golden ? WRONG : INVENTED;
    for (uint32_t i = 0; i < r->n_golden; i++) {
        enum outcome o = compare_spans(&q->reading.said.words, read, r->golden[i]);
        best = o < best ? o : best;
    }
    return best;
}

static enum outcome silent_outcome(const struct read_part *r)
{
    return r->implied ? IMPLIED : MISSED;
}

/* Do people hear another part in these words, which the mention can mean, too? */
static bool heard_otherwise(const struct read_question *q, const struct mention *m)
{
    const struct span words = {m->start, m->end};
    for (uint32_t i = 0; i < q->count; i++) {
        const struct read_part *r = &q->items[i];
        if ((r->aspect == COLUMNS && mention_means(m, false, q->parts.items[r->part].column) &&
             best_outcome(q, r, words) <= OVERLAPPING) ||
            (r->aspect == TABLES && r->n_golden > 0 && mention_means(m, true, r->table)))
            return true;
    }
    return false;
}

/* The best of the mentions that can mean the table. */
static enum outcome table_outcome(const struct read_question *q, const struct read_part *r,
                                  struct span *read)
{
    const struct mention_list *l = &q->reading.mentions;
    enum outcome best = silent_outcome(r);
    for (uint32_t i = 0; i < l->count; i++) {
        const struct mention *m = &l->items[i];
        if (!mention_means(m, true, r->table))
            continue;
        enum outcome o = best_outcome(q, r, (struct span){m->start, m->end});
        if (o < best && (o <= OVERLAPPING || !heard_otherwise(q, m))) {
            best = o;
            *read = (struct span){m->start, m->end};
        }
    }
    return best;
}

static enum outcome part_outcome(const struct read_question *q, const struct read_part *r,
                                 struct span *read)
{
    if (r->aspect == TABLES)
        return table_outcome(q, r, read);
    const struct indicator *x = &q->reading.said.items[r->part];
    if (x->manner == MANNER_NONE || x->start >= x->end)
        return silent_outcome(r);
    *read = (struct span){x->start, x->end};
    return best_outcome(q, r, *read);
}

static void show_part(const struct read_question *q, const struct read_part *r, enum outcome o,
                      struct span read)
{
    static const char *const NAMES[] = {"right", "overlapping", "wrong", "missed", "invented"};
    const struct words *w = &q->reading.said.words;
    print_message("%.*s %.*s %u: %s: %.*s%.*s%.*s: read '%.*s'; people",
                  STR_ARG(q->golden->dataset), STR_ARG(q->golden->db), q->golden->number, NAMES[o],
                  STR_ARG(r->label), STR_ARG(r->of), STR_ARG(r->in),
                  STR_ARG(indicator_text(w, read.start, read.end)));
    for (uint32_t i = 0; i < r->n_golden; i++)
        print_message(" '%.*s'", STR_ARG(indicator_text(w, r->golden[i].start, r->golden[i].end)));
    print_message("%s\n", r->implied ? " -" : "");
}

static void compare_parts(struct read_question *q)
{
    struct readings_test *t = q->test;
    bool shown = t->show == SHOW_ALL || (t->show != SHOW_NONE && q->half == (t->show == SHOW_ODD));
    for (uint32_t i = 0; i < q->count; i++) {
        struct span read = {0};
        enum outcome o = part_outcome(q, &q->items[i], &read);
        t->by_dataset[q->dataset][q->items[i].aspect].of[o]++;
        t->by_half[q->half].of[o]++;
        if (shown && o != RIGHT && o != IMPLIED)
            show_part(q, &q->items[i], o, read);
    }
    if (shown)
        print_message("    %.*s\n    %.*s\n", STR_ARG(q->golden->asks), STR_ARG(q->golden->query));
}

/* What builtin:keyword reads: the parts of its answer, and the mentions that it is made of. */

static bool prepare_query(struct arena *a, const struct golden_database *d, struct str sql,
                          struct resolved_query *out)
{
    struct sql_stmt *stmt = ARENA_NEW(a, struct sql_stmt);
    struct sql_resolution *resolution = ARENA_NEW(a, struct sql_resolution);
    struct err e;
    *out = (struct resolved_query){d->schema, stmt, resolution};
    bool good =
        sql_parse(a, sql, stmt, &e) == OK && sql_resolve(a, d->schema, stmt, resolution, &e) == OK;
    if (!good)
        print_message("%s\n", e.msg);
    return good;
}

static bool has_part(const struct read_question *q, const struct read_part *r,
                     const struct resolved_query *answer, const struct query_parts *parts)
{
    for (uint32_t i = 0; r->aspect == TABLES && i < answer->resolution->n_reads; i++)
        if (answer->resolution->reads[i].table == r->table)
            return true;
    for (uint32_t i = 0; r->aspect != TABLES && i < parts->count; i++) {
        const struct query_part *x = &parts->items[i], *y = &q->parts.items[r->part];
        if (x->kind == y->kind && (x->kind != PART_KEYWORD || x->keyword == y->keyword) &&
            (x->kind != PART_COLUMN || x->column == y->column) &&
            (x->kind != PART_VALUE || str_eq_nocase(x->value, y->value)))
            return true;
    }
    return false;
}

/* Can the mention mean the part? */
static bool fits_part(const struct read_question *q, const struct read_part *r,
                      const struct mention *m)
{
    bool compares = m->kind == MENTION_COMPARATIVE || m->kind == MENTION_SUPERLATIVE;
    if (r->aspect == TABLES)
        return mention_means(m, true, r->table);
    if (r->aspect == COLUMNS)
        return compares || mention_means(m, false, q->parts.items[r->part].column);
    if (r->aspect == VALUES)
        return m->kind == MENTION_VALUE || m->kind == MENTION_QUOTED || m->kind == MENTION_NUMBER;
    return compares || m->kind == MENTION_KEY;
}

static bool says_part(const struct read_question *q, const struct read_part *r)
{
    for (uint32_t i = 0; i < q->reading.mentions.count; i++) {
        const struct mention *m = &q->reading.mentions.items[i];
        if (fits_part(q, r, m) && best_outcome(q, r, (struct span){m->start, m->end}) == RIGHT)
            return true;
    }
    return false;
}

static void ask_keyword(struct read_question *q)
{
    struct readings_test *t = q->test;
    struct resolved_query answer;
    struct str sql = keyword_answer(q->database->keyword, q->golden->asks, &t->scratch).sql;
    assert_true(prepare_query(&t->scratch, q->database, sql, &answer));
    struct query_parts parts = meaning_of(&t->scratch, &answer).parts;
    for (uint32_t i = 0; i < q->count; i++) {
        const struct read_part *r = &q->items[i];
        if (r->implied)
            continue;
        bool has = has_part(q, r, &answer, &parts);
        t->said[q->dataset]++;
        t->keyword_has[q->dataset] += has;
        t->keyword_says[q->dataset] += has && says_part(q, r);
    }
}

/* All questions */

static void read_question(struct readings_test *t, struct golden_question *golden, uint32_t half)
{
    struct read_question q = {.test = t, .golden = golden, .half = half};
    q.dataset = number_of_dataset(golden->dataset);
    q.database = golden_source_database(&t->source, golden);
    golden_source_fill(&t->source, golden);
    if (!prepare_query(&t->scratch, q.database, golden->query, &q.query)) {
        golden_error(&q, golden->line, "the query cannot be read", golden->query);
        return;
    }
    struct meaning meaning = meaning_of(&t->scratch, &q.query);
    struct words words = words_read(&t->scratch, &q.database->book.link.lemmatizer, golden->asks);
    q.parts = meaning.parts;
    q.reading = question_read(&t->scratch, &q.database->book, NULL, &meaning, &words);
    list_parts(&q);
    match_lines(&q);
    compare_parts(&q);
    ask_keyword(&q);
    arena_clear(&t->scratch);
}

static double share_right(const struct tally *t)
{
    uint32_t all = 0;
    for (int o = RIGHT; o <= INVENTED; o++)
        all += t->of[o];
    return all ? 100.0 * t->of[RIGHT] / all : 0;
}

static void print_tally(const char *name, const struct tally *t)
{
    print_message("%-18s", name);
    for (int o = RIGHT; o <= INVENTED; o++)
        print_message("%12u", t->of[o]);
    print_message("%9.1f%%\n", share_right(t));
}

static void add_tally(struct tally *sum, const struct tally *t)
{
    for (int o = 0; o < N_OUTCOMES; o++)
        sum->of[o] += t->of[o];
}

static void print_aspects(const struct readings_test *t)
{
    static const char *const NAMES[] = {"tables", "columns", "values"};
    struct tally keywords = {0}, all = {0};
    for (unsigned k = 0; k < N_ASPECTS; k++) {
        struct tally sum = {0};
        for (uint32_t d = 0; d < N_DATASETS; d++)
            add_tally(&sum, &t->by_dataset[d][k]);
        add_tally(k < TABLES ? &keywords : &all, &sum);
        print_tally(k < TABLES ? query_keyword_name(k).ptr : NAMES[k - TABLES], &sum);
    }
    add_tally(&all, &keywords);
    print_tally("keywords", &keywords);
    print_tally("all", &all);
    print_tally("even", &t->by_half[0]);
    print_tally("odd", &t->by_half[1]);
}

static bool print_datasets(const struct readings_test *t)
{
    bool good = true;
    for (uint32_t d = 0; d < N_DATASETS; d++) {
        struct tally sum = {0};
        if (t->said[d] == 0)
            continue;
        for (unsigned k = 0; k < N_ASPECTS; k++)
            add_tally(&sum, &t->by_dataset[d][k]);
        print_tally(FLOORS[d].title, &sum);
        print_message("%-18s of %u parts its query has %.1f%%, and says %.1f%%\n", "  keyword",
                      t->said[d], 100.0 * t->keyword_has[d] / t->said[d],
                      100.0 * t->keyword_says[d] / t->said[d]);
        good &= share_right(&sum) >= FLOORS[d].percent;
    }
    return good;
}

static void test_questions(void **state)
{
    struct readings_test *t = *state;
    uint32_t numbers[N_DATASETS] = {0};
    t->golden =
        golden_questions_read(&t->source.arena, TEQL_SOURCE_DIR "/tests/golden/readings.txt");
    for (uint32_t i = 0; i < t->golden.count; i++) {
        struct golden_question *q = &t->golden.items[i];
        uint32_t number = ++numbers[number_of_dataset(q->dataset)];
        if (golden_dataset_present(q->dataset))
            read_question(t, q, number % 2);
    }
    print_aspects(t);
    assert_true(print_datasets(t));
    assert_int_equal(t->n_errors, 0);
}

static enum shown shown_of(const char *word)
{
    static const char *const WORDS[] = {"", "even", "odd", "all"};
    for (size_t i = 0; i < COUNT_OF(WORDS); i++)
        if (strcmp(word, WORDS[i]) == 0)
            return (enum shown)i;
    return SHOW_NONE;
}

int main(int argc, char **argv)
{
    struct readings_test t = {.show = shown_of(argc > 1 ? argv[1] : "")};
    golden_source_open(&t.source);
    const struct CMUnitTest tests[] = {cmocka_unit_test_prestate(test_questions, &t)};
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    golden_source_release(&t.source);
    arena_release(&t.scratch);
    return failed;
}
