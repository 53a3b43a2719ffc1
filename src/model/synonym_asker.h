/* synonym_asker.h: synonyms for the words of databases, from a language model.
 *
 * Each word is asked about once for a database: with what it stands for, with the names of the
 * database, and with the first questions that have it. The prompt does not depend on which
 * questions are drawn, so a part of a dataset asks a part of what the whole asks. The replies are
 * not checked; they are used like the other sources of synonyms (lexicon/synonyms.h). */
#ifndef TEQL_MODEL_SYNONYM_ASKER_H
#define TEQL_MODEL_SYNONYM_ASKER_H

#include "dataset/dataset.h"
#include "dataset/draw_seeds.h"
#include "lexicon/word_sense.h"
#include "link/word_domains.h"
#include "model/language_model.h"
#include "record/tally.h"

struct synonym_asker;

/* Check address, key and texts. Nothing is asked yet. Fails as system_open does. The settings must
 * stay. */
MUST_USE enum status synonym_asker_open(const struct model_settings *s, const atomic_int *stop,
                                        struct synonym_asker **out, struct err *e);
void synonym_asker_free(struct synonym_asker *s); /* NULL is allowed */

/* All that synonyms depend on besides the words, as a JSON object; nothing secret. `s` must outlive
 * it. */
struct str synonym_asker_describe(const struct synonym_asker *s);

/* Words that are asked about, and then what was said for them, by database. */
struct asked_words {
    struct arena arena;
    const struct lexicon *lexicon;
    const struct knowledge *knowledge;
    struct name_map numbers; /* db_id → its number */
    struct asked_domain *domains;
    uint32_t n_domains;
};

/* Both must outlive it. Release it in any case. */
void asked_words_init(struct asked_words *w, const struct lexicon *l, const struct knowledge *k);
void asked_words_release(struct asked_words *w);

/* Ask about the nouns that mention tables and columns in the `drawn` seeds of the dataset, in its
 * order. Questions of its other seeds are shown as examples, too. `before` are seeds that the
 * shards before this one ask about; NULL for none. */
MUST_USE enum status asked_words_add_seeds(struct asked_words *w, const struct dataset *d,
                                           const struct seed_list *before,
                                           const struct seed_list *drawn,
                                           const struct listener *listener, struct err *e);

/* Ask about the words of the schema's names. It must stay. */
void asked_words_add_names(struct asked_words *w, const struct schema *s);

/* What came of it. */
struct synonym_outcome {
    struct model_outcome requests;
    struct synonym_counts all;
    struct synonym_counts
        first; /* of words that no shard before asks about, so that shards add up */
};

/* Ask. `cache` is the file of replies; NULL for none. E_SYSTEM if a request had no answer: without
 * that answer, nobody could make the same again. */
MUST_USE enum status synonym_asker_run(struct synonym_asker *s, struct asked_words *w,
                                       const char *cache, const struct listener *listener,
                                       struct synonym_outcome *out, struct err *e);

/* What was said for words of the database; NULL if nothing was asked about it. `w` must outlive it.
 */
const struct model_synonyms *asked_words_synonyms(const struct asked_words *w, struct str db_id);

/* Of all that was said. */
struct digest asked_words_digest(const struct asked_words *w);

/* Add what was said to the domains, from which synonyms are chosen. */
void asked_words_tell(const struct asked_words *w, struct word_domains *domains,
                      const struct dataset *d);

#endif
