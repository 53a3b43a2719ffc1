/* book_shelf.c: books by schema. */
#include "link/book_shelf.h"

#include "engine/database.h"

#include <stdlib.h>

struct shelved_book {
    struct arena arena;
    const struct schema *schema; /* NULL if it is free */
    struct indicator_book book;
};

static struct shelved_book *take_place(struct book_shelf *shelf)
{
    if (shelf->room == 0 || shelf->n_books < shelf->room) {
        shelf->books = mem_resize_array(shelf->books, shelf->n_books + 1, sizeof *shelf->books);
        shelf->books[shelf->n_books] = mem_alloc(sizeof **shelf->books);
        *shelf->books[shelf->n_books] = (struct shelved_book){0};
        return shelf->books[shelf->n_books++];
    }
    struct shelved_book *b = shelf->books[shelf->oldest];
    shelf->oldest = (shelf->oldest + 1) % shelf->room;
    arena_clear(&b->arena);
    b->schema = NULL;
    return b;
}

enum status book_shelf_get(struct book_shelf *shelf, const char *path, const struct schema *s,
                           const struct indicator_book **out, struct err *e)
{
    for (uint32_t i = 0; i < shelf->n_books; i++)
        if (shelf->books[i]->schema == s) {
            *out = &shelf->books[i]->book;
            return OK;
        }
    struct shelved_book *b = take_place(shelf);
    struct database *db = NULL;
    enum status status = path ? database_open(path, &db, e) : OK;
    if (status == OK)
        status = indicator_book_build(&b->book, &b->arena, shelf->lexicon, s, db, e);
    database_close(db);
    if (status)
        return status;
    b->schema = s;
    b->book.link.wordnet = shelf->wordnet;
    *out = &b->book;
    return OK;
}

void book_shelf_release(struct book_shelf *shelf)
{
    for (uint32_t i = 0; i < shelf->n_books; i++) {
        arena_release(&shelf->books[i]->arena);
        free(shelf->books[i]);
    }
    free(shelf->books);
    *shelf = (struct book_shelf){0};
}
