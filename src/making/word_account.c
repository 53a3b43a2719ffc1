/* word_account.c: substitutes of a word, question by question, and counted. */
#include "making/word_account.h"

#include "lexicon/inflection.h"
#include "model/seed_reading.h"
#include "rewording/substitution.h"

enum { BOOKS_AT_A_TIME = 4 };

struct accounting {
    struct arena *arena;
    const struct inflection *inflection;
    struct str word; /* in the singular */
    struct word_accounts *out;
};

static bool is_the_word(struct accounting *x, struct str phrase)
{
    struct arena_mark mark = arena_mark(x->arena);
    bool is = str_eq(noun_singular(x->arena, x->inflection, phrase), x->word);
    arena_rewind(x->arena, mark);
    return is;
}

static struct word_account *account_of(struct accounting *x, struct str db_id)
{
    struct word_accounts *all = x->out;
    for (uint32_t i = 0; i < all->count; i++)
        if (str_eq(all->items[i].db_id, db_id))
            return &all->items[i];
    ARENA_ADD(x->arena, all->items, all->count, (struct word_account){.db_id = db_id});
    return &all->items[all->count - 1];
}

/* "numbers of seats" → "number of seats" */
static struct str phrase_singular(struct accounting *x, struct str words)
{
    size_t end = str_find(words, STR(" of "), 0);
    size_t start = str_after_last(str_slice(words, 0, end), ' ');
    return ARENA_CONCAT(x->arena, str_slice(words, 0, start),
                        noun_singular(x->arena, x->inflection, str_slice(words, start, end)),
                        str_slice(words, end, words.len));
}

/* The candidate, in whatever number it stands. */
static struct word_candidate *candidate_of(struct accounting *x, struct word_account *to,
                                           struct str words, enum word_source source)
{
    struct str single = phrase_singular(x, words);
    for (uint32_t i = 0; i < to->count; i++)
        if (str_eq(to->items[i].words, single) && to->items[i].source == source)
            return &to->items[i];
    ARENA_ADD(x->arena, to->items, to->count,
              (struct word_candidate){.words = single, .source = source});
    return &to->items[to->count - 1];
}

static void count_sites(struct accounting *x, struct word_account *to,
                        const struct substitution_sites *sites)
{
    for (uint32_t i = 0; i < sites->count; i++) {
        const struct substitution_site *site = &sites->items[i];
        for (uint32_t k = 0; k < site->count && is_the_word(x, site->forms[0].phrase); k++)
            candidate_of(x, to, site->items[k].words[0], site->items[k].source)->taken++;
    }
    for (uint32_t i = 0; i < sites->n_refused; i++) {
        const struct refused_substitute *r = &sites->refused[i];
        if (is_the_word(x, r->phrase))
            candidate_of(x, to, r->words, r->source)->refused.counts[r->why]++;
    }
}

static bool has_the_word(struct accounting *x, const struct substitution_sites *nouns)
{
    uint32_t i = 0;
    while (i < nouns->count && !is_the_word(x, nouns->items[i].forms[0].phrase))
        i++;
    return i < nouns->count;
}

static enum status account_for_seed(struct accounting *x, struct book_shelf *books,
                                    const struct word_domains *domains, const struct seed *seed,
                                    enum strength strength, struct err *e)
{
    struct arena scratch = {0};
    const struct question_reading *reading;
    enum status status =
        seed_read(&scratch, books, domains->knowledge, seed, seed_query(seed), &reading, e);
    if (status == OK && reading) {
        struct substitution_sites nouns = substitution_nouns(&scratch, reading);
        if (has_the_word(x, &nouns)) {
            const struct word_context *about = word_domains_find(domains, seed->schema);
            struct substitution_sites sites =
                substitutions_find(&scratch, reading, about, strength);
            struct word_account *to = account_of(x, seed->db_id);
            to->questions++;
            count_sites(x, to, &sites);
        }
    }
    arena_release(&scratch);
    return status;
}

enum status word_accounts_find(struct arena *a, const struct dataset *d,
                               const struct vocabulary *words, const struct asked_words *asked,
                               struct str word, enum strength strength, struct word_accounts *out,
                               struct err *e)
{
    struct accounting x = {.arena = a, .inflection = &words->knowledge.inflection, .out = out};
    struct book_shelf books = {.lexicon = &words->lexicon, .room = BOOKS_AT_A_TIME};
    struct word_domains domains;
    enum status status = OK;
    *out = (struct word_accounts){.count = 0};
    x.word = noun_singular(a, x.inflection, word);
    word_domains_init(&domains, &words->knowledge);
    for (uint32_t i = 0; i < d->n_seeds; i++)
        word_domains_add(&domains, d->seeds[i].schema, d->seeds[i].question);
    asked_words_tell(asked, &domains, d);
    for (uint32_t i = 0; i < d->n_seeds && status == OK; i++)
        status = account_for_seed(&x, &books, &domains, &d->seeds[i], strength, e);
    word_domains_release(&domains);
    book_shelf_release(&books);
    return status;
}
