/* seed.c: the members of a seed. */
#include "record/seed.h"

#include <stddef.h>

#define FIELD(name) offsetof(struct seed, name)

static const struct member MEMBERS[] = {
    {"seed", &FORM_U32, FIELD(number), MEMBER_NEEDED, NULL},
    {"db_id", &FORM_TEXT, FIELD(db_id), MEMBER_NEEDED, NULL},
    {"question", &FORM_TEXT, FIELD(question), MEMBER_NEEDED, NULL},
    {"query", &FORM_TEXT, FIELD(query), MEMBER_ALWAYS, NULL},
    {"evidence", &FORM_TEXT, FIELD(evidence), MEMBER_WHERE_SET, NULL},
    {"hardness", &FORM_TEXT, FIELD(hardness), MEMBER_ALWAYS, NULL},
    {"element", &FORM_TEXT, FIELD(element), MEMBER_WHERE_SET, NULL},
    {"category", &FORM_TEXT, FIELD(category), MEMBER_WHERE_SET, NULL},
    {"columns", &FORM_U32, FIELD(columns), MEMBER_WHERE_SET, NULL},
    {"found_link", &FORM_FLAG, FIELD(found_link), MEMBER_WHERE_SET, NULL},
};

const struct record SEED_RECORD = RECORD_OF(MEMBERS);

uint32_t seed_find(const struct seed *seeds, uint32_t n, uint32_t number)
{
    uint32_t low = 0, high = n;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (seeds[middle].number < number)
            low = middle + 1;
        else
            high = middle;
    }
    return low < n && seeds[low].number == number ? low : n;
}
