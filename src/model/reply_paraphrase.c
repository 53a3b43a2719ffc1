/* reply_paraphrase.c: line by line, by the labels at their beginnings. */
#include "model/reply_paraphrase.h"

#include "base/utf8.h"
#include "system/reply_sql.h"

enum reply_label {
    LABEL_NONE,
    LABEL_PARAPHRASE,
    LABEL_EXPLANATION,
    LABEL_SENTENCE,
    LABEL_MENTIONED
};

/* What the prompts call the parts of an example, and what models call them. */
static const struct {
    struct str word;
    enum reply_label label;
} LABELS[] = {
    {STR_INIT("paraphrased sentence"), LABEL_PARAPHRASE},
    {STR_INIT("paraphrased question"), LABEL_PARAPHRASE},
    {STR_INIT("paraphrased"), LABEL_PARAPHRASE},
    {STR_INIT("paraphrase"), LABEL_PARAPHRASE},
    {STR_INIT("explanation"), LABEL_EXPLANATION},
    {STR_INIT("sentence"), LABEL_SENTENCE},
    {STR_INIT("mentioned"), LABEL_MENTIONED}, /* "mentioned columns and values" */
};

static bool is_one_of(char c, const char *set)
{
    return c && strchr(set, c);
}

static size_t skip_chars(struct str s, size_t at, const char *set)
{
    while (at < s.len && is_one_of(s.ptr[at], set))
        at++;
    return at;
}

/* Past "- ", "> ", "## ", "**", "(1) " and "1. ". */
static size_t skip_marks(struct str line)
{
    size_t at = skip_chars(line, 0, " \t*_#>-"), number = skip_chars(line, at, "(");
    size_t digits = skip_chars(line, number, "0123456789"), end = skip_chars(line, digits, ").");
    return digits > number && end > digits ? skip_chars(line, end, " \t*_") : at;
}

/* The label that the line begins with; *rest is what follows its colon. */
static enum reply_label read_label(struct str line, struct str *rest)
{
    struct str text = str_slice(line, skip_marks(line), line.len);
    for (size_t i = 0; i < COUNT_OF(LABELS); i++) {
        struct str word = LABELS[i].word;
        if (text.len < word.len || !str_eq_nocase(str_slice(text, 0, word.len), word))
            continue;
        size_t colon = LABELS[i].label == LABEL_MENTIONED
                           ? str_find(text, STR(":"), 0)
                           : skip_chars(text, word.len, " \t*_0123456789#()");
        if (colon == text.len || text.ptr[colon] != ':')
            continue;
        *rest = str_trim(str_slice(text, skip_chars(text, colon + 1, "*_"), text.len));
        return LABELS[i].label;
    }
    *rest = str_trim(line);
    return LABEL_NONE;
}

/* The first place of `word`, in any case; or text.len. */
static size_t find_nocase(struct str text, struct str word)
{
    for (size_t i = 0; i + word.len <= text.len; i++)
        if (str_eq_nocase(str_slice(text, i, i + word.len), word))
            return i;
    return text.len;
}

static bool is_fence(struct str line)
{
    return str_starts(str_trim(line), STR("```"));
}

/* The reply, as it is read. */
struct reply_reading {
    struct str question, explanation;
    uint32_t n_labelled, n_bare; /* paraphrases with the label, and lines without any before */
    bool begun, ended;           /* the paraphrase has its label; an empty line came after it */
    bool explained, broken;
};

static void take_bare_line(struct reply_reading *r, struct str line)
{
    bool heads = line.ptr[line.len - 1] == ':'; /* "Sure, here it is:" */
    if (heads || r->explained || (r->begun && r->ended && r->question.len > 0))
        return; /* "I hope this helps!" */
    if (r->begun && r->question.len > 0)
        r->broken = true; /* it goes on */
    else if (r->begun || r->n_bare++ == 0)
        r->question = line;
}

static void take_explanation(struct reply_reading *r, struct str text)
{
    if (!r->explained)
        r->explanation = text;
    r->explained = true;
}

/* False if what follows is another example, which the model made up. */
static bool take_reply_line(struct reply_reading *r, struct str line)
{
    struct str rest;
    enum reply_label label = read_label(line, &rest);
    if (is_fence(line) || rest.len + (size_t)label == 0) {
        r->ended = r->ended || r->question.len > 0;
        return true;
    }
    switch (label) {
    case LABEL_PARAPHRASE:
        r->n_labelled++;
        r->begun = true;
        r->ended = false;
        r->question = rest;
        break;
    case LABEL_EXPLANATION:
        take_explanation(r, rest);
        break;
    case LABEL_SENTENCE:
        return !r->explained && r->n_labelled == 0;
    case LABEL_MENTIONED:
        break;
    case LABEL_NONE:
        take_bare_line(r, rest);
    }
    return true;
}

/* Both on one line: "Which …? Explanation: …" */
static void split_line(struct reply_reading *r)
{
    const struct str WORD = STR("explanation:");
    size_t at = find_nocase(r->question, WORD);
    if (at == r->question.len)
        return;
    take_explanation(r, str_trim(str_slice(r->question, at + WORD.len, r->question.len)));
    r->question = str_trim(str_slice(r->question, 0, at));
}

/* Marks around a text. */
static const struct {
    struct str open, close;
} PAIRS[] = {
    {STR_INIT("**"), STR_INIT("**")},
    {STR_INIT("\""), STR_INIT("\"")},
    {STR_INIT("'"), STR_INIT("'")},
    {STR_INIT("`"), STR_INIT("`")},
    {STR_INIT("*"), STR_INIT("*")},
    {STR_INIT("\xE2\x80\x9C"), STR_INIT("\xE2\x80\x9D")}, /* “ ” */
    {STR_INIT("\xE2\x80\x98"), STR_INIT("\xE2\x80\x99")}, /* ‘ ’ */
};

/* Without one pair of marks. They are a pair only if no such mark is between them: 'A' or 'B'
 * stays. */
static bool remove_marks(struct str *text)
{
    for (size_t i = 0; i < COUNT_OF(PAIRS); i++) {
        struct str open = PAIRS[i].open, close = PAIRS[i].close;
        if (text->len <= open.len + close.len || !str_starts(*text, open) ||
            !str_ends(*text, close))
            continue;
        struct str inner = str_slice(*text, open.len, text->len - close.len);
        if (str_find(inner, open, 0) < inner.len || str_find(inner, close, 0) < inner.len)
            continue;
        *text = str_trim(inner);
        return true;
    }
    return false;
}

/* Characters that are not seen, or change how others are: controls, joiners, directions, and what
 * stands for bytes that were no text. */
static bool is_hidden(uint32_t c)
{
    static const struct {
        uint32_t from, to;
    } RANGES[] = {{0, 0x1F},        {0x7F, 0x9F},     {0xAD, 0xAD},      {0x34F, 0x34F},
                  {0x61C, 0x61C},   {0x115F, 0x1160}, {0x180B, 0x180F},  {0x200B, 0x200F},
                  {0x2028, 0x202E}, {0x2060, 0x206F}, {0x3164, 0x3164},  {0xFE00, 0xFE0F},
                  {0xFEFF, 0xFEFF}, {0xFFF9, 0xFFFF}, {0xE0000, 0xE0FFF}};
    for (size_t i = 0; i < COUNT_OF(RANGES); i++)
        if (c >= RANGES[i].from && c <= RANGES[i].to)
            return true;
    return false;
}

static bool is_plain(struct str text)
{
    bool letters = false;
    for (size_t at = 0, len; at < text.len; at += len) {
        uint32_t c = utf8_code_point(text, at, &len);
        if (is_hidden(c))
            return false;
        letters = letters || c > 0x7F || (c | 0x20) - 'a' < 26;
    }
    return letters;
}

/* Any white space is one blank. */
static struct str one_blank(struct arena *a, struct str text)
{
    char *out = arena_alloc(a, text.len + 1);
    size_t n = 0;
    for (size_t i = 0; i < text.len;) {
        size_t blank = str_space_at(text, i);
        if (!blank || (n > 0 && out[n - 1] != ' '))
            out[n++] = blank ? ' ' : text.ptr[i];
        i += blank ? blank : 1;
    }
    out[n] = '\0';
    return (struct str){out, n};
}

/* Does it have the beginning of another part in it, or is it data rather than a sentence? */
static bool is_no_sentence(struct str text)
{
    static const struct str MARKS[] = {STR_INIT("paraphrase:"), STR_INIT("sentence:"),
                                       STR_INIT("{"), STR_INIT("}"), STR_INIT("</")};
    for (size_t i = 0; i < COUNT_OF(MARKS); i++)
        if (find_nocase(text, MARKS[i]) < text.len)
            return true;
    return false;
}

bool paraphrase_read(struct arena *a, struct str reply, struct paraphrase *out)
{
    struct reply_reading r = {.begun = false};
    bool more = true;
    for (struct str rest = reply_after_thought(reply); rest.ptr && more;)
        more = take_reply_line(&r, str_split(&rest, '\n'));
    if (r.broken || r.n_labelled > 1 || (r.n_labelled == 0 && r.n_bare != 1))
        return false;
    split_line(&r);
    while (remove_marks(&r.question))
        continue;
    if (r.question.len == 0 || r.question.len > PARAPHRASE_MAX || !is_plain(r.question) ||
        is_no_sentence(r.question))
        return false;
    out->question = one_blank(a, r.question);
    struct str why = utf8_cut(r.explanation, EXPLANATION_MAX);
    out->explanation = is_plain(why) ? one_blank(a, why) : STR("");
    return true;
}

/* Comparing */

static struct str without_end(struct str text)
{
    text = str_trim(text);
    while (text.len > 0 && is_one_of(text.ptr[text.len - 1], ".?!,;: "))
        text.len--;
    return text;
}

/* The next character that counts, from *at; 0 at the end. A run of blanks is one. */
static char next_char(struct str text, size_t *at)
{
    if (*at == text.len)
        return 0;
    if (!ascii_space(text.ptr[*at]))
        return ascii_lower(text.ptr[(*at)++]);
    while (*at < text.len && ascii_space(text.ptr[*at]))
        (*at)++;
    return ' ';
}

bool paraphrase_same(struct str x, struct str y)
{
    size_t i = 0, k = 0;
    char c, d;
    x = without_end(x);
    y = without_end(y);
    do {
        c = next_char(x, &i);
        d = next_char(y, &k);
    } while (c == d && c);
    return c == d;
}

bool reply_says_yes(struct str reply)
{
    struct str text = reply_after_thought(reply);
    size_t end = text.len, start = skip_chars(text, 0, "*_\"'`");
    while (end > start && is_one_of(text.ptr[end - 1], "*_\"'`.!"))
        end--;
    return str_eq_nocase(str_slice(text, start, end), STR("yes"));
}
