/* lex.c: SQL text → tokens, by SQLite's rules.
 *
 * byte_at() gives a NUL beyond the end, and every scan stops at a NUL. So a scan need not know
 * whether it met the end or a NUL in the text, which then is an illegal token. */
#include "sql/lex.h"

/* The byte at `i`, NUL beyond the end. */
static unsigned char byte_at(const struct sql_lexer *lex, uint32_t i)
{
    return i < lex->text.len ? (unsigned char)lex->text.ptr[i] : 0;
}

/* Letters, digits, '_', '$' and every byte of a character beyond ASCII. */
static bool is_name_byte(unsigned char c)
{
    static const uint64_t set[4] = {0x03ff001000000000u, 0x07fffffe87fffffeu, ~(uint64_t)0,
                                    ~(uint64_t)0};
    return (set[c >> 6] >> (c & 63)) & 1;
}

static bool is_hex(unsigned char c)
{
    return ascii_digit(c) || ((c | 0x20) >= 'a' && (c | 0x20) <= 'f');
}

static uint32_t skip_digits(const struct sql_lexer *lex, uint32_t i)
{
    while (ascii_digit(byte_at(lex, i)))
        i++;
    return i;
}

static uint32_t skip_hex(const struct sql_lexer *lex, uint32_t i)
{
    while (is_hex(byte_at(lex, i)))
        i++;
    return i;
}

/* A run of white space. A vertical tab continues it but does not begin it: SQLite's habit. */
static uint32_t skip_space(const struct sql_lexer *lex, uint32_t i)
{
    if (byte_at(lex, i) == '\v')
        return i;
    while (ascii_space((char)byte_at(lex, i)))
        i++;
    return i;
}

static uint32_t skip_line_comment(const struct sql_lexer *lex, uint32_t i)
{
    while (byte_at(lex, i) && byte_at(lex, i) != '\n')
        i++;
    return i;
}

/* From the byte after the opening slash and star. An open comment reaches to the end. */
static uint32_t skip_block_comment(const struct sql_lexer *lex, uint32_t i)
{
    while (byte_at(lex, i)) {
        if (byte_at(lex, i) == '*' && byte_at(lex, i + 1) == '/')
            return i + 2;
        i++;
    }
    return i;
}

/* Skip one white space, comment or byte order mark. Returns `i` if there is none. */
static uint32_t skip_gap(const struct sql_lexer *lex, uint32_t i)
{
    switch (byte_at(lex, i)) {
    case '-':
        return byte_at(lex, i + 1) == '-' ? skip_line_comment(lex, i) : i;
    case '/': /* a slash and star that end the text are two operators */
        return byte_at(lex, i + 1) == '*' && byte_at(lex, i + 2) ? skip_block_comment(lex, i + 2)
                                                                 : i;
    case 0xEF: /* a byte order mark */
        return byte_at(lex, i + 1) == 0xBB && byte_at(lex, i + 2) == 0xBF ? i + 3 : i;
    default:
        return skip_space(lex, i);
    }
}

static void take(struct sql_lexer *lex, struct sql_token *token, enum sql_token_type type,
                 uint32_t length)
{
    token->type = type;
    lex->at += length;
}

static void lex_quoted(struct sql_lexer *lex, struct sql_token *token, unsigned char close)
{
    uint32_t i = lex->at + 1;
    for (; byte_at(lex, i); i++) {
        if (byte_at(lex, i) != close)
            continue;
        if (close == ']' || byte_at(lex, i + 1) != close)
            break;
        i++;
    }
    bool closed = byte_at(lex, i) != 0;
    token->type = !closed ? TOKEN_UNTERMINATED : close == '\'' ? TOKEN_STRING : TOKEN_NAME;
    lex->at = closed ? i + 1 : i;
}

/* x'…': an even number of hexadecimal digits. */
static void lex_blob(struct sql_lexer *lex, struct sql_token *token)
{
    uint32_t start = lex->at + 2, i = skip_hex(lex, start);
    bool whole = byte_at(lex, i) == '\'' && (i - start) % 2 == 0;
    while (byte_at(lex, i) && byte_at(lex, i) != '\'')
        i++;
    token->type = whole ? TOKEN_BLOB : byte_at(lex, i) ? TOKEN_ILLEGAL : TOKEN_UNTERMINATED;
    lex->at = byte_at(lex, i) ? i + 1 : i;
}

/* Skip the exponent at `i`, if there is one. */
static uint32_t skip_exponent(const struct sql_lexer *lex, uint32_t i)
{
    if ((byte_at(lex, i) | 0x20) != 'e')
        return i;
    uint32_t digits = i + 1;
    if (byte_at(lex, digits) == '+' || byte_at(lex, digits) == '-')
        digits++;
    return ascii_digit(byte_at(lex, digits)) ? skip_digits(lex, digits) : i;
}

static void lex_number(struct sql_lexer *lex, struct sql_token *token)
{
    uint32_t i = lex->at;
    if (byte_at(lex, i) == '0' && (byte_at(lex, i + 1) | 0x20) == 'x' &&
        is_hex(byte_at(lex, i + 2))) {
        take(lex, token, TOKEN_INTEGER, skip_hex(lex, i + 2) - i);
        return;
    }
    i = skip_digits(lex, i);
    uint32_t whole = i;
    if (byte_at(lex, i) == '.')
        i = skip_digits(lex, i + 1);
    i = skip_exponent(lex, i);
    token->type = i == whole ? TOKEN_INTEGER : TOKEN_FLOAT;
    if (is_name_byte(byte_at(lex, i)))
        token->type = TOKEN_ILLEGAL;
    while (is_name_byte(byte_at(lex, i)))
        i++;
    lex->at = i;
}

/* Where the bracket at the end of a parameter such as $a(b) ends, or 0 if it is not closed. `i` is
 * its opening bracket. */
static uint32_t skip_parameter_suffix(const struct sql_lexer *lex, uint32_t i)
{
    do
        i++;
    while (byte_at(lex, i) && !ascii_space((char)byte_at(lex, i)) && byte_at(lex, i) != ')');
    return byte_at(lex, i) == ')' ? i + 1 : 0;
}

/* :name @name $name #name, with Tcl's name::space and name(suffix). */
static void lex_parameter(struct sql_lexer *lex, struct sql_token *token)
{
    uint32_t i = lex->at + 1, named = 0;
    token->type = TOKEN_PARAMETER;
    for (;;) {
        unsigned char c = byte_at(lex, i);
        if (is_name_byte(c)) {
            named = 1;
            i++;
        } else if (c == ':' && byte_at(lex, i + 1) == ':') {
            i += 2;
        } else {
            break;
        }
    }
    if (named && byte_at(lex, i) == '(') {
        uint32_t end = skip_parameter_suffix(lex, i);
        named = end != 0;
        i = end ? end : i;
    }
    /* #1 is a register that only SQLite's own nested statements may name */
    bool is_register = byte_at(lex, lex->at) == '#' && ascii_digit(byte_at(lex, lex->at + 1));
    if (!named || is_register)
        token->type = TOKEN_ILLEGAL;
    lex->at = i;
}

/* The key word that the next `length` bytes spell, or TOKEN_NAME. */
static enum sql_token_type find_keyword(const struct sql_lexer *lex, uint32_t length)
{
#define LETTER(name, c)
#define KEYWORD(word, use) [KW_##word - KW_FIRST_A] = STR_INIT(#word),
    static const struct str words[] = {
#include "sql/keyword.def"
    };
#undef LETTER
#undef KEYWORD
#define LETTER(name, c) [(c) - 'A'] = KW_FIRST_##name,
#define KEYWORD(word, use)
    static const uint8_t first[26] = {
#include "sql/keyword.def"
    };
#undef LETTER
#undef KEYWORD
    const char *text = lex->text.ptr + lex->at;
    unsigned letter = ((unsigned char)text[0] & 0xDFu) - 'A';
    if (letter >= 26 || !first[letter])
        return TOKEN_NAME;
    for (unsigned t = first[letter]; t < TOKEN_COUNT; t++) {
        struct str word = words[t - KW_FIRST_A];
        if (word.ptr[0] != (char)(letter + 'A'))
            break;
        uint32_t i = 1;
        while (word.len == length && i < length && ((unsigned char)text[i] & 0xDF) == word.ptr[i])
            i++;
        if (i == length && word.len == length)
            return (enum sql_token_type)t;
    }
    return TOKEN_NAME;
}

static void lex_word(struct sql_lexer *lex, struct sql_token *token)
{
    uint32_t length = 1;
    while (is_name_byte(byte_at(lex, lex->at + length)))
        length++;
    token->type = find_keyword(lex, length);
    lex->at += length;
}

/* An operator or a mark. A byte that begins none is an illegal token. */
static void lex_symbol(struct sql_lexer *lex, struct sql_token *token, unsigned char c)
{
    /* Of those with one beginning the longest comes first. */
    static const struct {
        char text[4];
        enum sql_token_type type;
    } symbols[] = {
        {"(", TOKEN_LPAREN},   {")", TOKEN_RPAREN},    {",", TOKEN_COMMA},     {".", TOKEN_DOT},
        {"=", TOKEN_EQ},       {"*", TOKEN_MUL},       {"<=", TOKEN_LE},       {"<>", TOKEN_NE},
        {"<<", TOKEN_LSHIFT},  {"<", TOKEN_LT},        {">=", TOKEN_GE},       {">>", TOKEN_RSHIFT},
        {">", TOKEN_GT},       {"!=", TOKEN_NE},       {";", TOKEN_SEMICOLON}, {"+", TOKEN_ADD},
        {"->>", TOKEN_ARROW2}, {"->", TOKEN_ARROW},    {"-", TOKEN_SUB},       {"/", TOKEN_DIV},
        {"||", TOKEN_CONCAT},  {"|", TOKEN_BIT_OR},    {"%", TOKEN_MOD},       {"&", TOKEN_BIT_AND},
        {"~", TOKEN_BIT_NOT},  {"?", TOKEN_PARAMETER},
    };
    take(lex, token, TOKEN_ILLEGAL, 1);
    for (size_t i = 0; i < COUNT_OF(symbols); i++) {
        uint32_t n = 1;
        if (symbols[i].text[0] != (char)c)
            continue;
        while (symbols[i].text[n] &&
               byte_at(lex, lex->at + n - 1) == (unsigned char)symbols[i].text[n])
            n++;
        if (symbols[i].text[n])
            continue;
        take(lex, token, symbols[i].type, n - 1);
        break;
    }
    if (token->type == TOKEN_EQ && byte_at(lex, lex->at) == '=') /* == */
        lex->at++;
    if (token->type == TOKEN_PARAMETER) /* ? or ?1 */
        lex->at = skip_digits(lex, lex->at);
}

static void lex_token(struct sql_lexer *lex, struct sql_token *token)
{
    unsigned char c = byte_at(lex, lex->at);
    if (c == '\'' || c == '"' || c == '`')
        lex_quoted(lex, token, c);
    else if (c == '[')
        lex_quoted(lex, token, ']');
    else if (ascii_digit(c) || (c == '.' && ascii_digit(byte_at(lex, lex->at + 1))))
        lex_number(lex, token);
    else if ((c | 0x20) == 'x' && byte_at(lex, lex->at + 1) == '\'')
        lex_blob(lex, token);
    else if (c == '$' || c == '@' || c == ':' || c == '#')
        lex_parameter(lex, token);
    else if (is_name_byte(c))
        lex_word(lex, token);
    else
        lex_symbol(lex, token, c);
}

/* The next token. OVER, FILTER and WINDOW are always key words. */
static struct sql_token next_raw(struct sql_lexer *lex)
{
    struct sql_token token = {TOKEN_EOF, {0, 0}};
    for (uint32_t gap; (gap = skip_gap(lex, lex->at)) != lex->at;)
        lex->at = gap;
    token.span.start = lex->at;
    if (lex->at < lex->text.len)
        lex_token(lex, &token);
    token.span.end = lex->at;
    return token;
}

/* The next token as SQLite sees it when it looks ahead: any word that may be a name is TOKEN_NAME.
 */
static enum sql_token_type look_ahead(struct sql_lexer *lex)
{
    enum sql_token_type type = next_raw(lex).type;
    bool name = type == KW_OVER || type == KW_WINDOW ||
                (type != KW_INDEXED && sql_token_uses(type) & SQL_USE_NAME);
    return name ? TOKEN_NAME : type;
}

/* OVER, FILTER and WINDOW are key words only in their place. `lex` is after the word. */
static enum sql_token_type settle_window_word(struct sql_lexer lex, enum sql_token_type word)
{
    if (word != KW_WINDOW && lex.last != TOKEN_RPAREN)
        return TOKEN_NAME;
    enum sql_token_type next = look_ahead(&lex);
    if (word == KW_OVER)
        return next == TOKEN_LPAREN || next == TOKEN_NAME ? KW_OVER : TOKEN_NAME;
    if (word == KW_FILTER)
        return next == TOKEN_LPAREN ? KW_FILTER : TOKEN_NAME;
    return next == TOKEN_NAME && look_ahead(&lex) == KW_AS ? KW_WINDOW : TOKEN_NAME;
}

struct sql_token sql_lexer_next(struct sql_lexer *lex)
{
    struct sql_token token = next_raw(lex);
    if (token.type == KW_OVER || token.type == KW_FILTER || token.type == KW_WINDOW)
        token.type = settle_window_word(*lex, token.type);
    lex->last = token.type;
    return token;
}

unsigned sql_token_uses(enum sql_token_type type)
{
    enum {
        RESERVED = 0,
        RULE_WORD = SQL_USE_NAME | SQL_USE_ALIAS,
        JOIN_WORD = SQL_USE_NAME | SQL_USE_LEADING,
        INDEXED_WORD = JOIN_WORD | SQL_USE_FUNCTION,
        FREE = INDEXED_WORD | SQL_USE_ALIAS,
        STRING = RULE_WORD | SQL_USE_LEADING
    };
#define LETTER(name, c)
#define KEYWORD(word, use) [KW_##word] = use,
    static const uint8_t uses[TOKEN_COUNT] = {
        [TOKEN_NAME] = FREE,
        [TOKEN_STRING] = STRING,
#include "sql/keyword.def"
    };
#undef LETTER
#undef KEYWORD
    return uses[type];
}
