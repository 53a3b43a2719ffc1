/* owner_noun.h: what a row of a table is, for names that show the owner of a column. */
#ifndef TEQL_RELATION_SCHEMA_OWNER_NOUN_H
#define TEQL_RELATION_SCHEMA_OWNER_NOUN_H

#include "lexicon/inflection.h"
#include "lexicon/name_style.h"
#include "relation/relation.h"

struct owner_noun {
    struct name_words words; /* the last one in the singular; written as in the table's name */
    bool joined;             /* a relationship ("singer in concert"): it needs all its words */
};

/* The noun of table `table`, called `name` (by the schema or in words), in `a`. Words for a kind of
 * table (table in words.tsv) are left out: "template type" for Ref_Template_Types, "car" for
 * car_names. They stay if the rest is the name of another table: Order_Details beside Orders. */
struct owner_noun owner_noun_of(struct arena *a, const struct relation_seed *s,
                                const struct inflection *in, uint32_t table, struct str name);

/* How a column's name can show its owner: by the words of the noun that it lacks, so that none is
 * doubled. */
struct owner_place {
    struct name_words before; /* these words … */
    uint32_t at;              /* … go before this word of the name … */
    uint32_t instead;         /* … and replace this many */
    uint32_t shared;          /* words from there on that are the end of the noun */
    bool torn; /* the name has the noun's first words but not its last: these would come before the
                  first ("program degree summary") */
};

/* `name`: the words of the column's name; `known`: the words of all its names, so that "stu_id" is
 * known to have "student". `other`: it is a key of something else.
 *
 *   car maker + maker                          car_maker
 *   enrolment course + other_course_details    other_enrolment_course_details
 *   student enrolment + student_id             enrolment_student_id, torn
 *   document type + document_description       document_type_description
 *   ship + disposition_of_ship                 as it is */
struct owner_place owner_place_in(struct arena *a, const struct inflection *in,
                                  const struct owner_noun *noun, const struct name_words *name,
                                  const struct name_words *known, bool other);

/* The name with the noun first, in words, if it has the whole noun elsewhere: "student other
 * details", "ship disposition" for "disposition of ship". "" if the noun is first already, or not
 * whole. */
struct str owner_first(struct arena *a, const struct inflection *in, const struct owner_noun *noun,
                       const struct name_words *name);

/* The name with the words that go into it, as they are written: with blanks between, and '_' within
 * the noun. */
struct str owner_phrase(struct arena *a, const struct owner_place *p,
                        const struct name_words *name);

/* The words in a style. A word in capitals among others stays so: TV. */
struct str owner_written(struct arena *a, const struct name_words *words, struct name_style style);

#endif
