/* word_domains.c: words by database. */
#include "link/word_domains.h"

#include "link/words.h"

void word_domains_init(struct word_domains *d, const struct knowledge *k)
{
    *d = (struct word_domains){.knowledge = k};
    name_map_init_exact(&d->numbers, &d->arena, 32);
}

void word_domains_release(struct word_domains *d)
{
    arena_release(&d->arena);
    *d = (struct word_domains){0};
}

static void add_schema_names(struct word_domains *d, struct word_context *c, const struct schema *s)
{
    for (uint32_t i = 0; i < s->n_tables; i++)
        word_context_add(c, &d->arena, d->knowledge, s->tables[i].natural);
    for (uint32_t i = 1; i < s->n_columns; i++)
        word_context_add(c, &d->arena, d->knowledge, s->columns[i].natural);
}

static struct word_context *domain_of(struct word_domains *d, const struct schema *s)
{
    uint32_t n = name_map_get(&d->numbers, s->db_id);
    if (n != NAME_NONE)
        return &d->items[n];
    ARENA_PUSH(&d->arena, d->items, d->count);
    struct word_context *c = &d->items[d->count];
    name_map_put(&d->numbers, &d->arena, s->db_id, d->count++);
    word_context_init(c, &d->arena);
    add_schema_names(d, c, s);
    return c;
}

void word_domains_add(struct word_domains *d, const struct schema *s, struct str question)
{
    const struct lemmatizer z = {d->knowledge->lexicon};
    struct arena scratch = {0};
    struct words words = words_read(&scratch, &z, question);
    struct word_context *c = domain_of(d, s);
    for (uint32_t i = 0; i < words.count; i++)
        word_context_add(c, &d->arena, d->knowledge, words.items[i].text);
    arena_release(&scratch);
}

void word_domains_set_synonyms(struct word_domains *d, const struct schema *s,
                               const struct model_synonyms *synonyms)
{
    uint32_t n = name_map_get(&d->numbers, s->db_id);
    if (n != NAME_NONE)
        d->items[n].model = synonyms;
}

const struct word_context *word_domains_find(const struct word_domains *d, const struct schema *s)
{
    uint32_t n = name_map_get(&d->numbers, s->db_id);
    return n == NAME_NONE ? NULL : &d->items[n];
}
