/* equivalent_flags.c: few texts into one flag or several, by data/equivalent_flags.tsv.
 *
 * A flag is called after the value that it stands for, so values must be plain words; words.tsv
 * has the meaning of codes (column). An empty text has no flag of its own: then no
 * flag is set. */
#include "lexicon/kinds.h"
#include "lexicon/word_fact.h"
#include "relation/schema/equivalent_search.h"

enum { LABEL_MAX_WORDS = 3 };

/* Fields of a rule. */
enum { FLAGS_VALUE = 2, FLAGS_SHOWN, FLAGS_NAME };

struct label {
    struct str words; /* ptr NULL if the value has none */
    struct str flag;  /* its own name for the flag; or ptr NULL */
};

/* Is it an English word, perhaps a participle? A misspelt one does not name a column. Without
 * WordNet every word passes. */
static bool is_spelled(const struct equivalent_search *s, struct str word)
{
    const struct wordnet *w = &s->scope->seed->knowledge->wordnet;
    uint32_t places[WORDNET_MAX_SENSES];
    for (int pos = 0; pos < WORDNET_N_POS; pos++)
        if (wordnet_senses(w, (enum wordnet_pos)pos, word, places) > 0)
            return true;
    bool past = word.len > 3 && str_eq(str_slice(word, word.len - 2, word.len), STR("ed"));
    for (size_t cut = 1; past && cut <= 2; cut++) /* scuttle-d, wreck-ed */
        if (wordnet_senses(w, WORDNET_VERB, str_slice(word, 0, word.len - cut), places) > 0)
            return true;
    return !wordnet_present(w);
}

static bool are_spelled(const struct equivalent_search *s, const struct name_words *w)
{
    for (uint32_t i = 0; i < w->count; i++)
        if (!is_spelled(s, w->items[i].text))
            return false;
    return true;
}

/* The value in lower case, if it has only letters and blanks, and no plural at the end: nobody "is
 * drugs". */
static struct str plain_words(const struct equivalent_search *s, struct str value)
{
    for (size_t i = 0; i < value.len; i++)
        if (value.ptr[i] != ' ' && !ascii_letter(value.ptr[i]))
            return STR_NONE;
    struct str words = arena_str_lower(s->arena, str_trim(value));
    struct name_words w = name_split(s->arena, words);
    if (w.count == 0 || w.count > LABEL_MAX_WORDS || words.len < 3 || !are_spelled(s, &w))
        return STR_NONE;
    struct str last = w.items[w.count - 1].text;
    bool one = str_eq(noun_singular(s->arena, &s->scope->seed->knowledge->inflection, last), last);
    return one ? words : STR_NONE;
}

static struct label label_of(const struct equivalent_search *s, const struct content_value *v)
{
    const struct lexicon *l = s->scope->seed->lexicon;
    for (const struct word_fact *f = fact_of(l, FACT_COLUMN, v->text); f; f = f->next)
        for (uint32_t i = 0; i < f->n_values; i++)
            if (name_words_have(&s->words, f->values[i])) {
                const struct word_fact *flag = fact_beside(f, FACT_FLAG);
                return (struct label){f->line->sense, flag ? flag->values[0] : STR_NONE};
            }
    return (struct label){plain_words(s, v->text), STR_NONE};
}

/* The words before those of the rule, without the noun of the table: a pet's PetType is its type.
 */
static struct str words_before(const struct equivalent_search *s, struct words_place at)
{
    struct str noun = noun_head(search_table_noun(s));
    uint32_t end = at.start;
    while (end > 0 && str_eq(s->words.items[end - 1].text, noun))
        end--;
    return end > 0 ? name_phrase(s->arena, &s->words, 0, end) : STR("");
}

static struct str flag_name(struct rule_walk *w, const struct label *label)
{
    struct equivalent_search *s = w->search;
    struct str pattern = label->flag.ptr ? label->flag : w->row[FLAGS_NAME];
    if (str_eq(w->row[0], STR("*")))
        return name_with_word(s->arena, &s->scope->habits, s->words.name, pattern);
    struct str words = fill_in(s->arena, pattern, label->words, words_before(s, w->at));
    return search_name(s, (struct words_place){0, s->words.count}, words);
}

static bool is_hidden(const struct rule_walk *w)
{
    return str_eq(w->row[FLAGS_SHOWN], STR("no"));
}

/* One flag for the value that is set, of two. */
static void flag_one(struct rule_walk *w, uint32_t set, const struct label *label)
{
    struct equivalent_search *s = w->search;
    struct mapping_entry *entries = ARENA_ARRAY(s->arena, struct mapping_entry, 2);
    for (uint32_t i = 0; i < 2; i++)
        entries[i] = (struct mapping_entry){value_literal(s, i), i == set ? STR("1") : STR("0")};
    const struct column_mapping flag = {
        .kind = MAPPING_DICTIONARY, .entries = entries, .n_entries = 2};
    struct migration_column *column = ARENA_NEW(s->arena, struct migration_column);
    *column = new_column(s, flag_name(w, label), SCHEMA_BOOLEAN, &flag);
    search_found(w, &(struct replacement){.columns = column,
                                          .n_columns = 1,
                                          .order = set == 1 ? ORDER_KEPT : ORDER_REVERSED,
                                          .hidden = is_hidden(w)});
}

/* Does the name show that it is a flag already: isAVA? */
static bool is_called_flag(struct equivalent_search *s)
{
    struct rule_walk w = rules_begin(s, "equivalent_texts", true);
    return rules_next(&w);
}

/* The value that the rule sets the flag for; false unless there are just two values, with labels.
 */
static bool find_set(struct rule_walk *w, uint32_t *set, struct label *label)
{
    struct equivalent_search *s = w->search;
    if (s->content->n_values != 2)
        return false;
    if (str_eq(w->row[0], STR("*"))) {
        *set = is_called_flag(s) ? NAME_NONE : true_value(s, true);
        *label = (struct label){STR("yes"), STR_NONE};
        return *set != NAME_NONE;
    }
    for (*set = 0; *set < 2; ++*set) {
        *label = label_of(s, &s->content->values[*set]);
        struct label other = label_of(s, &s->content->values[!*set]);
        if (label->words.ptr && other.words.ptr && str_eq(label->words, w->row[FLAGS_VALUE]))
            return true;
    }
    return false;
}

/* Does `label` have all words of `part`? */
static bool label_has(struct arena *a, struct str label, struct str part)
{
    struct name_words all = name_split(a, label), words = name_split(a, part);
    for (uint32_t i = 0; i < words.count; i++)
        if (!name_words_have(&all, words.items[i].text))
            return false;
    return true;
}

/* Do the flags exclude each other by their names? A private Catholic school is also a private one.
 */
static bool are_apart(struct arena *a, const struct label *labels, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = 0; j < n; j++)
            if (i != j && label_has(a, labels[i].words, labels[j].words))
                return false;
    return true;
}

static bool flag_each(struct rule_walk *w)
{
    struct equivalent_search *s = w->search;
    const struct column_content *c = s->content;
    struct migration_column *columns =
        ARENA_ARRAY(s->arena, struct migration_column, EQUIVALENT_FLAGS_MAX);
    struct label labels[EQUIVALENT_FLAGS_MAX];
    uint32_t n = 0;
    bool partial = false;
    for (uint32_t i = 0; i < c->n_values; i++) {
        if (c->values[i].text.len == 0) {
            partial = true;
            continue;
        }
        struct label label = label_of(s, &c->values[i]);
        if (c->values[i].number || !label.words.ptr || n == EQUIVALENT_FLAGS_MAX)
            return false;
        const struct column_mapping flag = {.kind = MAPPING_FLAG, .value = value_literal(s, i)};
        labels[n] = label;
        columns[n++] = new_column(s, flag_name(w, &label), SCHEMA_BOOLEAN, &flag);
    }
    if (n < 2 || !are_apart(s->arena, labels, n))
        return false;
    search_found(w, &(struct replacement){.columns = columns,
                                          .n_columns = n,
                                          .order = ORDER_LOST,
                                          .partial = partial,
                                          .hidden = is_hidden(w)});
    return true;
}

void find_flags(struct equivalent_search *s)
{
    for (struct rule_walk w = rules_begin(s, "equivalent_flags", true); rules_next(&w);) {
        uint32_t set;
        struct label label;
        bool each = str_eq(w.row[FLAGS_VALUE], STR("each"));
        if (!each && find_set(&w, &set, &label))
            flag_one(&w, set, &label);
        else if ((!each || !flag_each(&w)) && s->found.count == 0 && !str_eq(w.row[0], STR("*")))
            s->found.why = REFUSED_ROWS_UNFIT;
    }
}
