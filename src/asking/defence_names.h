/* defence_names.h: the other names of databases, for a defence (defend.h).
 *
 * They are found once for all suites that a system is asked: word lists and vectors take time to
 * load, a language model costs money, and what a user should know is told once. */
#ifndef TEQL_ASKING_DEFENCE_NAMES_H
#define TEQL_ASKING_DEFENCE_NAMES_H

#include "asking/session_job.h"
#include "base/digest.h"
#include "base/json_writer.h"
#include "base/listener.h"
#include "defence/annotated_schema.h"
#include "model/synonym_asker.h"

/* Read only once they are there, and then for any thread. */
struct defence_names {
    struct arena arena;
    bool automatic;
    char digest[DIGEST_HEX + 1]; /* of the file of names; "" for none */
    struct annotation_set manual;
    struct lexicon lexicon;
    struct knowledge knowledge;
    struct asked_words words; /* what a language model said for those of names */
};

/* Do the settings name a defence that can stand in front of the system, "auto" or "manual:FILE"
 * with a file that can be read? NULL is no defence, which is fine. E_USAGE, or what reading the
 * file fails with; also for a language model that cannot be asked for synonyms. */
MUST_USE enum status defence_check(const struct ask_settings *s, const char *system, struct err *e);

/* Is it made of word lists, vectors and what a language model says? */
bool defence_is_automatic(const struct ask_settings *s);

/* The same as the check, and load the names and words that are needed. No spec gives NULL names. A
 * language model is asked about all the databases. On failure *out is NULL. */
MUST_USE enum status defence_names_open(const struct session_job *o,
                                        const struct listener *listener, struct defence_names **out,
                                        struct err *e);
void defence_names_free(struct defence_names *n); /* NULL is allowed */

/* The names that there are for a database, in `a` or with `n`; false where there are none. */
bool defence_names_find(const struct defence_names *n, const struct schema *s, struct arena *a,
                        struct annotated_schema *out);

/* Are they the ones that the settings of answers tell of, as defence_names_describe wrote them? */
bool defence_names_are(const struct defence_names *n, struct str kind, struct str digest);

/* What tells them from others, as members of an object: their kind, and digests of the file of
 * names, of the word vectors, and of what a language model said. Where files lie does not matter,
 * what is in them does. NULL names write nothing. */
void defence_names_describe(const struct defence_names *n, struct json_writer *w);

#endif
