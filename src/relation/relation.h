/* relation.h: ways to change a seed whose effect on the answer is known.
 *
 * A relation says how many variants of a seed it has and makes the one of a given number; the
 * drawing of a sample, the same for all, is in draw.h. So a relation with more variants than could
 * be listed, such as the orders of tables, is drawn from as fairly as one with three. Relations
 * have no state: the same seed and number give the same variant, on any thread. */
#ifndef TEQL_RELATION_RELATION_H
#define TEQL_RELATION_RELATION_H

#include "base/option_kind.h"
#include "lexicon/knowledge.h"
#include "migration/column_content.h"
#include "record/case.h"
#include "record/seed.h"
#include "record/strength.h"
#include "rewording/classifier.h"
#include "sql/resolve.h"

struct refusal_tally;
struct reword_rules;
struct phrase_list;
struct question_reading;
struct words;
struct paraphrases;
struct word_context;
struct taken_names;
struct name_habits;
struct schema_memory;

/* What a user may say about all variants. */
struct relation_options {
#define OPTION OPTION_FIELD
#include "relation/relation_option.def"
};

/* What a relation may look at. */
struct relation_seed {
    const struct seed *seed;
    const struct schema *schema;
    const struct sql_stmt *stmt; /* the gold query; NULL where it is absent or unreadable */
    const struct sql_resolution *resolution; /* of stmt; NULL like it */
    const bool *column_read;                 /* by column id: counts as read (prepare.h) */
    const bool *table_read; /* by table id: the query reads its rows or a column of it */
    const struct lexicon *lexicon;
    const struct words *words; /* of the question; none if it is too long to be read whole */
    const struct knowledge *knowledge; /* of words; NULL: relations that need it have no variants */
    const struct content_source *content;   /* of the database; NULL: relations that need it have no
                                               variants */
    const struct phrase_list *phrases;      /* NULL: relations that need it have no variants */
    const struct reword_rules *rewording;   /* NULL: relations that need it have no variants */
    const struct question_reading *reading; /* of the question with the query; NULL unless a
                                               relation's `needs_reading` asks for it */
    const struct paraphrases *paraphrases;  /* of a language model; NULL: questions are reworded by
                                               rule */
    const struct word_context *domain;      /* what the database is about; NULL if unknown, or if no
                                               relation's `needs_domain` asks for it */
    const struct taken_names *taken;        /* in schema and question (fresh_name.h); NULL until
                                               they are found. A copy of the seed that got another
                                               question cannot use them: taken_names_of() sees to
                                               that */
    struct schema_memory *memory;           /* of the schema (schema_memory.h), which relations
                                               add to; NULL: nothing is remembered */
    struct relation_options options;
    struct refusal_tally *refusals; /* count() adds to it (refusal.h); or NULL */
};

/* What `teql help PI` says about a relation. No member is NULL. */
struct relation_text {
    const char *summary; /* for lists: "a prefix goes before the question" */
    const char *what;    /* what is changed; a sentence */

    /* An example from examples/shop, as the relation really makes it: questions; or tables, one on
     * each line, with their columns and what they refer to: "loan (id, book_id → book)". */
    const char *before, *after;

    const char *answer; /* what the new answer must be, and why; a sentence */
    const char *page;   /* for more: "docs/reference/questions.md" */
};

/* Characters, for tables. An id longer than a code also serves as a name: "DB-synonym". */
enum { RELATION_CODE_MAX = 4, RELATION_NAME_MAX = 24, RELATION_SUMMARY_MAX = 43 };

struct relation {
    const char *id, *name; /* "PI", "prefix insertion" */
    const char *family;    /* the work it comes from: "mt-teql" */
    struct relation_text text;

    /* The number of variants; UINT64_MAX stands for more than can be counted. `*plan`, in `a`, is
     * what make() needs to know again. Candidates that are left out are counted by reason
     * (refusal.h). */
    uint64_t (*count)(struct arena *a, const struct relation_seed *s, const void **plan);

    /* Make variant `i`, which is below count(): fill in what changes (question, query or edit,
     * migration), `change`, and the claim if it is not that the answer stays. What is left empty is
     * the seed's; an edit is applied to the seed's query. False if it turns out to be no variant:
     * nothing changes, or a name collides. */
    bool (*make)(struct arena *a, const struct relation_seed *s, const void *plan, uint64_t i,
                 struct test_case *out);

    /* It reads values of the database, and makes nothing without one. */
    bool needs_database;

    /* Its variants ask something else: the claim is CLAIM_CHANGED. */
    bool changes_answer;

    /* Its claim holds because the query does not read what changes. So it is not for seeds whose
     * query is a guess: the question may ask for something that a guess does not read. */
    bool spares_reads;

    /* It needs `reading` in the seed. */
    bool needs_reading;

    /* It rewords the question in one of Dr.Spider's ways, which is `reword`. */
    bool rewords;
    enum reword_kind reword;

    /* It needs `domain` in the seed (link/word_domains.h). */
    bool needs_domain;

    /* Its variants depend on the option `strength`. */
    bool has_strengths;

    /* Cases that a seed gets at most, whatever --max-per-seed allows; 0: no such limit. */
    uint32_t most;
};

#define RELATION(id) extern const struct relation relation_##id;
#include "relation/relation.def"
#undef RELATION

/* How many there are. */
enum {
    RELATION_COUNT = 0
#define RELATION(id) +1
#include "relation/relation.def"
#undef RELATION
};

/* All relations in the order of relation.def, ended by NULL. */
extern const struct relation *const RELATIONS[];

/* The relation with this id (case ignored), or NULL. */
const struct relation *relation_find(struct str id);

/* The family of this name (case ignored) in its usual spelling, or NULL. */
const char *relation_family(struct str name);

/* Is it the first of its family? Families follow one another. */
bool relation_begins_family(const struct relation *const *place);

/* Does one of them need to know what databases are about? */
bool relations_need_domain(const struct relation *const *relations, uint32_t count);

/* The strength that is wanted, if one of them has strengths; else mild. */
enum strength relations_strength(const struct relation *const *relations, uint32_t count,
                                 int wanted);

#endif
