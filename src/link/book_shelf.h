/* book_shelf.h: the indicator books of the databases that were asked for last. */
#ifndef TEQL_LINK_BOOK_SHELF_H
#define TEQL_LINK_BOOK_SHELF_H

#include "link/indicators.h"

struct shelved_book;

struct book_shelf {
    const struct lexicon *lexicon;
    const struct wordnet *wordnet; /* for the books; may be NULL */
    uint32_t room;                 /* for so many books; 0: for all */
    struct shelved_book **books;
    uint32_t n_books;
    uint32_t oldest; /* the one that makes room next */
};

/* The book of the schema, with the values of the database at `path` (NULL: of none). It is good
 * until `room` others were asked for. E_HOST where the machine failed, E_DB or E_IO where the
 * database cannot be opened. One thread at a time. */
MUST_USE enum status book_shelf_get(struct book_shelf *shelf, const char *path,
                                    const struct schema *s, const struct indicator_book **out,
                                    struct err *e);

void book_shelf_release(struct book_shelf *shelf);

#endif
