/* case.c: the members of a case, its edit and its proof. */
#include "record/case.h"

#include <stddef.h>

const struct test_case CASE_EMPTY = {.naturalness = -1, .seed_naturalness = -1};

static const char *const EDITS[] = {"none", "operator", "direction", "value", "limit"};
static const char *const CLAIMS[] = {"same", "mapped", "changed"};
static const char *const PROOFS[] = {"nothing", "execution", "schema", "construction"};
static const struct name_list PROOF_NAMES = NAMES_OF(PROOFS);
const struct name_list EDIT_NAMES = NAMES_OF(EDITS);
const struct name_list CLAIM_NAMES = NAMES_OF(CLAIMS);

#define FIELD(name) offsetof(struct query_edit, name)

static const struct member EDIT_MEMBERS[] = {
    {"what", &FORM_NAME, FIELD(what), MEMBER_ALWAYS, &EDIT_NAMES},
    {"on", &FORM_TEXT, FIELD(on), MEMBER_WHERE_SET, NULL},
    {"from", &FORM_TEXT, FIELD(from), MEMBER_ALWAYS, NULL},
    {"to", &FORM_TEXT, FIELD(to), MEMBER_ALWAYS, NULL},
};

static const struct record EDIT_RECORD = RECORD_OF(EDIT_MEMBERS);

#undef FIELD
#define FIELD(name) offsetof(struct case_proof, name)

static const struct member PROOF_MEMBERS[] = {
    {"by", &FORM_NAME, FIELD(by), MEMBER_ALWAYS, &PROOF_NAMES},
    {"rows", &FORM_U64, FIELD(rows), MEMBER_ALWAYS, NULL},
    {"digest", &FORM_HEX, FIELD(digest), MEMBER_ALWAYS, NULL},
};

static const struct record PROOF_RECORD = RECORD_OF(PROOF_MEMBERS);

#undef FIELD
#define FIELD(name) offsetof(struct test_case, name)

static const struct member MEMBERS[] = {
    {"id", &FORM_TEXT, FIELD(id), MEMBER_NEEDED, NULL},
    {"seed", &FORM_U32, FIELD(seed_number), MEMBER_NEEDED, NULL},
    {"family", &FORM_TEXT, FIELD(family), MEMBER_ALWAYS, NULL},
    {"relation", &FORM_TEXT, FIELD(relation), MEMBER_NEEDED, NULL},
    {"db_id", &FORM_TEXT, FIELD(db_id), MEMBER_NEEDED, NULL},
    {"question", &FORM_TEXT, FIELD(question), MEMBER_NEEDED, NULL},
    {"query", &FORM_TEXT, FIELD(query), MEMBER_ALWAYS, NULL},
    {"expect", &FORM_NAME, FIELD(claim), MEMBER_ALWAYS, &CLAIM_NAMES},
    {"edit", &FORM_RECORD, FIELD(edit), MEMBER_WHERE_SET, &EDIT_RECORD},
    {"change", &FORM_JSON, FIELD(change), MEMBER_ALWAYS, NULL},
    {"naturalness", &FORM_SHARE, FIELD(naturalness), MEMBER_WHERE_SET, NULL},
    {"seed_naturalness", &FORM_SHARE, FIELD(seed_naturalness), MEMBER_WHERE_SET, NULL},
    {"proof", &FORM_RECORD, FIELD(proof), MEMBER_ALWAYS, &PROOF_RECORD},
    {"overlap", &FORM_RECORD, FIELD(overlap), MEMBER_WHERE_SET, &OVERLAP_RECORD},
};

const struct record CASE_RECORD = RECORD_OF(MEMBERS);
