/* defence_names.h: the other names of databases, for a defence (defend.h).
 *
 * They are found once for all suites that a system is asked: word lists and vectors take time to
 * load, a language model costs money, and notices to the user should not be repeated. */
#ifndef TEQL_ASKING_DEFENCE_NAMES_H
#define TEQL_ASKING_DEFENCE_NAMES_H

#include "base/digest.h"
#include "base/json_writer.h"
#include "base/listener.h"
#include "defence/annotated_schema.h"
#include "model/synonym_asker.h"
#include "schema/schema.h"
#include "system/ask_settings.h"

/* Schemas of databases. A schema may be in it several times. */
struct schema_list {
    const struct schema **items;
    uint32_t count;
};

/* Who is asked, how, and about which databases. */
struct session_job {
    const char *system; /* its spec */
    const struct ask_settings *settings;
    const char *cache;            /* file of answers and of a language model's replies; or NULL */
    struct schema_list databases; /* that a defence finds names for; they must stay */
};

/* Once opened, they may be read on any thread. */
struct defence_names {
    struct arena arena;
    bool automatic;
    char digest[DIGEST_HEX + 1]; /* of the file of names; or "" */
    struct annotation_set manual;
    struct lexicon lexicon;
    struct knowledge knowledge;
    struct asked_words words; /* what a language model said for the words of names */
};

/* Do the settings name a defence that can be put in front of the system: "auto", or "manual:FILE"
 * with a file that can be read? NULL, for no defence, is fine. E_USAGE, or what reading the file
 * fails with; also if a language model cannot be asked for synonyms. */
MUST_USE enum status defence_check(const struct ask_settings *s, const char *system, struct err *e);

/* Is it made of word lists, vectors and what a language model says? */
bool defence_is_automatic(const struct ask_settings *s);

/* Check, and load the names and words that are needed. Without a defence *out is NULL. A language
 * model is asked about all the databases. On failure *out is NULL. */
MUST_USE enum status defence_names_open(const struct session_job *o,
                                        const struct listener *listener, struct defence_names **out,
                                        struct err *e);
void defence_names_free(struct defence_names *n); /* NULL is allowed */

/* The names of a database, in `a` or with `n`; false if there are none. */
bool defence_names_find(const struct defence_names *n, const struct schema *s, struct arena *a,
                        struct annotated_schema *out);

/* Are they the names in the settings of answers, as defence_names_describe wrote them? */
bool defence_names_are(const struct defence_names *n, struct str kind, struct str digest);

/* Write what identifies them, as members of an object: their kind, and digests of the file of
 * names, of the word vectors, and of what a language model said. Paths do not matter, only what is
 * in the files. NULL names write nothing. */
void defence_names_describe(const struct defence_names *n, struct json_writer *w);

#endif
