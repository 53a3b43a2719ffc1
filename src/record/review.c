/* review.c: the members of a review. */
#include "record/review.h"

#include "base/digest.h"

#include <stddef.h>

static const char *const DECISIONS[] = {"none", "keep", "drop", "edit"};

const struct name_list REVIEW_NAMES = NAMES_OF(DECISIONS);

#define FIELD(name) offsetof(struct review, name)

static const struct member MEMBERS[] = {
    {"id", &FORM_TEXT, FIELD(id), MEMBER_NEEDED, NULL},
    {"decision", &FORM_NAME, FIELD(decision), MEMBER_NEEDED, &REVIEW_NAMES},
    {"question", &FORM_TEXT, FIELD(question), MEMBER_WHERE_SET, NULL},
    {"of", &FORM_TEXT, FIELD(of), MEMBER_WHERE_SET, NULL},
    {"undo", &FORM_FLAG, FIELD(undo), MEMBER_WHERE_SET, NULL},
};

const struct record REVIEW_RECORD = RECORD_OF(MEMBERS);

_Static_assert(REVIEW_DIGEST_SIZE == DIGEST_HEX + 1, "the text of a digest and its NUL");

void review_digest(const struct seed *s, const struct test_case *c, char out[REVIEW_DIGEST_SIZE])
{
    const struct str shown[] = {s->question, s->query, c->relation, c->db_id,
                                c->question, c->query, c->change};
    struct digester d;
    digest_begin(&d);
    for (size_t i = 0; i < COUNT_OF(shown); i++)
        digest_add(&d, shown[i]);
    digest_hex(digest_end(&d), out);
}
