/* fuzz_dataset.c: three texts, with form feeds between them, as questions, as queries that stand in
 * for the gold, and as tables.json (ours where it is not given). Questions are CSV where they do
 * not begin like JSON, and always also what people wrote about the columns of a table. Whatever is
 * accepted goes through all of generating, and the lines that come out are JSON. */
#include "base/file.h"
#include "base/utf8.h"
#include "dataset/dataset.h"
#include "dataset/descriptions.h"
#include "dataset/questions.h"
#include "input.h"
#include "link/book_shelf.h"
#include "link/schema_words.h"
#include "making/generate.h"
#include "migration/evidence.h"
#include "migration_check.h"
#include "relation/schema_memory.h"
#include "rewording/rules.h"
#include "round_trip.h"
#include "spider/entries.h"
#include "store/content.h"
#include "verify/proof.h"

enum { MAX_SEEDS = 4 };

static const char ddl[] =
    "CREATE TABLE town(id INTEGER PRIMARY KEY, name TEXT, founded INTEGER, country TEXT);"
    "CREATE TABLE line(number TEXT, town_id INTEGER REFERENCES town(id), opened_on TEXT);"
    "INSERT INTO town VALUES(1, 'Mill', 1900, 'X'), (2, 'Ely', 1850, 'Y');"
    "INSERT INTO line VALUES('7', 1, '2020-05-01'), ('8b', 2, '2021-06-01');";

/* The same for every input. */
struct known {
    struct arena arena;
    struct lexicon lexicon;
    struct knowledge knowledge;
    struct generate_rules rules;
    struct reword_rules rewording;
    struct phrase_list phrases;
    struct book_shelf books;
    struct schema_memories memories;
    struct seed_worker worker;
};

static const struct known *known(void)
{
    static struct known k;
    static const atomic_int never;
    static const struct proof_limits limits = {
        .deadline_ms = 50, .max_rows = 1000, .max_bytes = 1 << 20};
    const struct knowledge_sources sources = {.wordnet = input_folder()};
    struct err e;
    if (k.worker.prover)
        return &k;
    input_subfolder(&k.arena, "database");
    input_subfolder(&k.arena, "database/t");
    input_subfolder(&k.arena, "database_description");
    input_database(&k.arena, "database/t/t.sqlite", ddl);
    require(lexicon_load(&k.lexicon, &LEXICON, NULL, &e) == OK);
    require(knowledge_load(&k.knowledge, &k.lexicon, &sources, &e) == OK);
    k.books = (struct book_shelf){.lexicon = &k.lexicon, .room = 1};
    k.worker =
        (struct seed_worker){prover_new(&limits, 1), content_reader_new(1), &k.books, &k.memories};
    require(reword_rules_load(&k.rewording, &k.lexicon, &e) == OK);
    require(phrase_list_load(&k.phrases, &k.arena, &k.lexicon, &e) == OK);
    k.rules = (struct generate_rules){.options = {.max_per_seed = 2, .random_seed = 1},
                                      .lexicon = &k.lexicon,
                                      .knowledge = &k.knowledge,
                                      .rewording = &k.rewording,
                                      .phrases = &k.phrases,
                                      .relations = RELATIONS,
                                      .stop = &never};
    while (RELATIONS[k.rules.n_relations])
        k.rules.n_relations++;
    return &k;
}

/* As `--export spider` has it. */
static void require_entry(struct arena *a, const struct seed *s, const struct test_case *c)
{
    struct spider_entries entries = {0};
    struct schema schema = *s->schema;
    entries.text = (struct buf){0};
    if (c->migration)
        migration_schema(a, c->migration, c->db_id, &schema, NULL);
    spider_entries_add(&entries, a, &schema, c->question, c->query);
    require(entries.count + entries.left_out == 1);
    if (entries.count)
        require_json(buf_str(&entries.text));
    buf_release(&entries.text);
}

static void check_seed(struct arena *a, const struct known *k, const struct seed *s)
{
    struct seed_output out = {0};
    require(s->schema && str_eq(s->schema->db_id, s->db_id));
    generate_seed(&k->rules, &k->worker, s, 0, &out);
    require_record(&SEED_RECORD, &out.made.seed);
    for (uint32_t i = 0; i < out.made.n_cases; i++) {
        const struct test_case *c = &out.made.cases[i];
        require_record(&CASE_RECORD, c);
        require_entry(a, s, c);
        require(utf8_valid(evidence_over(a, s->evidence, c->migration)) == utf8_valid(s->evidence));
        if (c->migration)
            check_migration(a, c->migration, c->db_id);
    }
    arena_release(&out.arena);
    schema_memories_release(k->worker.memories);
}

/* The text as a file of descriptions: each is one line of UTF-8. */
static void check_descriptions(struct arena *a, const struct schema *s, struct str text)
{
    struct str *texts;
    struct err e;
    input_file(a, "database_description/town.csv", text);
    require(descriptions_read(a, s, input_path(a, "t.sqlite"), &texts, &e) == OK);
    for (uint32_t i = 0; i < s->n_columns; i++) {
        require(utf8_valid(texts[i]) && texts[i].len <= DESCRIPTION_MAX_BYTES);
        require(str_find(texts[i], STR("\n"), 0) == texts[i].len);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const ours =
        "[{\"db_id\":\"t\",\"table_names_original\":[\"town\",\"line\"],"
        "\"column_names_original\":[[-1,\"*\"],[0,\"id\"],[0,\"name\"],[0,\"founded\"],"
        "[0,\"country\"],[1,\"number\"],[1,\"town_id\"],[1,\"opened_on\"]],"
        "\"column_types\":[\"text\",\"number\",\"text\",\"number\",\"text\",\"text\",\"number\","
        "\"time\"],\"primary_keys\":[1],\"foreign_keys\":[[6,1]]}]";
    const struct known *k = known();
    struct arena a = {0};
    struct str rest = {(const char *)data, size};
    struct dataset d;
    struct err e;
    struct str text = input_part(&rest);
    bool is_csv = !questions_look("", text);
    const char *questions = input_file(&a, is_csv ? "q.csv" : "q.jsonl", text);
    const char *reads = input_file(&a, "reads.sql", input_part(&rest));
    input_file(&a, "tables.json", rest.ptr ? input_part(&rest) : str_from(ours));
    const struct dataset_source from = {.data = input_folder(), .questions = questions};
    if (dataset_load(&d, &from, &e) == OK) {
        (void)!dataset_load_reads(&d, reads, &e);
        (void)dataset_digest(&d);
        for (uint32_t i = 0; i < d.n_seeds && i < MAX_SEEDS; i++)
            check_seed(&a, k, &d.seeds[i]);
        check_descriptions(&a, d.seeds[0].schema, text);
        dataset_release(&d);
    }
    arena_release(&a);
    return 0;
}
