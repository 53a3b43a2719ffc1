/* official_lexer.h: SQL cut into tokens by the rules of the sqlparse library, version 0.4.2.
 *
 * The official test-suite script rewrites queries token by token, so its verdicts depend on where
 * that library sees a token begin and end, also in text that is not SQL. The library tries a list
 * of regular expressions at each place; official_lexer.c has one function per expression that can
 * change a verdict, in the library's order. Kinds that the script does not look at are one kind
 * here.
 *
 * Left out on purpose: keywords written with letters beyond ASCII that fold to ASCII, and literals
 * between $tags$, which SQLite rejects anyway. */
#ifndef TEQL_SPIDER_OFFICIAL_LEXER_H
#define TEQL_SPIDER_OFFICIAL_LEXER_H

#include "base/arena.h"

#include <stdint.h>

enum official_kind {
    OFFICIAL_SPACE,   /* one character of white space, not a line break */
    OFFICIAL_NEWLINE, /* one line break */
    OFFICIAL_LINE_COMMENT,
    OFFICIAL_PUNCTUATION,
    OFFICIAL_KEYWORD, /* a word that can be a keyword: the script only looks at CREATE, END, … */
    OFFICIAL_STRING,  /* in single or double quotes */
    OFFICIAL_OTHER
};

struct official_token {
    enum official_kind kind;
    struct str text;
};

struct official_lexer {
    struct str text;
    size_t at;
    struct arena *arena;  /* for tables that are built once per text */
    uint32_t *closing[3]; /* per quote mark: where a literal ends, see official_lexer.c */
    bool no_comment_end;  /* no more block comments are closed */
    bool no_acute;        /* no more acute accents follow */
};

/* `text` must outlive the lexer. It is cut after UINT32_MAX - 1 bytes. */
void official_lexer_init(struct official_lexer *l, struct arena *a, struct str text);

/* The next token; false at the end. Tokens follow each other without gaps. */
bool official_lexer_next(struct official_lexer *l, struct official_token *out);

/* The tokens of the first statement, as the library splits statements; none if the text is only
 * white space. */
struct official_token *official_first_statement(struct arena *a, struct str text, size_t *count);

#endif
