/* synonym_asker.h: synonyms for the words of databases, from a language model.
 *
 * Each word is asked about once for a database: with what it stands for, with the names of the
 * database, and with the first questions that have it. The prompt does not depend on which
 * questions are drawn, so a part of a dataset asks a part of what the whole asks. What is said is
 * hearsay, and goes where the other sources of synonyms are (lexicon/synonyms.h). */
#ifndef TEQL_MODEL_SYNONYM_ASKER_H
#define TEQL_MODEL_SYNONYM_ASKER_H

#include "dataset/dataset.h"
#include "dataset/draw_seeds.h"
#include "lexicon/model_synonyms.h"
#include "link/word_domains.h"
#include "model/language_model.h"
#include "record/tally.h"

struct synonym_asker;

/* Check address, key and texts. Nothing is asked yet. Fails as system_open does. The settings must
 * stay. */
MUST_USE enum status synonym_asker_open(const struct model_settings *s, const atomic_int *stop,
                                        struct synonym_asker **out, struct err *e);
void synonym_asker_free(struct synonym_asker *s); /* NULL is allowed */

/* All that synonyms depend on besides the words, as a JSON object; nothing secret. Good as long as
 * the asker. */
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

/* Ask about the nouns of questions that mention tables and columns: those of the `drawn` seeds of
 * the dataset, in its order. Other seeds of it tell what is around. `before` are seeds that the
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
    struct synonym_counts first; /* of words that no shard before asks about; so these add up */
};

/* Ask. `cache` is the file of replies; NULL for none. E_SYSTEM where a request had no answer: what
 * lacks what the server failed to say could not be made again. */
MUST_USE enum status synonym_asker_run(struct synonym_asker *s, struct asked_words *w,
                                       const char *cache, const struct listener *listener,
                                       struct synonym_outcome *out, struct err *e);

/* What was said for words of the database; NULL where nothing was asked about it. Lives as long as
 * `w`. */
const struct model_synonyms *asked_words_told(const struct asked_words *w, struct str db_id);

/* Of all that was said. */
struct digest asked_words_digest(const struct asked_words *w);

/* Hand on what was said to those who choose synonyms. */
void asked_words_tell(const struct asked_words *w, struct word_domains *domains,
                      const struct dataset *d);

#endif
