/* word_domains.h: what each database is about: the words of its names and of all questions about
 * it.
 *
 * Words have senses, and these words show which one is meant (lexicon/word_sense.h). */
#ifndef TEQL_LINK_WORD_DOMAINS_H
#define TEQL_LINK_WORD_DOMAINS_H

#include "lexicon/word_sense.h"
#include "schema/schema.h"

struct word_domains {
    struct arena arena;
    const struct knowledge *knowledge;
    struct name_map numbers; /* db_id → its number */
    struct word_context *items;
    uint32_t count;
};

/* `k` must outlive it; release it in any case. Filled by one thread, then read by any. */
void word_domains_init(struct word_domains *d, const struct knowledge *k);
void word_domains_release(struct word_domains *d);

/* Add a question about the database of the schema, whose names are added with the first one. */
void word_domains_add(struct word_domains *d, const struct schema *s, struct str question);

/* Set the synonyms that a model gave for words of the database; they must outlive `d`. Ignored if
 * no question about it was added.
 */
void word_domains_set_synonyms(struct word_domains *d, const struct schema *s,
                               const struct model_synonyms *synonyms);

/* NULL if no question about that database was added. */
const struct word_context *word_domains_find(const struct word_domains *d, const struct schema *s);

#endif
