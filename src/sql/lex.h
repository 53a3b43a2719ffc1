/* lex.h: SQL text → tokens.
 *
 * The rules are SQLite's, but for a NUL byte: it ends SQLite's input, and is an illegal token here.
 * White space and comments are skipped. A lexer is a value: to look ahead, use a copy. */
#ifndef TEQL_SQL_LEX_H
#define TEQL_SQL_LEX_H

#include "sql/ast.h"

enum sql_token_type {
    TOKEN_EOF,
    TOKEN_FAILED,       /* the parser stopped here; the lexer never makes it */
    TOKEN_ILLEGAL,      /* a byte that no token begins with */
    TOKEN_UNTERMINATED, /* a string or quoted name without its closing quote */
    TOKEN_NAME,         /* also quoted as "…", `…` or […] */
    TOKEN_STRING,       /* '…' */
    TOKEN_INTEGER,
    TOKEN_FLOAT,
    TOKEN_BLOB,
    TOKEN_PARAMETER,
    TOKEN_LPAREN,
    TOKEN_RPAREN,
    TOKEN_COMMA,
    TOKEN_DOT,
    TOKEN_SEMICOLON,
    TOKEN_BIT_NOT,
    TOKEN_EQ, /* = == */
    TOKEN_NE, /* != <> */
    TOKEN_LT,
    TOKEN_LE,
    TOKEN_GT,
    TOKEN_GE,
    TOKEN_BIT_AND,
    TOKEN_BIT_OR,
    TOKEN_LSHIFT,
    TOKEN_RSHIFT,
    TOKEN_ADD,
    TOKEN_SUB,
    TOKEN_MUL, /* also the star of count(*) */
    TOKEN_DIV,
    TOKEN_MOD,
    TOKEN_CONCAT,
    TOKEN_ARROW,
    TOKEN_ARROW2,
/* KW_FIRST_<letter> is the first key word that begins with the letter. */
#define LETTER(name, c)    KW_FIRST_##name, KW_BEFORE_##name = KW_FIRST_##name - 1,
#define KEYWORD(word, use) KW_##word,
#include "sql/keyword.def"
#undef LETTER
#undef KEYWORD
    TOKEN_COUNT
};

/* Where a token may be a name; several may be set. */
enum sql_name_use {
    SQL_USE_NAME = 1,     /* of a table, a column, a window, or an alias after AS */
    SQL_USE_ALIAS = 2,    /* an alias without AS, a type, a collation */
    SQL_USE_FUNCTION = 4, /* of a scalar or aggregate function */
    SQL_USE_LEADING = 8   /* at the beginning of an expression */
};

struct sql_token {
    enum sql_token_type type;
    struct sql_span span;
};

struct sql_lexer {
    struct str text;          /* shorter than 4 GiB */
    uint32_t at;              /* where the next token is looked for */
    enum sql_token_type last; /* the token before, on which OVER and FILTER depend */
};

/* The next token; TOKEN_EOF, again and again, at the end. */
struct sql_token sql_lexer_next(struct sql_lexer *lex);

/* The set of enum sql_name_use that the token allows. */
unsigned sql_token_uses(enum sql_token_type type);

#endif
