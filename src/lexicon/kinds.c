/* kinds.c: nouns of tables, and their kinds. */
#include "lexicon/kinds.h"

#include "lexicon/small_words.h"
#include "lexicon/word_fact.h"

enum {
    MAX_DEPTH = 24, /* of WordNet's hypernyms, which are 20 at most */
    TOPIC_TOPS = 3, /* lexicographer file of the most general nouns */
    TOPIC_PERSON = 18
};

struct str table_noun(struct arena *a, const struct inflection *in, struct str natural)
{
    /* Last words that say what a table is, not what its rows are. */
    static const char EMPTY_HEADS[] = "data list info table details detail master";
    struct str phrase = str_trim(arena_str_lower(a, natural));
    size_t at = str_after_last(phrase, ' ');
    if (at > 1 && str_among(str_slice(phrase, at, phrase.len), EMPTY_HEADS)) {
        phrase = str_trim(str_slice(phrase, 0, at));
        at = str_after_last(phrase, ' ');
    }
    return ARENA_CONCAT(a, str_slice(phrase, 0, at),
                        noun_singular(a, in, str_slice(phrase, at, phrase.len)));
}

struct str noun_head(struct str noun)
{
    /* Words that join two nouns, or a verb and a noun. */
    static const char JOINING[] = "has in of by to with for from and on per";
    for (struct str rest = noun; rest.ptr;)
        if (is_one_of(str_split(&rest, ' '), JOINING))
            return STR("");
    return str_slice(noun, str_after_last(noun, ' '), noun.len);
}

bool kinds_have(const struct noun_kinds *kinds, struct str name)
{
    for (uint32_t i = 0; i < kinds->count; i++)
        if (str_eq_nocase(kinds->names[i], name))
            return true;
    return false;
}

static void push_kind(struct noun_kinds *kinds, struct str name)
{
    if (name.len && kinds->count < KINDS_MAX && !kinds_have(kinds, name))
        kinds->names[kinds->count++] = name;
}

/* The curated kind of `noun`, and its kinds. False if the list has none. */
static bool push_curated(struct noun_kinds *kinds, const struct knowledge *k, struct str noun)
{
    struct str kind = fact_value(k->lexicon, FACT_KIND, noun);
    bool found = kind.ptr != NULL;
    for (int depth = 0; kind.ptr && depth < KINDS_MAX; depth++) {
        push_kind(kinds, kind);
        kind = fact_value(k->lexicon, FACT_KIND, kind);
    }
    return found;
}

/* Nouns for persons climb as far as "person", and those for animals to "animal". Other hypernyms
 * lead astray: a superpower is a country, a circuit a device. */
static bool is_useful_kind(const struct wordnet_synset *s, struct str word, uint32_t topic)
{
    return s->topic == TOPIC_TOPS ? str_eq(word, STR("person")) || str_eq(word, STR("animal"))
                                  : s->topic == TOPIC_PERSON && topic == TOPIC_PERSON;
}

/* The curated kinds of the first hypernym that has some. */
static void push_hypernyms(struct arena *a, struct noun_kinds *kinds, const struct knowledge *k,
                           struct str noun)
{
    uint32_t places[MAX_DEPTH], topic = 0;
    uint32_t n = wordnet_kinds(a, &k->wordnet, noun, places, MAX_DEPTH);
    for (uint32_t i = 0; i < n; i++) {
        struct wordnet_synset s;
        if (!wordnet_synset(a, &k->wordnet, WORDNET_NOUN, places[i], &s))
            return;
        if (i == 0)
            topic = s.topic;
        for (uint32_t j = 0; j < s.n_words; j++) {
            struct str word = s.words[j];
            bool known = word_index_find(&k->has_a, word) != NAME_NONE ||
                         fact_of(k->lexicon, FACT_KIND, word);
            /* A ranking is a state of affairs, but not a state. */
            if (!known || !is_useful_kind(&s, word, topic) ||
                !wordnet_first_sense_is(&k->wordnet, word, places[i]))
                continue;
            push_kind(kinds, word);
            push_curated(kinds, k, word);
            return;
        }
    }
}

static struct noun_kinds find_kinds(struct arena *a, const struct knowledge *k, struct str noun)
{
    struct noun_kinds kinds = {0};
    push_kind(&kinds, noun);
    if (push_curated(&kinds, k, noun))
        return kinds;
    struct str head = noun_head(noun);
    push_kind(&kinds, head);
    if (head.len && !push_curated(&kinds, k, head))
        push_hypernyms(a, &kinds, k, head);
    return kinds;
}

struct noun_kinds kinds_of(struct arena *a, const struct knowledge *k, struct str noun)
{
    uint32_t known = name_map_get(&k->kinds_known, noun);
    return known == NAME_NONE ? find_kinds(a, k, noun) : k->known_kinds[known];
}

void kinds_prepare(struct knowledge *k, struct str noun)
{
    if (k->kinds_known.n_slots == 0)
        name_map_init_exact(&k->kinds_known, &k->arena, 0);
    if (name_map_get(&k->kinds_known, noun) != NAME_NONE)
        return;
    struct str own = arena_str(&k->arena, noun);
    uint32_t n = k->kinds_known.count;
    ARENA_PUSH(&k->arena, k->known_kinds, n);
    k->known_kinds[n] = find_kinds(&k->arena, k, own);
    name_map_put(&k->kinds_known, &k->arena, own, n);
}
