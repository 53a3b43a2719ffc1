/* provenance.c: its members. */
#include "record/provenance.h"

#include <stddef.h>

#define FIELD(name) offsetof(struct provenance, name)

static const struct member MEMBERS[] = {
    {"teql", &FORM_TEXT, FIELD(teql), MEMBER_ALWAYS, NULL},
    {"date", &FORM_TEXT, FIELD(date), MEMBER_ALWAYS, NULL},
    {"system", &FORM_TEXT, FIELD(system), MEMBER_ALWAYS, NULL},
    {"settings", &FORM_JSON, FIELD(settings), MEMBER_WHERE_SET, NULL},
    {"dropped", &FORM_U32, FIELD(reviewed.dropped), MEMBER_WHERE_SET, NULL},
    {"edited", &FORM_U32, FIELD(reviewed.edited), MEMBER_WHERE_SET, NULL},
    {"edits", &FORM_TEXT, FIELD(reviewed.edits), MEMBER_WHERE_SET, NULL},
    {"part", &FORM_RECORD, FIELD(part), MEMBER_WHERE_SET, &PART_RECORD},
    {"unanswered", &FORM_U64, FIELD(unanswered), MEMBER_WHERE_SET, NULL},
    {"answers", &FORM_TEXT, FIELD(answers), MEMBER_WHERE_SET, NULL},
};

const struct record PROVENANCE_RECORD = RECORD_OF(MEMBERS);

struct str provenance_setting(struct arena *a, const struct provenance *p, struct str name)
{
    struct json_value settings = {JSON_KIND_OBJECT, p->settings};
    if (!str_starts(p->settings, STR("{")))
        return STR_NONE;
    return json_any_text(a, json_member(a, settings, name));
}
