/* read_regions.c: the asking phrases, in which the question says what it asks for: from its
 * beginning, or a later "show", up to the first "who", "with", "whose". */
#include "nlidb/reading.h"

/* "…, and show", "?  List": a new asking phrase. */
static bool asks_again(const struct reading *r, uint32_t i)
{
    bool how_many = said_is(r, i, SAID_COUNT) && begins_with_word(r, i, "how");
    return (how_many || said_is(r, i, SAID_ASK)) &&
           said_is(r, i - 1, SAID_COMMA | SAID_AND | SAID_OR);
}

/* "…, together with the number of complaints": more of what is asked for. */
static bool adds_to_ask(const struct reading *r, uint32_t i)
{
    const struct mention *m = &r->items[i].mention;
    return said_is(r, i, SAID_AND) && m->end - m->start >= 2 &&
           word_is(&r->words, m->start + 1, "with");
}

/* "the name of every team with the average height of its players": more of what is asked for. */
static bool adds_aggregate(const struct reading *r, uint32_t i)
{
    uint32_t next = said_after(r, i);
    return is_word(r, i, "with") && said_is(r, next, SAID_COUNT | SAID_AVG | SAID_SUM);
}

void read_regions(struct reading *r)
{
    bool head = true;
    uint32_t ask = 0;
    for (uint32_t i = 0; i < r->count; i++) {
        bool begins = i == 0 || said_is(r, i - 1, SAID_END);
        if (i > 0 && (begins || asks_again(r, i))) {
            head = true;
            ask++;
        } else if (adds_aggregate(r, i) || adds_to_ask(r, i)) {
            head = true;
        } else if (!begins && said_is(r, i, SAID_CLAUSE | SAID_NOT)) {
            head = false; /* "who", "with", "not" */
        }
        r->items[i].head = head;
        r->items[i].ask = ask;
    }
}
