/* record.h: a struct as a JSON object, by one table of its members.
 *
 * The table says of each member its name, its form and where in the struct it stands. Writing and
 * reading both follow from the table, so a record has no second list to forget:
 *
 *     {"id", &FORM_TEXT, offsetof(struct answer, id), MEMBER_ALWAYS, NULL},
 *
 * Members that a text lacks leave the struct as it was, and members that the table lacks are
 * skipped; so old readers read new files, and new readers old ones. */
#ifndef TEQL_BASE_RECORD_H
#define TEQL_BASE_RECORD_H

#include "base/json_reader.h"
#include "base/json_writer.h"

/* How a field stands in JSON. `arg` is the member's. */
struct member_form {
    void (*put)(struct json_writer *w, const void *field, const void *arg);

    /* False where the value makes no sense. Text lives in `a` or is a view of the value. */
    bool (*get)(struct arena *a, struct json_value v, const void *arg, void *field);

    /* Is there something to write? Asked of members that may be left out. */
    bool (*is_set)(const void *field, const void *arg);
};

enum member_presence { MEMBER_ALWAYS, MEMBER_WHERE_SET };

struct member {
    const char *name;
    const struct member_form *form;
    size_t offset; /* of the field in the struct */
    enum member_presence presence;
    const void *arg; /* what the form wants to know; NULL for most */
};

struct record {
    const struct member *members;
    size_t count;
};

#define RECORD_OF(members)                                                                         \
    {                                                                                              \
        members, COUNT_OF(members)                                                                 \
    }

enum { RECORD_MAX_MEMBERS = 32 };

/* Write the struct at `it` as an object. */
void record_put(struct json_writer *w, const struct record *r, const void *it);

/* Write only its members, into an object that is open and may have others. */
void record_put_members(struct json_writer *w, const struct record *r, const void *it);

/* Read the object that `json` walks into the struct at `it`. Returns the name of a member whose
 * value makes no sense, or NULL. Whether the text was JSON at all, json_reader_end says. */
const char *record_get(struct json_reader *json, const struct record *r, void *it);

/* Forms of struct str; null for a NULL ptr. */
extern const struct member_form FORM_TEXT;     /* a string; set unless it is empty */
extern const struct member_form FORM_ANY_TEXT; /* the same; what is no string is read as its JSON */
extern const struct member_form FORM_JSON;     /* the str is JSON itself; set unless ptr is NULL */

/* Forms of numbers; set unless 0. */
extern const struct member_form FORM_U32;
extern const struct member_form FORM_U64;    /* up to INT64_MAX */
extern const struct member_form FORM_HEX;    /* uint64_t as a string of 16 digits */
extern const struct member_form FORM_NUMBER; /* double */
extern const struct member_form FORM_NAME; /* an enum as a string; `arg` is its struct name_list */

extern const struct member_form FORM_SHARE; /* double from 0 to 1; set unless negative */
extern const struct member_form FORM_FLAG;  /* bool; set where it is true */

/* The names of an enum, by number. */
struct name_list {
    const char *const *names;
    uint32_t count;
};

#define NAMES_OF(names)                                                                            \
    {                                                                                              \
        names, COUNT_OF(names)                                                                     \
    }

/* The number of a name; `count` for a text that is none. */
uint32_t name_list_find(const struct name_list *l, struct str name);

#endif
