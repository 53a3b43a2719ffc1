/* fuzz_lexicon.c: files of words that users can give, each a line with its name and its text, with
 * form feeds between them: lists of --lexicon, WordNet's files, ConceptNet's assertions. Other
 * lists are empty. Whatever is accepted can be asked about the words of the input. */
#include "input.h"
#include "lexicon/has_a.h"
#include "lexicon/inflection.h"
#include "lexicon/synonyms.h"
#include "link/book_shelf.h"
#include "link/schema_words.h"
#include "making/generate.h"
#include "relation/schema_memory.h"
#include "rewording/rules.h"
#include "round_trip.h"
#include "store/content.h"

#include <unistd.h>

enum { MAX_WORDS = 40, MAX_PLACES = 16 };

static const char TABLES[] =
    "[{\"db_id\":\"t\",\"table_names_original\":[\"town\",\"line\"],"
    "\"column_names_original\":[[-1,\"*\"],[0,\"id\"],[0,\"name\"],[0,\"foundedYear\"],"
    "[0,\"country\"],[1,\"no\"],[1,\"town_id\"],[1,\"opened_on\"]],"
    "\"column_types\":[\"text\",\"number\",\"text\",\"number\",\"text\",\"text\",\"number\","
    "\"time\"],\"primary_keys\":[1],\"foreign_keys\":[[6,1]]}]";

static const char *const WORDNET_FILES[] = {
    "index.noun", "index.verb", "index.adj", "index.adv", "data.noun", "data.verb",  "data.adj",
    "data.adv",   "noun.exc",   "verb.exc",  "adj.exc",   "adv.exc",   "cntlist.rev"};

/* The folders, and their contents for an empty input. */
static void clear_folders(struct arena *a)
{
    static struct lexicon ours;
    struct err e;
    if (!ours.tables)
        require(lexicon_load(&ours, &LEXICON, NULL, &e) == OK);
    input_subfolder(a, "lists");
    input_subfolder(a, "wordnet");
    for (uint32_t i = 0; i < ours.n_tables; i++)
        input_file(a, arena_printf(a, "lists/%.*s.tsv", STR_ARG(ours.tables[i].name)).ptr,
                   STR("#replace\n"));
    for (size_t i = 0; i < COUNT_OF(WORDNET_FILES); i++)
        unlink(input_path(a, arena_printf(a, "wordnet/%s", WORDNET_FILES[i]).ptr));
    unlink(input_path(a, "assertions.csv"));
}

static bool is_plain(struct str name)
{
    bool plain = name.len > 0 && name.len < 40;
    for (size_t i = 0; i < name.len; i++) {
        char c = ascii_lower(name.ptr[i]);
        plain &= ascii_small(c) || c == '_' || (c == '.' && i > 0);
    }
    return plain;
}

/* "synonyms.tsv" is a list, "assertions.csv" ConceptNet's; all other files are WordNet's. */
static void put_file(struct arena *a, struct str part)
{
    struct str name = str_split(&part, '\n');
    if (!is_plain(name) || !part.ptr)
        return;
    const char *folder = str_ends(name, STR(".tsv"))           ? "lists/"
                         : str_eq(name, STR("assertions.csv")) ? ""
                                                               : "wordnet/";
    input_file(a, arena_printf(a, "%s%.*s", folder, STR_ARG(name)).ptr, part);
}

/* Every substitute has a place in the order. */
static void ask_substitutes(struct arena *a, const struct knowledge *k,
                            const struct word_context *c, struct str word)
{
    struct synonym_list list = synonyms_find(a, k, SYNONYMS_SUBSTITUTED, c, word);
    substitutes_have(a, k, word);
    for (uint32_t i = 0; i < list.count; i++) {
        require(list.items[i].words.len > 0);
        require(i == 0 || list.items[i - 1].score >= list.items[i].score);
    }
}

static void ask_word(struct arena *a, const struct knowledge *k, const struct word_context *c,
                     struct str word)
{
    uint32_t places[MAX_PLACES];
    struct noun_kinds kinds = kinds_of(a, k, word);
    struct synonym_list synonyms = synonyms_of(k, word);
    struct has_a_list facts = has_a_facts(a, k, word);
    require(kinds.count <= KINDS_MAX);
    for (uint32_t i = 0; i < synonyms.count; i++) {
        require(synonyms.items[i].words.ptr != NULL);
        synonym_fits(&synonyms.items[i], &kinds);
    }
    for (uint32_t i = 0; i < facts.count; i++)
        require(facts.items[i].attribute.ptr != NULL);
    ask_substitutes(a, k, NULL, word);
    ask_substitutes(a, k, c, word);
    noun_singular(a, &k->inflection, word);
    noun_plural(a, &k->inflection, word);
    word_stem(a, &k->wordnet, word);
    for (int pos = 0; pos < WORDNET_N_POS; pos++)
        word_commonness(a, &k->wordnet, (enum wordnet_pos)pos, word);
    require(wordnet_kinds(a, &k->wordnet, word, places, MAX_PLACES) <= MAX_PLACES);
}

static void ask_words(struct arena *a, const struct knowledge *k, struct str text)
{
    struct str lower = arena_str_lower(a, text);
    struct word_context context;
    word_context_init(&context, a);
    word_context_add(&context, a, k, lower);
    for (size_t at = 0, n = 0; at < lower.len && n < MAX_WORDS; n++) {
        size_t end = at;
        while (end < lower.len && lower.ptr[end] > ' ')
            end++;
        if (end > at)
            ask_word(a, k, &context, str_slice(lower, at, end));
        at = end + 1;
    }
}

/* All relations, with these words. */
static void use(struct arena *a, const struct lexicon *l, const struct knowledge *k,
                const struct schema_set *schemas)
{
    static const atomic_int never;
    const struct seed seed = {
        .db_id = STR("t"),
        .question = STR("Please show me the names of towns with at least 2 lines, by country."),
        .query = STR("SELECT T1.name FROM town AS T1 JOIN line AS T2 ON T1.id = T2.town_id"),
        .schema = schemas->schemas};
    struct generate_rules rules = {.relations = RELATIONS,
                                   .options.max_per_seed = 2,
                                   .lexicon = l,
                                   .knowledge = k,
                                   .stop = &never};
    struct seed_output out = {0};
    struct book_shelf books = {.lexicon = l, .room = 1};
    struct schema_memories memories = {0};
    struct seed_worker worker = {NULL, content_reader_new(1), &books, &memories};
    struct reword_rules rewording;
    struct phrase_list phrases;
    struct err e;
    if (reword_rules_load(&rewording, l, &e) == OK)
        rules.rewording = &rewording;
    if (phrase_list_load(&phrases, a, l, &e) == OK)
        rules.phrases = &phrases;
    while (RELATIONS[rules.n_relations])
        rules.n_relations++;
    generate_seed(&rules, &worker, &seed, 0, &out);
    content_reader_free(worker.contents);
    book_shelf_release(&books);
    if (rules.rewording)
        reword_rules_release(&rewording);
    for (uint32_t i = 0; i < out.made.n_cases; i++)
        require_record(&CASE_RECORD, &out.made.cases[i]);
    arena_release(&out.arena);
    schema_memories_release(&memories);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena a = {0};
    struct lexicon l;
    struct knowledge k;
    struct schema_set schemas;
    struct err e;
    struct str text = {(const char *)data, size};
    clear_folders(&a);
    for (struct str rest = text; rest.ptr;)
        put_file(&a, input_part(&rest));
    const char *assertions = input_path(&a, "assertions.csv");
    const struct knowledge_sources sources = {.wordnet = input_path(&a, "wordnet"),
                                              .conceptnet =
                                                  access(assertions, F_OK) ? NULL : assertions,
                                              .min_weight = 1};
    require(schema_set_parse(&a, STR(TABLES), &schemas, &e) == OK);
    if (lexicon_load(&l, &LEXICON, input_path(&a, "lists"), &e) == OK) {
        if (knowledge_load(&k, &l, &sources, &e) == OK) {
            ask_words(&a, &k, text);
            knowledge_learn(&k, &schemas);
            use(&a, &l, &k, &schemas);
            knowledge_release(&k);
        }
        lexicon_release(&l);
    }
    arena_release(&a);
    return 0;
}
