/* synonym_asker.c: a request for each word, all in one round. */
#include "model/synonym_asker.h"

#include "base/printable.h"
#include "base/recipe.h"
#include "base/utf8.h"
#include "defence/auto_annotation.h"
#include "lexicon/synonyms.h"
#include "model/reply_synonyms.h"
#include "model/seed_reading.h"
#include "rewording/substitution.h"
#include "system/announcement.h"

#include <inttypes.h>
#include <stdlib.h>

/* The most that a prompt has of a database and its questions: servers refuse long prompts. */
enum { TABLES_MAX = 6000, QUOTED_MAX = 300, QUESTIONS_SHOWN = 3, BOOKS_AT_A_TIME = 64 };

struct asked_word {
    struct str words;
    struct str item; /* what it stands for at its first mention */
    struct str questions[QUESTIONS_SHOWN];
    uint32_t n_questions;
    bool wanted; /* a seed that was drawn has it */
    bool before; /* so does a seed of a shard before this one */
    struct spoken_list found;
};

struct asked_domain {
    const struct schema *schema;
    struct str name, tables; /* its name and its names, for the prompt */
    struct name_map numbers; /* words → number */
    struct asked_word *words;
    uint32_t n_words;
    struct model_synonyms found;
};

/* The model */

struct synonym_asker {
    struct language_model model;
};

static struct digest digest_synonym_text(const struct paraphrase_texts *t)
{
    return digest_of(t->synonyms);
}

enum status synonym_asker_open(const struct model_settings *s, const atomic_int *stop,
                               struct synonym_asker **out, struct err *e)
{
    struct synonym_asker *x = mem_alloc(sizeof *x);
    enum status status =
        language_model_open(&x->model, "--synonyms", digest_synonym_text, s, stop, e);
    if (status)
        free(x);
    else
        *out = x;
    return status;
}

void synonym_asker_free(struct synonym_asker *s)
{
    if (s)
        language_model_close(&s->model);
    free(s);
}

struct str synonym_asker_describe(const struct synonym_asker *s)
{
    return buf_str(&s->model.description);
}

/* Databases */

void asked_words_init(struct asked_words *w, const struct lexicon *l, const struct knowledge *k)
{
    *w = (struct asked_words){.lexicon = l, .knowledge = k};
    name_map_init_exact(&w->numbers, &w->arena, 32);
}

void asked_words_release(struct asked_words *w)
{
    arena_release(&w->arena);
    *w = (struct asked_words){0};
}

/* "singer (name, age), concert (…)", on one line and bounded. */
static struct str names_of_schema(struct arena *a, const struct schema *s)
{
    struct buf text = {0};
    for (uint32_t t = 0; t < s->n_tables; t++) {
        buf_printf(&text, "%s%.*s (", t ? ", " : "", STR_ARG(s->tables[t].natural));
        for (uint32_t i = 0; i < s->tables[t].n_columns; i++)
            buf_printf(&text, "%s%.*s", i ? ", " : "",
                       STR_ARG(s->columns[s->tables[t].columns[i]].natural));
        buf_put(&text, STR(")"));
    }
    struct str line = arena_str(a, printable_line(a, utf8_cut(buf_str(&text), TABLES_MAX)));
    buf_release(&text);
    return line;
}

static struct asked_domain *domain_of(struct asked_words *w, const struct schema *s)
{
    uint32_t n = name_map_get(&w->numbers, s->db_id);
    if (n != NAME_NONE)
        return &w->domains[n];
    ARENA_PUSH(&w->arena, w->domains, w->n_domains);
    struct asked_domain *d = &w->domains[w->n_domains];
    name_map_put(&w->numbers, &w->arena, s->db_id, w->n_domains++);
    *d = (struct asked_domain){.schema = s,
                               .name = printable_line(&w->arena, utf8_cut(s->db_id, QUOTED_MAX)),
                               .tables = names_of_schema(&w->arena, s)};
    name_map_init_exact(&d->numbers, &w->arena, 32);
    model_synonyms_init(&d->found, &w->arena);
    return d;
}

/* Words */

/* "the column capacity of the table stadium" */
static struct str item_text(struct arena *a, const struct schema *s, uint32_t column,
                            uint32_t table)
{
    bool is_column = column != SCHEMA_STAR;
    uint32_t t = is_column ? s->columns[column].table : table;
    struct str of = t < s->n_tables ? s->tables[t].natural : STR("?");
    struct str text = is_column ? arena_printf(a, "the column %.*s of the table %.*s",
                                               STR_ARG(s->columns[column].natural), STR_ARG(of))
                                : arena_printf(a, "the table %.*s", STR_ARG(of));
    return printable_line(a, utf8_cut(text, QUOTED_MAX));
}

static struct asked_word *word_of(struct asked_words *w, struct asked_domain *d, struct str key,
                                  uint32_t column, uint32_t table)
{
    uint32_t n = name_map_get(&d->numbers, key);
    if (n != NAME_NONE)
        return &d->words[n];
    ARENA_PUSH(&w->arena, d->words, d->n_words);
    struct asked_word *x = &d->words[d->n_words];
    *x = (struct asked_word){.words = arena_str(&w->arena, key),
                             .item = item_text(&w->arena, d->schema, column, table)};
    name_map_put(&d->numbers, &w->arena, x->words, d->n_words++);
    return x;
}

/* Which shards ask about a seed: one before this, this one. */
struct seed_turn {
    bool before, drawn;
};

static void add_mention(struct asked_words *w, const struct seed *seed, const struct noun_places *m,
                        struct seed_turn turn, struct arena *scratch)
{
    struct str key = substitutes_key(scratch, w->knowledge, m->phrase);
    if (!key.ptr)
        return;
    struct asked_word *x = word_of(w, domain_of(w, seed->schema), key, m->column, m->table);
    x->wanted = x->wanted || turn.drawn;
    x->before = x->before || turn.before;
    if (x->n_questions < QUESTIONS_SHOWN)
        x->questions[x->n_questions++] =
            arena_str(&w->arena, printable_line(scratch, utf8_cut(seed->question, QUOTED_MAX)));
}

/* Is the seed the next of the list? Both are in the order of the dataset. */
static bool is_next_seed(const struct seed_list *l, uint32_t *next, const struct seed *seed)
{
    bool is = l && *next < l->count && l->items[*next].number == seed->number;
    *next += is;
    return is;
}

/* Add the nouns of a question. */
static enum status add_seed(struct asked_words *w, const struct seed *seed, struct seed_turn turn,
                            struct book_shelf *books, struct arena *scratch, struct err *e)
{
    const struct question_reading *reading;
    TRY(seed_read(scratch, books, w->knowledge, seed, seed_query(seed), &reading, e));
    if (!reading)
        return OK;
    struct substitution_sites nouns = substitution_nouns(scratch, reading);
    for (uint32_t i = 0; i < nouns.count; i++)
        add_mention(w, seed, &nouns.items[i].forms[0], turn, scratch);
    return OK;
}

enum status asked_words_add_seeds(struct asked_words *w, const struct dataset *d,
                                  const struct seed_list *before, const struct seed_list *drawn,
                                  const struct listener *listener, struct err *e)
{
    struct book_shelf books = {.lexicon = w->lexicon, .room = BOOKS_AT_A_TIME};
    struct arena scratch = {0};
    enum status status = OK;
    uint32_t next_before = 0, next_drawn = 0;
    for (uint32_t i = 0; i < d->n_seeds && status == OK; i++) {
        const struct seed *seed = &d->seeds[i];
        struct seed_turn turn = {is_next_seed(before, &next_before, seed),
                                 is_next_seed(drawn, &next_drawn, seed)};
        status = add_seed(w, seed, turn, &books, &scratch, e);
        if (status == OK)
            status = listener_check(listener, e);
        arena_clear(&scratch);
    }
    arena_release(&scratch);
    book_shelf_release(&books);
    return status;
}

void asked_words_add_names(struct asked_words *w, const struct schema *s)
{
    struct arena scratch = {0};
    struct asked_domain *d = domain_of(w, s);
    struct name_mentions m = auto_mentions(&scratch, w->knowledge, s);
    for (uint32_t i = 0; i < m.count; i++)
        word_of(w, d, m.items[i].words, m.items[i].column, m.items[i].table)->wanted = true;
    arena_release(&scratch);
}

/* Asking */

/* A word of a round. */
struct word_request {
    struct asked_domain *domain;
    struct asked_word *word;
};

struct synonym_asking {
    struct synonym_asker *asker;
    struct arena *lasting;
    struct synonym_outcome *outcome;
    struct word_request *items; /* heap */
    uint32_t count;
    struct buf prompt, questions;
};

static void collect_words(struct synonym_asking *g, struct asked_words *w)
{
    size_t most = 1;
    for (uint32_t i = 0; i < w->n_domains; i++)
        most += w->domains[i].n_words;
    g->items = mem_resize_array(NULL, most, sizeof *g->items);
    for (uint32_t i = 0; i < w->n_domains; i++)
        for (uint32_t k = 0; k < w->domains[i].n_words; k++)
            if (w->domains[i].words[k].wanted)
                g->items[g->count++] =
                    (struct word_request){&w->domains[i], &w->domains[i].words[k]};
}

static void count_word(struct synonym_counts *c, const struct asked_word *x, bool readable)
{
    c->words++;
    c->candidates += x->found.count;
    c->unreadable += !readable;
}

static void make_word_request(void *ctx, uint32_t i, struct chat_request *out)
{
    struct synonym_asking *g = ctx;
    const struct paraphrase_sampling *how = &g->asker->model.sampling;
    const struct asked_domain *d = g->items[i].domain;
    const struct asked_word *x = g->items[i].word;
    buf_clear(&g->prompt);
    buf_clear(&g->questions);
    for (uint32_t k = 0; k < x->n_questions; k++)
        buf_printf(&g->questions, "Question: %.*s\n", STR_ARG(x->questions[k]));
    const struct synonym_question question = {.database = d->name,
                                              .tables = d->tables,
                                              .word = x->words,
                                              .item = x->item,
                                              .questions = buf_str(&g->questions)};
    paraphrase_texts_synonyms(how->texts, &question, &g->prompt);
    *out = (struct chat_request){.prompt = buf_str(&g->prompt),
                                 .temperature = how->plain ? -1 : 0,
                                 .top_p = -1,
                                 .max_tokens = how->max_tokens,
                                 .sampling_seed = how->seed,
                                 .for_seed = i};
}

static void take_word_answer(void *ctx, uint32_t i, const struct said_texts *said)
{
    struct synonym_asking *g = ctx;
    struct asked_word *x = g->items[i].word;
    bool readable = said->count > 0 &&
                    synonyms_read(g->lasting, arena_str(g->lasting, said->items[0]), &x->found);
    count_word(&g->outcome->all, x, readable);
    if (!x->before)
        count_word(&g->outcome->first, x, readable);
}

static void announce_words(const struct synonym_asking *g, const struct listener *listener)
{
    if (g->count > ANNOUNCED_REQUESTS)
        listener_notice(listener, "%" PRIu32 " requests to %.*s for synonyms, but for those known",
                        g->count, STR_ARG(g->asker->model.server.address.text));
}

/* In the order of the words, not of the replies. */
static void keep_synonyms(struct asked_words *w)
{
    for (uint32_t i = 0; i < w->n_domains; i++) {
        struct asked_domain *d = &w->domains[i];
        for (uint32_t k = 0; k < d->n_words; k++)
            if (d->words[k].found.count > 0)
                model_synonyms_add(&d->found, &w->arena, d->words[k].words, d->words[k].found);
    }
}

enum status synonym_asker_run(struct synonym_asker *s, struct asked_words *w, const char *cache,
                              const struct listener *listener, struct synonym_outcome *out,
                              struct err *e)
{
    struct synonym_asking g = {.asker = s, .lasting = &w->arena, .outcome = out};
    struct model_asking *asking;
    *out = (struct synonym_outcome){.all = {0}};
    TRY(model_asking_begin(&s->model, cache, "asked for synonyms", listener, &out->requests,
                           &asking, e));
    collect_words(&g, w);
    announce_words(&g, listener);
    const struct model_round round = {
        .ctx = &g, .count = g.count, .request = make_word_request, .answer = take_word_answer};
    enum status status = model_asking_end(asking, model_asking_round(asking, &round, e), e);
    if (status == OK)
        keep_synonyms(w);
    if (status == OK && out->requests.cut_off > 0)
        listener_notice(listener,
                        "%" PRIu64 " replies with synonyms were cut off; see --max-tokens",
                        out->requests.cut_off);
    buf_release(&g.prompt);
    buf_release(&g.questions);
    free(g.items);
    return status;
}

/* What was said */

const struct model_synonyms *asked_words_synonyms(const struct asked_words *w, struct str db_id)
{
    uint32_t n = name_map_get(&w->numbers, db_id);
    return n == NAME_NONE ? NULL : &w->domains[n].found;
}

struct digest asked_words_digest(const struct asked_words *w)
{
    struct recipe r;
    recipe_begin(&r, "synonyms");
    for (uint32_t i = 0; i < w->n_domains; i++)
        for (uint32_t k = 0; k < w->domains[i].n_words; k++) {
            const struct asked_word *x = &w->domains[i].words[k];
            recipe_add(&r, "database", w->domains[i].schema->db_id);
            recipe_add(&r, "words", x->words);
            for (uint32_t n = 0; n < x->found.count; n++)
                recipe_add(&r, "synonym", x->found.items[n]);
        }
    return digest_end(&r.digester);
}

void asked_words_tell(const struct asked_words *w, struct word_domains *domains,
                      const struct dataset *d)
{
    for (uint32_t i = 0; i < d->schemas.count; i++)
        word_domains_set_synonyms(domains, &d->schemas.schemas[i],
                                  asked_words_synonyms(w, d->schemas.schemas[i].db_id));
}
