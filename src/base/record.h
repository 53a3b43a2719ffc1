/* record.h: a struct as a JSON object, by one table of its members.
 *
 * The table gives each member's name, its form and its place in the struct. Writing, reading and
 * adding up all follow from the table, so a record has no second list to forget:
 *
 *     {"id", &FORM_TEXT, offsetof(struct answer, id), MEMBER_NEEDED, NULL},
 *
 * Members that a text lacks leave the struct as it was, and members that the table lacks are
 * skipped; so old readers read new files, and new readers old ones. A null is a member that is not
 * there. A member of the wrong type is an error. */
#ifndef TEQL_BASE_RECORD_H
#define TEQL_BASE_RECORD_H

#include "base/json_reader.h"
#include "base/json_writer.h"

struct record_reader;

/* How a field is written in JSON. `arg` is the member's. */
struct member_form {
    void (*put)(struct json_writer *w, const void *field, const void *arg);

    /* False if the value makes no sense; then the field may be anything. Text is in the reader's
     * arena or a view of the value. */
    bool (*get)(struct record_reader *r, struct json_value v, const void *arg, void *field);

    /* Is there something to write? Asked of members that may be left out. */
    bool (*is_set)(const void *field, const void *arg);

    /* Add what another record counts. False if the two count different things. NULL for a form
     * that counts nothing. */
    bool (*add)(void *to, const void *from, const void *arg);
};

enum member_presence {
    MEMBER_ALWAYS,    /* written always */
    MEMBER_NEEDED,    /* the same, and an object without it makes no sense */
    MEMBER_WHERE_SET, /* written if it is set */
};

struct member {
    const char *name;
    const struct member_form *form;
    size_t offset; /* of the field in the struct */
    enum member_presence presence;
    const void *arg; /* what the form needs to know; NULL for most */
};

struct record {
    const struct member *members;
    size_t count;

    /* For FORM_RECORD, each NULL if not needed: is there such a record (by default, if its first
     * member is set)? Do the members that were read fit together? */
    bool (*is_set)(const void *it);
    bool (*makes_sense)(const void *it);
};

#define RECORD_OF(table)                                                                           \
    {                                                                                              \
        .members = (table), .count = COUNT_OF(table)                                               \
    }

enum { RECORD_MAX_MEMBERS = 32 };

/* Write the struct at `it` as an object. */
void record_put(struct json_writer *w, const struct record *r, const void *it);

/* Write only its members, into an object that is open and may have others. */
void record_put_members(struct json_writer *w, const struct record *r, const void *it);

/* Read the object `text` into the struct at `it`. E_SYNTAX if it is not JSON, E_INPUT with the
 * member if one is missing or makes no sense; `line` is the line on which the text begins. What is
 * read lives in `a` or is a view of `text`. On failure the members that could be read are there. */
MUST_USE enum status record_read(struct arena *a, const struct record *r, struct str text,
                                 uint32_t line, void *it, struct err *e);

/* The same for an object that is part of what `json` walks. Returns the name of the first member
 * that is missing or makes no sense, or NULL. Whether the text was JSON at all, json_reader_end
 * says. */
const char *record_get(struct json_reader *json, const struct record *r, void *it);

/* Add all that the record at `from` counts to the one at `to`. False if they count different
 * things. */
bool record_add(const struct record *r, void *to, const void *from);

/* For forms: the arena for what is read, and the member inside a value that makes no sense. */
struct record_reader {
    struct arena *arena;
    const char *bad; /* NULL for the value itself */
    bool missing;    /* that member is not there */
};

/* Forms of struct str; null for a NULL ptr. */
extern const struct member_form FORM_TEXT;     /* a string; set unless it is empty */
extern const struct member_form FORM_ANY_TEXT; /* the same; other values are read as their JSON */
extern const struct member_form FORM_JSON;     /* the str is JSON itself; set unless ptr is NULL */

/* Forms of numbers; set unless 0. */
extern const struct member_form FORM_U32;
extern const struct member_form FORM_U64;    /* up to INT64_MAX */
extern const struct member_form FORM_COUNT;  /* uint64_t, read up to UINT32_MAX; added up */
extern const struct member_form FORM_HEX;    /* uint64_t as a string of up to 16 digits */
extern const struct member_form FORM_NUMBER; /* double */
extern const struct member_form FORM_NAME; /* an enum as a string; `arg` is its struct name_list */

extern const struct member_form FORM_SHARE; /* double from 0 to 1; set unless negative */
extern const struct member_form FORM_FLAG;  /* bool; set if it is true */

/* A struct in the struct, as an object, or null if it is not set. `arg` is its struct record. */
extern const struct member_form FORM_RECORD;

/* A list: the field is a pointer to the items, followed by a uint32_t, their number. `arg` is its
 * struct list_of. Set if there are items; of lists that are read only one that is not there is
 * NULL. Lists that are added have as many items, and of a map the same names. */
extern const struct member_form FORM_LIST; /* as an array */
extern const struct member_form FORM_MAP;  /* as an object; each item has its name in itself */

struct list_of {
    size_t size;         /* of an item */
    struct member value; /* of an item; name and presence do not matter */
    size_t name;         /* offset in the item of its name, a struct str; of FORM_MAP */
};

/* The same for a pointer to a single item; NULL, and not set, if it is not there. Both of two that
 * are added are there, or neither is. */
extern const struct member_form FORM_OPTIONAL;

/* An array with a place for each number of an enum, as an object of those that are set. `arg` is
 * its struct counts_of. Set if any is. */
extern const struct member_form FORM_COUNTS;

struct counts_of {
    const struct name_list *names;
    const struct member_form *form; /* of each place; FORM_COUNT for counts */
    const void *arg;
    size_t size; /* of a place */
};

/* Counts in the struct, one after another, as an array. `arg` is how many, a uint32_t. Set if any
 * is not 0. */
extern const struct member_form FORM_ROW;

/* The names of an enum, by number. */
struct name_list {
    const char *const *names;
    uint32_t count;
};

#define NAMES_OF(names)                                                                            \
    {                                                                                              \
        names, COUNT_OF(names)                                                                     \
    }

/* The number of a name; `count` if the list does not have it. */
uint32_t name_list_find(const struct name_list *l, struct str name);

#endif
