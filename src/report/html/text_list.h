/* text_list.h: different texts, numbered in the order in which they were added.
 *
 * The page holds each text once: the cases of a seed share its question, its answer and its rows.
 */
#ifndef TEQL_REPORT_HTML_TEXT_LIST_H
#define TEQL_REPORT_HTML_TEXT_LIST_H

#include "base/arena.h"
#include "base/json_writer.h"

#define TEXT_NONE UINT32_MAX /* the number of no text */

/* A zeroed struct is empty. Its memory is in the arena given to text_list_add. */
struct text_list {
    struct str *texts; /* views; the texts must outlive the list */
    uint32_t count;
    size_t bytes;     /* of all texts */
    uint32_t *slots;  /* numbers, TEXT_NONE if free; open addressing */
    uint32_t n_slots; /* a power of two, or 0 */
};

/* The number of `text`, which is added if it is new. TEXT_NONE for a NULL ptr. */
uint32_t text_list_add(struct text_list *l, struct arena *a, struct str text);

/* A member of an object: an array of strings. */
void text_list_json(struct json_writer *w, const char *key, const struct text_list *l);

/* Arrays of two items. */
static inline void text_pair_json(struct json_writer *w, struct str first, struct str second)
{
    json_array_open(w);
    json_put_str(w, first);
    json_put_str(w, second);
    json_array_close(w);
}

static inline void number_pair_json(struct json_writer *w, uint64_t first, uint64_t second)
{
    json_array_open(w);
    json_put_int(w, (int64_t)first);
    json_put_int(w, (int64_t)second);
    json_array_close(w);
}

/* The number of a text, or -1 for none. */
static inline void text_number_json(struct json_writer *w, uint32_t number)
{
    json_put_int(w, number == TEXT_NONE ? -1 : (int64_t)number);
}

#endif
