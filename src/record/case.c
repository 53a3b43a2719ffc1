/* case.c: the members of a case. */
#include "record/case.h"

#include <stddef.h>

const struct test_case CASE_EMPTY = {.naturalness = -1, .seed_naturalness = -1};

static const char *const CLAIMS[] = {"same", "mapped", "changed"};
static const char *const PROOFS[] = {"nothing", "execution", "schema", "construction"};
static const struct name_list PROOF_NAMES = NAMES_OF(PROOFS);
const struct name_list CLAIM_NAMES = NAMES_OF(CLAIMS);

#define FIELD(name) offsetof(struct case_proof, name)

static const struct member PROOF_MEMBERS[] = {
    {"by", &FORM_NAME, FIELD(by), MEMBER_ALWAYS, &PROOF_NAMES},
    {"rows", &FORM_U64, FIELD(rows), MEMBER_ALWAYS, NULL},
    {"digest", &FORM_HEX, FIELD(digest), MEMBER_ALWAYS, NULL},
};

static const struct record PROOF_RECORD = RECORD_OF(PROOF_MEMBERS);

#undef FIELD

static void put_proof(struct json_writer *w, const void *field, const void *arg)
{
    const struct case_proof *p = field;
    (void)arg;
    if (p->by == PROOF_BY_NOTHING)
        json_put_null(w);
    else
        record_put(w, &PROOF_RECORD, p);
}

static bool get_proof(struct arena *a, struct json_value v, const void *arg, void *field)
{
    (void)arg;
    if (v.kind != JSON_KIND_OBJECT)
        return v.kind == JSON_KIND_NULL;
    struct json_reader json = json_reader_of(a, v.raw);
    return record_get(&json, &PROOF_RECORD, field) == NULL;
}

static void put_edit(struct json_writer *w, const void *field, const void *arg)
{
    (void)arg;
    record_put(w, &QUERY_EDIT_RECORD, field);
}

static bool get_edit(struct arena *a, struct json_value v, const void *arg, void *field)
{
    (void)arg;
    struct json_reader json = json_reader_of(a, v.raw);
    return v.kind == JSON_KIND_OBJECT && record_get(&json, &QUERY_EDIT_RECORD, field) == NULL;
}

static bool edit_is_set(const void *field, const void *arg)
{
    (void)arg;
    return ((const struct query_edit *)field)->what != EDIT_NONE;
}

static const struct member_form FORM_PROOF = {.put = put_proof, .get = get_proof};

static const struct member_form FORM_EDIT = {put_edit, get_edit, edit_is_set};

#define FIELD(name) offsetof(struct test_case, name)

static const struct member MEMBERS[] = {
    {"id", &FORM_TEXT, FIELD(id), MEMBER_ALWAYS, NULL},
    {"seed", &FORM_U32, FIELD(seed_number), MEMBER_ALWAYS, NULL},
    {"family", &FORM_TEXT, FIELD(family), MEMBER_ALWAYS, NULL},
    {"relation", &FORM_TEXT, FIELD(relation), MEMBER_ALWAYS, NULL},
    {"db_id", &FORM_TEXT, FIELD(db_id), MEMBER_ALWAYS, NULL},
    {"question", &FORM_TEXT, FIELD(question), MEMBER_ALWAYS, NULL},
    {"query", &FORM_TEXT, FIELD(query), MEMBER_ALWAYS, NULL},
    {"expect", &FORM_NAME, FIELD(claim), MEMBER_ALWAYS, &CLAIM_NAMES},
    {"edit", &FORM_EDIT, FIELD(edit), MEMBER_WHERE_SET, NULL},
    {"change", &FORM_JSON, FIELD(change), MEMBER_ALWAYS, NULL},
    {"naturalness", &FORM_SHARE, FIELD(naturalness), MEMBER_WHERE_SET, NULL},
    {"seed_naturalness", &FORM_SHARE, FIELD(seed_naturalness), MEMBER_WHERE_SET, NULL},
    {"proof", &FORM_PROOF, FIELD(proof), MEMBER_ALWAYS, NULL},
};

const struct record CASE_RECORD = RECORD_OF(MEMBERS);
