/* query_edit.c: the members of an edit. */
#include "record/query_edit.h"

#include <stddef.h>

static const char *const EDITS[] = {"none", "operator", "direction", "value", "limit"};
const struct name_list EDIT_NAMES = NAMES_OF(EDITS);

#define FIELD(name) offsetof(struct query_edit, name)

static const struct member MEMBERS[] = {
    {"what", &FORM_NAME, FIELD(what), MEMBER_ALWAYS, &EDIT_NAMES},
    {"on", &FORM_TEXT, FIELD(on), MEMBER_WHERE_SET, NULL},
    {"from", &FORM_TEXT, FIELD(from), MEMBER_ALWAYS, NULL},
    {"to", &FORM_TEXT, FIELD(to), MEMBER_ALWAYS, NULL},
};

const struct record QUERY_EDIT_RECORD = RECORD_OF(MEMBERS);
