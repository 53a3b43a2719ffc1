/* book_shelf.h: the indicator books of the databases that were used last. */
#ifndef TEQL_LINK_BOOK_SHELF_H
#define TEQL_LINK_BOOK_SHELF_H

#include "link/indicators.h"

struct shelved_book;

struct book_shelf {
    const struct lexicon *lexicon;
    const struct wordnet *wordnet; /* for the books; or NULL */
    uint32_t room;                 /* for this many books; 0: for all */
    struct shelved_book **books;
    uint32_t n_books;
    uint32_t oldest; /* the next to be replaced */
};

/* The book of the schema, with the values of the database at `path` (NULL: of none). It is good
 * until `room` others were asked for. E_HOST if the machine failed, E_DB or E_IO if the database
 * cannot be opened. One thread at a time. */
MUST_USE enum status book_shelf_get(struct book_shelf *shelf, const char *path,
                                    const struct schema *s, const struct indicator_book **out,
                                    struct err *e);

void book_shelf_release(struct book_shelf *shelf);

#endif
