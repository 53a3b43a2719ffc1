/* tokens.c: NLTK's word tokenizer over SQL, in one pass.
 *
 * The original applies about twenty substitutions one after another, each of which puts spaces
 * around something, and then splits at white space. Quoted values were replaced by a word before,
 * so no rule about quotes can apply, and for the others a character and its neighbour decide. */
#include "spider/tokens.h"

#include "base/eight_bytes.h"
#include "base/utf8.h"
#include "spider/form.h"

/* How a byte behaves. */
enum byte_class {
    PLAIN,    /* part of a word */
    LETTER,   /* the same; a letter, a digit or an underscore */
    SPACE,    /* ends a word */
    ALONE,    /* always a token of its own */
    QUOTE,    /* begins or ends a quoted value */
    SPLIT,    /* ':' and ',': alone unless a digit follows */
    DOT,      /* two or more are a token, and so is the one that ends the text */
    DASH,     /* "--" is a token */
    BACKTICK, /* a token, two at a time */
    WIDE      /* not ASCII */
};

static const unsigned char CLASS[256] = {
    /* of ASCII; the others are WIDE */
    [' '] = SPACE,  ['\t'] = SPACE, ['\n'] = SPACE, ['\v'] = SPACE,   ['\f'] = SPACE,
    ['\r'] = SPACE, [0x1C] = SPACE, [0x1D] = SPACE, [0x1E] = SPACE,   [0x1F] = SPACE,
    [';'] = ALONE,  ['@'] = ALONE,  ['#'] = ALONE,  ['$'] = ALONE,    ['%'] = ALONE,
    ['&'] = ALONE,  ['?'] = ALONE,  ['!'] = ALONE,  ['*'] = ALONE,    ['['] = ALONE,
    [']'] = ALONE,  ['('] = ALONE,  [')'] = ALONE,  ['{'] = ALONE,    ['}'] = ALONE,
    ['<'] = ALONE,  ['>'] = ALONE,  ['\''] = QUOTE, ['"'] = QUOTE,    [':'] = SPLIT,
    [','] = SPLIT,  ['.'] = DOT,    ['-'] = DASH,   ['`'] = BACKTICK, ['a'] = LETTER,
    ['b'] = LETTER, ['c'] = LETTER, ['d'] = LETTER, ['e'] = LETTER,   ['f'] = LETTER,
    ['g'] = LETTER, ['h'] = LETTER, ['i'] = LETTER, ['j'] = LETTER,   ['k'] = LETTER,
    ['l'] = LETTER, ['m'] = LETTER, ['n'] = LETTER, ['o'] = LETTER,   ['p'] = LETTER,
    ['q'] = LETTER, ['r'] = LETTER, ['s'] = LETTER, ['t'] = LETTER,   ['u'] = LETTER,
    ['v'] = LETTER, ['w'] = LETTER, ['x'] = LETTER, ['y'] = LETTER,   ['z'] = LETTER,
    ['A'] = LETTER, ['B'] = LETTER, ['C'] = LETTER, ['D'] = LETTER,   ['E'] = LETTER,
    ['F'] = LETTER, ['G'] = LETTER, ['H'] = LETTER, ['I'] = LETTER,   ['J'] = LETTER,
    ['K'] = LETTER, ['L'] = LETTER, ['M'] = LETTER, ['N'] = LETTER,   ['O'] = LETTER,
    ['P'] = LETTER, ['Q'] = LETTER, ['R'] = LETTER, ['S'] = LETTER,   ['T'] = LETTER,
    ['U'] = LETTER, ['V'] = LETTER, ['W'] = LETTER, ['X'] = LETTER,   ['Y'] = LETTER,
    ['Z'] = LETTER, ['0'] = LETTER, ['1'] = LETTER, ['2'] = LETTER,   ['3'] = LETTER,
    ['4'] = LETTER, ['5'] = LETTER, ['6'] = LETTER, ['7'] = LETTER,   ['8'] = LETTER,
    ['9'] = LETTER, ['_'] = LETTER,
};

static enum byte_class class_of(char c)
{
    return c & 0x80 ? WIDE : (enum byte_class)CLASS[(unsigned char)c];
}

/* Unicode quotes, which are tokens of their own; the first four only open, the others may close. */
static const struct str WIDE_QUOTES[] = {
    STR_INIT("\u00AB"), STR_INIT("\u201C"), STR_INIT("\u2018"), STR_INIT("\u201E"),
    STR_INIT("\u00BB"), STR_INIT("\u201D"), STR_INIT("\u2019"),
};
enum { FIRST_CLOSING = 4, N_WIDE_QUOTES = 7 };

static const struct {
    struct str text;
    unsigned classes, id;
} WORDS[] = {
#define W(name, text, classes, id) {STR_INIT(text), classes, id},
#include "spider/word.def"
#undef W
};

enum { N_WORDS = COUNT_OF(WORDS) };

unsigned spider_word_id(enum spider_word word)
{
    return (unsigned)word < (unsigned)N_WORDS ? WORDS[word].id : 0;
}

/* The first entry of WORDS that begins with the byte, or some entry with another beginning. */
static const unsigned char FIRST_WORD[256] = {
    ['('] = SPIDER_OPEN,   [')'] = SPIDER_CLOSE,   [','] = SPIDER_COMMA,  [';'] = SPIDER_SEMICOLON,
    ['='] = SPIDER_EQ,     ['>'] = SPIDER_GT,      ['<'] = SPIDER_LT,     ['!'] = SPIDER_BANG,
    ['*'] = SPIDER_STAR,   ['-'] = SPIDER_MINUS,   ['+'] = SPIDER_PLUS,   ['/'] = SPIDER_SLASH,
    ['a'] = SPIDER_AND,    ['b'] = SPIDER_BETWEEN, ['c'] = SPIDER_COUNT,  ['d'] = SPIDER_DESC,
    ['e'] = SPIDER_EXCEPT, ['f'] = SPIDER_FROM,    ['g'] = SPIDER_GROUP,  ['h'] = SPIDER_HAVING,
    ['i'] = SPIDER_IN,     ['j'] = SPIDER_JOIN,    ['l'] = SPIDER_LIKE,   ['m'] = SPIDER_MAX,
    ['n'] = SPIDER_NONE,   ['o'] = SPIDER_ON,      ['s'] = SPIDER_SELECT, ['u'] = SPIDER_UNION,
    ['w'] = SPIDER_WHERE};

/* Words that the tokenizer takes apart, and where. In all of them the third and fourth letters are
 * the same. */
static const struct {
    struct str word;
    size_t head;
    bool only_at_end; /* white space must follow, not any word boundary */
} CONTRACTIONS[] = {
    {STR_INIT("cannot"), 3, false}, {STR_INIT("gimme"), 3, false}, {STR_INIT("gonna"), 3, false},
    {STR_INIT("gotta"), 3, false},  {STR_INIT("lemme"), 3, false}, {STR_INIT("wanna"), 3, true},
};

enum { N_CONTRACTIONS = COUNT_OF(CONTRACTIONS) };

struct token_splitter {
    struct spider_tokens *out; /* with room for a token of each byte */
    struct str text;           /* as given */
    const char *lower;         /* the same in lower case, and eight bytes that can be read */
    size_t final_dot;          /* the dot that ends the text, or text.len */
    size_t start;              /* of the word being read; NO_WORD between words */
    size_t quoted_end; /* end of the quoted value it starts with; 0 if it has no quoted part, GLUED
                          if it has one after other text */
    bool contracted;   /* it may contain a contraction */
};

#define NO_WORD SIZE_MAX
#define GLUED   SIZE_MAX

static struct spider_token *push_token(struct token_splitter *s)
{
    return &s->out->items[s->out->count++];
}

static void classify_token(struct spider_token *t)
{
    char first = t->text.ptr[0];
    t->word = SPIDER_IDENTIFIER;
    t->classes = 0;
    for (unsigned w = FIRST_WORD[(unsigned char)first];
         w < N_WORDS && WORDS[w].text.ptr[0] == first; w++)
        if (str_eq(WORDS[w].text, t->text)) {
            t->word = (enum spider_word)w;
            t->classes = WORDS[w].classes;
            return;
        }
}

/* "!", ">" or "<" before "=" becomes one operator, with any number of spaces between. */
static bool joins_previous(struct token_splitter *s)
{
    if (s->out->count == 0)
        return false;
    struct spider_token *last = &s->out->items[s->out->count - 1];
    enum spider_word joined = last->word == SPIDER_BANG ? SPIDER_NE
                              : last->word == SPIDER_GT ? SPIDER_GE
                              : last->word == SPIDER_LT ? SPIDER_LE
                                                        : SPIDER_IDENTIFIER;
    if (joined == SPIDER_IDENTIFIER)
        return false;
    *last = (struct spider_token){WORDS[joined].text, joined, WORDS[joined].classes, SPIDER_NO_DOT};
    return true;
}

static void emit_word(struct token_splitter *s, size_t start, size_t end, uint32_t dot)
{
    struct spider_token *t = push_token(s);
    t->text = (struct str){s->lower + start, end - start};
    t->dot = dot;
    classify_token(t);
}

static uint32_t find_dot(struct str text)
{
    if (text.len == 1) /* as brackets and commas are */
        return text.ptr[0] == '.' ? 0 : SPIDER_NO_DOT;
    const char *dot = memchr(text.ptr, '.', text.len);
    if (!dot)
        return SPIDER_NO_DOT;
    size_t at = (size_t)(dot - text.ptr);
    return memchr(dot + 1, '.', text.len - at - 1) ? SPIDER_DOTS : (uint32_t)at;
}

static void emit(struct token_splitter *s, size_t start, size_t end)
{
    if (end > start + 1 || s->text.ptr[start] != '=' || !joins_previous(s))
        emit_word(s, start, end, find_dot((struct str){s->lower + start, end - start}));
}

static bool word_byte(char c)
{
    enum byte_class class = class_of(c);
    return class == LETTER || class == WIDE;
}

/* Where the run of word characters at `at` ends. */
static size_t run_end(const struct token_splitter *s, size_t at, size_t end)
{
    while (at < end && word_byte(s->lower[at]))
        at++;
    return at;
}

static size_t contraction_head(struct str run, bool at_end)
{
    for (size_t i = 0; i < N_CONTRACTIONS; i++)
        if (str_eq(run, CONTRACTIONS[i].word) && (at_end || !CONTRACTIONS[i].only_at_end))
            return CONTRACTIONS[i].head;
    return 0;
}

/* Emit lower[start … end), apart at each contraction that is a whole run of word characters. */
static void emit_words(struct token_splitter *s, size_t start, size_t end)
{
    for (size_t at = start; at < end;) {
        size_t stop = run_end(s, at, end);
        size_t head = stop - at == 5 || stop - at == 6
                          ? contraction_head((struct str){s->lower + at, stop - at}, stop == end)
                          : 0;
        if (head) {
            if (at > start)
                emit(s, start, at);
            emit(s, at, at + head);
            emit(s, at + head, stop);
            start = stop;
        }
        at = stop > at ? stop : at + 1;
    }
    if (start < end)
        emit(s, start, end);
}

/* End the word being read, if any, before s->text.ptr[end]. */
static void flush_word(struct token_splitter *s, size_t end)
{
    if (s->start == NO_WORD)
        return;
    if (s->quoted_end == 0 && !s->contracted) {
        emit(s, s->start, end);
    } else if (s->quoted_end == 0) {
        emit_words(s, s->start, end);
    } else {
        *push_token(s) = (struct spider_token){str_slice(s->text, s->start, end),
                                               s->quoted_end == end ? SPIDER_QUOTED : SPIDER_GLUED,
                                               0, SPIDER_NO_DOT};
    }
    s->start = NO_WORD;
    s->quoted_end = 0;
    s->contracted = false;
}

static void begin_word(struct token_splitter *s, size_t at)
{
    if (s->start == NO_WORD)
        s->start = at;
}

/* Where the run of letters at `at` ends. */
static size_t letters_end(const struct token_splitter *s, size_t at)
{
    size_t n = 8;
    for (; n == 8 && at < s->text.len; at += n)
        n = eight_marked(eight_letters(eight_bytes(s->lower + at)));
    return at;
}

static bool may_contract(const struct token_splitter *s, size_t at, size_t end)
{
    return (end - at == 5 || end - at == 6) && s->lower[at + 2] == s->lower[at + 3];
}

/* Letters, or two runs of letters with a dot between, are mostly a word: a space or a bracket
 * follows. */
static size_t read_letters(struct token_splitter *s, size_t at)
{
    size_t end = letters_end(s, at);
    bool contracted = may_contract(s, at, end);
    uint32_t dot = SPIDER_NO_DOT;
    if (s->lower[end] == '.' && class_of(s->lower[end + 1]) == LETTER) {
        size_t second = end + 1;
        dot = (uint32_t)(end - at);
        end = letters_end(s, second);
        contracted = contracted || may_contract(s, second, end);
    }
    enum byte_class after = class_of(s->lower[end]);
    if (s->start == NO_WORD && !contracted && (after == SPACE || after == ALONE)) {
        emit_word(s, at, end, dot);
        return end;
    }
    begin_word(s, at);
    s->contracted = s->contracted || contracted;
    return end;
}

/* Bytes [at … end) are a token of their own. Returns end. */
static size_t alone(struct token_splitter *s, size_t at, size_t end)
{
    flush_word(s, at);
    emit(s, at, end);
    return end;
}

static size_t wide_quote_at(struct str text, size_t at, size_t first)
{
    struct str rest = str_slice(text, at, text.len);
    for (size_t i = first; i < N_WIDE_QUOTES; i++)
        if (str_starts(rest, WIDE_QUOTES[i]))
            return WIDE_QUOTES[i].len;
    return 0;
}

/* The length of the closing bracket, closing quote or space before `end`, or 0. */
static size_t closer_before(struct str text, size_t end)
{
    if (end == 0)
        return 0;
    if (class_of(text.ptr[end - 1]) != WIDE)
        return memchr("])}> ", text.ptr[end - 1], 5) != NULL;
    for (size_t n = 2; n <= 3 && n <= end; n++)
        if (wide_quote_at(str_slice(text, 0, end), end - n, FIRST_CLOSING) == n)
            return n;
    return 0;
}

/* A dot that follows another character, with only closing characters between it and the end. */
static size_t find_final_dot(struct str text)
{
    struct str trimmed = str_trim(text);
    size_t end = (size_t)(trimmed.ptr - text.ptr) + trimmed.len, n;
    while ((n = closer_before(text, end)) > 0)
        end -= n;
    bool found = end >= 2 && text.ptr[end - 1] == '.' && text.ptr[end - 2] != '.';
    return found ? end - 1 : text.len;
}

/* A quoted value, which the rules see as one word character. 0 if it does not end. */
static size_t read_quoted(struct token_splitter *s, size_t at)
{
    bool first = s->start == NO_WORD;
    size_t i = at + 1;
    while (i < s->text.len && s->text.ptr[i] != '\'' && s->text.ptr[i] != '"')
        i++;
    if (i == s->text.len)
        return 0;
    begin_word(s, at);
    s->quoted_end = first ? i + 1 : GLUED;
    return i + 1;
}

/* ':' or ','. The character after a split one is not looked at again: in ",,x" the second comma
 * stays with the x. */
static size_t read_split(struct token_splitter *s, size_t at)
{
    size_t next = at + 1, n;
    if (next < s->text.len && utf8_digit(s->text, next, &n) >= 0) {
        begin_word(s, at);
        return next;
    }
    alone(s, at, next);
    if (next + 1 < s->text.len && (s->text.ptr[next] == ',' || s->text.ptr[next] == ':')) {
        begin_word(s, next);
        return next + 1;
    }
    return next;
}

static size_t run_of(struct str text, size_t at, char c)
{
    size_t end = at;
    while (end < text.len && text.ptr[end] == c)
        end++;
    return end;
}

static size_t read_dot(struct token_splitter *s, size_t at)
{
    size_t end = run_of(s->text, at, '.');
    if (end - at >= 2 || at == s->final_dot)
        return alone(s, at, end);
    begin_word(s, at);
    return end;
}

static size_t read_dash(struct token_splitter *s, size_t at)
{
    if (at + 1 < s->text.len && s->text.ptr[at + 1] == '-')
        return alone(s, at, at + 2);
    begin_word(s, at);
    return at + 1;
}

static size_t read_backticks(struct token_splitter *s, size_t at)
{
    size_t end = run_of(s->text, at, '`');
    return alone(s, at, at + (end - at >= 2 ? 2 : 1));
}

static size_t read_wide(struct token_splitter *s, size_t at)
{
    size_t n = str_space_at(s->text, at);
    if (n) {
        flush_word(s, at);
        return at + n;
    }
    n = wide_quote_at(s->text, at, 0);
    if (n)
        return alone(s, at, at + n);
    begin_word(s, at);
    return at + 1;
}

/* Read what is at `at`. Returns where to go on, or 0 if a quote does not end. */
static size_t read_text(struct token_splitter *s, size_t at)
{
    switch (class_of(s->text.ptr[at])) {
    case PLAIN:
        begin_word(s, at);
        return at + 1;
    case LETTER:
        return read_letters(s, at);
    case SPACE:
        flush_word(s, at);
        return at + 1;
    case ALONE:
        return alone(s, at, at + 1);
    case QUOTE:
        return read_quoted(s, at);
    case SPLIT:
        return read_split(s, at);
    case DOT:
        return read_dot(s, at);
    case DASH:
        return read_dash(s, at);
    case BACKTICK:
        return read_backticks(s, at);
    case WIDE:
        return read_wide(s, at);
    }
    return at + 1;
}

bool spider_tokenize(struct arena *a, struct str text, struct spider_tokens *out)
{
    *out = (struct spider_tokens){.items = ARENA_ARRAY(a, struct spider_token, text.len)};
    struct token_splitter s = {.out = out, .text = text, .start = NO_WORD};
    s.lower = arena_str_lower(a, text).ptr;
    s.final_dot = find_final_dot(text);
    for (size_t at = 0; at < text.len;) {
        at = read_text(&s, at);
        if (at == 0)
            return false;
    }
    flush_word(&s, text.len);
    return true;
}
