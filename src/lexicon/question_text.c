/* question_text.c: splitting a question into words, and putting a sentence together again. */
#include "lexicon/question_text.h"

#include "base/buf.h"

#define WORD_CLASS(id, name) name,
static const char *const class_names[] = {
#include "lexicon/word_class.def"
};
#undef WORD_CLASS

static const struct {
    struct str open, close;
} quotes[] = {
    {STR_INIT("\""), STR_INIT("\"")},
    {STR_INIT("'"), STR_INIT("'")},
    {STR_INIT("`"), STR_INIT("`")},
    {STR_INIT("\xe2\x80\x9c"), STR_INIT("\xe2\x80\x9d")}, /* “ ” */
    {STR_INIT("\xe2\x80\x98"), STR_INIT("\xe2\x80\x99")}, /* ‘ ’ */
};

static const struct str curly_apostrophe = STR_INIT("\xe2\x80\x99");

bool is_one_of(struct str text, const char *words)
{
    for (struct str rest = str_from(words); rest.ptr;)
        if (str_eq_nocase(text, str_split(&rest, ' ')))
            return true;
    return false;
}

static bool starts_at(struct str s, size_t at, struct str what)
{
    return s.len - at >= what.len && memcmp(s.ptr + at, what.ptr, what.len) == 0;
}

/* Length of the quotation that begins at `at`; 0 if none does. A quote within a word is an
 * apostrophe, and so is one that nothing closes. */
static size_t quotation_length(struct str s, size_t at)
{
    if (at > 0 && ascii_word(s.ptr[at - 1]))
        return 0;
    for (size_t i = 0; i < COUNT_OF(quotes); i++) {
        if (!starts_at(s, at, quotes[i].open))
            continue;
        size_t end = at + quotes[i].open.len;
        while ((end = str_find(s, quotes[i].close, end)) < s.len) {
            end += quotes[i].close.len;
            if (end == s.len || !ascii_word(s.ptr[end]) || quotes[i].open.ptr[0] == '"')
                return end - at;
        }
    }
    return 0;
}

/* Length of what joins two letters at `at`, as the hyphen and apostrophe do; or 0. */
static size_t joint_length(struct str s, size_t at)
{
    char before = s.ptr[at - 1], c = s.ptr[at];
    size_t len = starts_at(s, at, curly_apostrophe) ? curly_apostrophe.len : 1;
    char after = at + len < s.len ? s.ptr[at + len] : ' ';
    if ((c == '\'' || len > 1) && ascii_lower(before) == 's' && !ascii_word(after))
        return len; /* the countries' names */
    if (!ascii_word(after))
        return 0;
    if (c == ',')
        return ascii_digit(before) && ascii_digit(after);
    return c == '\'' || c == '-' || c == '.' || len > 1 ? len : 0;
}

static size_t word_length(struct str s, size_t at)
{
    size_t end = at, joint;
    while (end < s.len) {
        if (end > at && (joint = joint_length(s, end)) > 0)
            end += joint;
        else if (ascii_word(s.ptr[end]) && !str_space_at(s, end))
            end++;
        else
            break;
    }
    return end - at;
}

static unsigned class_bit(struct str name)
{
    for (unsigned c = 0; c < COUNT_OF(class_names); c++)
        if (str_eq(name, str_from(class_names[c])))
            return 1u << c;
    return 0;
}

unsigned word_classes(const struct lexicon *l, struct str word)
{
    uint32_t classes = name_map_get(&l->small_words, word);
    return classes == NAME_NONE ? 0 : classes;
}

void small_words_index(struct lexicon *l)
{
    const struct lexicon_table *words = lexicon_table(l, STR("function_words"));
    name_map_init(&l->small_words, &l->arena, words->n_rows);
    for (uint32_t i = 0; i < words->n_rows; i++)
        for (uint32_t j = 1; j < words->rows[i].n_fields; j++) {
            struct str word = words->rows[i].fields[j];
            name_map_put(&l->small_words, &l->arena, word,
                         word_classes(l, word) | class_bit(words->rows[i].fields[0]));
        }
}

static struct token next_token(struct str s, size_t at, const struct lexicon *l)
{
    struct token t = {.kind = TOKEN_QUOTED, .fixed = true};
    size_t len = quotation_length(s, at);
    if (len == 0 && (len = word_length(s, at)) > 0) {
        t.kind = TOKEN_WORD;
        for (size_t i = at; i < at + len; i++)
            if (ascii_digit(s.ptr[i]))
                t.kind = TOKEN_NUMBER;
        t.fixed = t.kind == TOKEN_NUMBER;
    } else if (len == 0) {
        t = (struct token){.kind = TOKEN_MARK};
        len = 1;
    }
    t.text = str_slice(s, at, at + len);
    if (t.kind == TOKEN_WORD)
        t.classes = word_classes(l, t.text);
    return t;
}

static bool is_final_mark(const struct token *t)
{
    return t->kind == TOKEN_MARK && memchr("?.!", t->text.ptr[0], 3);
}

/* A word that stands for a longer one, so that a full stop belongs to it: of the class, spelled
 * with full stops ("Ph.D."), or a letter that stands for a name ("J. Smith"). */
static bool is_short_form(const struct token *t)
{
    return (t->classes & WORD_ABBREVIATION) ||
           (t->kind == TOKEN_WORD &&
            (memchr(t->text.ptr, '.', t->text.len) ||
             (t->text.len == 1 && ascii_capital(t->text.ptr[0]) && !(t->classes & WORD_PRONOUN))));
}

/* Does a sentence seem to begin with it? Names have capitals too, but none is such a small word. */
static bool may_begin(const struct token *t)
{
    enum {
        BEGINS = WORD_DETERMINER | WORD_PREPOSITION | WORD_AUXILIARY | WORD_MODAL | WORD_PRONOUN |
                 WORD_INTERROGATIVE | WORD_CONJUNCTION | WORD_COMMAND
    };
    return t->kind == TOKEN_WORD && ascii_capital(t->text.ptr[0]) &&
           ((t->classes & BEGINS) || is_one_of(t->text, "please help let"));
}

/* "Computer Info. Systems": a short word with a capital, and then a name rather than another
 * sentence. */
static bool is_short_name(const struct token *t, const struct token *after)
{
    enum { LONGEST = 5 };
    return t->kind == TOKEN_WORD && t->text.len <= LONGEST && ascii_capital(t->text.ptr[0]) &&
           after->kind == TOKEN_WORD && ascii_capital(after->text.ptr[0]) && !may_begin(after);
}

/* "the 1. Bundesliga", but not "the one whose id is 1. sort by age" */
static bool is_ordinal(const struct token *number, const struct token *after)
{
    return number->kind == TOKEN_NUMBER && number->text.len <= 2 &&
           !(after->classes & (WORD_COMMAND | WORD_INTERROGATIVE)) && !may_begin(after);
}

/* "St. Louis", "1. Bundesliga", "i.e., Paris": a full stop that ends no sentence. */
static bool is_within(const struct question_text *q, uint32_t i)
{
    const struct token *before = &q->tokens[i - 1], *after = &q->tokens[i + 1];
    if (after->kind == TOKEN_MARK && memchr(",;:", after->text.ptr[0], 3))
        return true;
    return (is_short_form(before) && !may_begin(after)) || is_short_name(before, after) ||
           is_ordinal(before, after);
}

static bool ends_sentence(const struct question_text *q, uint32_t i)
{
    if (!is_final_mark(&q->tokens[i]))
        return false;
    return q->tokens[i].text.ptr[0] != '.' || i + 1 == q->n_tokens || i == 0 || !is_within(q, i);
}

static void find_ends(struct question_text *q)
{
    for (uint32_t i = 0; i < q->n_tokens; i++)
        q->tokens[i].ends = ends_sentence(q, i);
}

static void find_first_sentence(struct question_text *q)
{
    while (q->n_first < q->n_tokens && !q->tokens[q->n_first].ends)
        q->n_first++;
    while (q->n_first + q->n_mark < q->n_tokens &&
           is_final_mark(&q->tokens[q->n_first + q->n_mark]))
        q->n_mark++;
}

/* A capital within a sentence shows a name. */
static void find_proper_names(struct question_text *q)
{
    for (uint32_t i = 1; i < q->n_tokens; i++) {
        char c = q->tokens[i].text.ptr[0];
        if (q->tokens[i].kind == TOKEN_WORD && ascii_capital(c) && !q->tokens[i - 1].ends)
            q->tokens[i].fixed = true;
    }
}

struct question_text question_text_read(struct arena *a, struct str question,
                                        const struct lexicon *l)
{
    struct question_text q = {.text = question};
    size_t at = 0, space;
    while (at < question.len) {
        if ((space = str_space_at(question, at)) > 0) {
            at += space;
            continue;
        }
        ARENA_PUSH(a, q.tokens, q.n_tokens);
        q.tokens[q.n_tokens] = next_token(question, at, l);
        at += q.tokens[q.n_tokens++].text.len;
    }
    find_ends(&q);
    find_first_sentence(&q);
    find_proper_names(&q);
    return q;
}

bool token_is(const struct question_text *q, uint32_t i, const char *words)
{
    return i < q->n_first && q->tokens[i].kind != TOKEN_QUOTED &&
           is_one_of(q->tokens[i].text, words);
}

bool token_in(const struct question_text *q, uint32_t i, unsigned classes)
{
    return i < q->n_first && (q->tokens[i].classes & classes);
}

uint32_t phrase_at(const struct question_text *q, uint32_t i, struct str phrase)
{
    uint32_t n = 0;
    for (size_t at = 0; at < phrase.len; n++) {
        if (i + n >= q->n_first || q->tokens[i + n].kind != TOKEN_WORD)
            return 0;
        struct str word = q->tokens[i + n].text; /* without blanks: it ends where its match does */
        size_t end = at + word.len;
        if (end > phrase.len || (end < phrase.len && phrase.ptr[end] != ' ') ||
            !str_eq_nocase(word, str_slice(phrase, at, end)))
            return 0;
        at = end + 1;
    }
    return n;
}

struct str text_between(const struct question_text *q, uint32_t start, uint32_t end)
{
    if (start >= end)
        return (struct str){q->text.ptr, 0};
    const char *from = q->tokens[start].text.ptr;
    struct str last = q->tokens[end - 1].text;
    return (struct str){from, (size_t)(last.ptr + last.len - from)};
}

struct str text_after_first(const struct question_text *q)
{
    uint32_t next = q->n_first + q->n_mark;
    if (next >= q->n_tokens)
        return (struct str){q->text.ptr, 0};
    return str_trim(
        str_slice(q->text, (size_t)(q->tokens[next].text.ptr - q->text.ptr), q->text.len));
}

struct str sentence_capital(struct arena *a, struct str s)
{
    if (s.len == 0 || !ascii_small(s.ptr[0]))
        return s;
    struct str copy = arena_str(a, s);
    *(char *)copy.ptr = (char)(s.ptr[0] & ~0x20); /* our own copy */
    return copy;
}

/* Append a piece. The question's first word loses its capital if it no longer begins the sentence:
 * small words lose all their capitals. Others are perhaps names, and lose the one that the place
 * gave them. */
static void put_piece(struct buf *out, const struct token *first, struct str piece)
{
    if (piece.len == 0)
        return;
    if (out->len > 0) {
        buf_putc(out, ' ');
        size_t n = first->fixed ? 0 : first->classes ? first->text.len : 1;
        if (piece.ptr == first->text.ptr)
            for (; n-- > 0 && piece.len > 0; piece = str_slice(piece, 1, piece.len))
                buf_putc(out, ascii_lower(piece.ptr[0]));
    }
    buf_put(out, piece);
}

struct str sentence_write(struct arena *a, const struct question_text *q, const struct str *pieces,
                          uint32_t n_pieces, char mark)
{
    struct str after = text_after_first(q);
    struct buf out = {0};
    for (uint32_t i = 0; i < n_pieces; i++)
        put_piece(&out, &q->tokens[0], pieces[i]);
    if (mark != '.' || !str_ends(buf_str(&out), STR("."))) /* "with a Ph.D." */
        buf_putc(&out, mark);
    if (after.len > 0) {
        buf_putc(&out, ' ');
        buf_put(&out, after);
        if (!memchr("?.!\"'", after.ptr[after.len - 1], 5))
            buf_putc(&out, '.');
    }
    return sentence_capital(a, buf_keep(&out, a));
}
