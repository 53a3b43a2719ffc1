/* read_regions.c: the asking phrases, in which the question says what it asks for: from its
 * beginning, or a later "show", up to the first "who", "with", "whose". */
#include "nlidb/reading.h"

static bool begins_sentence(const struct reading *r, uint32_t i)
{
    return i == 0 || said_sentence_end(r, i - 1);
}

/* "…, and show", "?  List": a new asking phrase. */
static bool asks_again(const struct reading *r, uint32_t i)
{
    bool how_many = said_trigger(r, i, TRIGGER_COUNT) && begins_with_word(r, i, "how");
    if (!said_trigger(r, i, TRIGGER_ASK) && !how_many)
        return false;
    return begins_sentence(r, i) || said_comma(r, i - 1) ||
           SAID_ANY(r, i - 1, TRIGGER_AND, TRIGGER_OR);
}

/* "…, together with the number of complaints": more of what is asked for. */
static bool adds_to_ask(const struct reading *r, uint32_t i)
{
    const struct mention *m = &r->items[i].mention;
    return said_trigger(r, i, TRIGGER_AND) && m->end - m->start >= 2 &&
           word_is(&r->words, m->start + 1, "with");
}

/* "the name of every team with the average height of its players": more of what is asked for. */
static bool adds_aggregate(const struct reading *r, uint32_t i)
{
    uint32_t next = said_after(r, i);
    return is_word(r, i, "with") && SAID_ANY(r, next, TRIGGER_COUNT, TRIGGER_AVG, TRIGGER_SUM);
}

void read_regions(struct reading *r)
{
    bool head = true;
    uint32_t ask = 0;
    for (uint32_t i = 0; i < r->count; i++) {
        bool begins = begins_sentence(r, i);
        if (i > 0 && (begins || asks_again(r, i))) {
            head = true;
            ask++;
        } else if (adds_aggregate(r, i) || adds_to_ask(r, i)) {
            head = true;
        } else if (!begins && SAID_ANY(r, i, TRIGGER_CLAUSE, TRIGGER_NOT)) {
            head = false; /* "who", "with", "not" */
        }
        r->items[i].head = head;
        r->items[i].ask = ask;
    }
}
