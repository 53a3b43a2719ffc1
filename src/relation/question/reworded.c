/* reworded.c: nine ways to reword a question (Dr.Spider §3.2).
 *
 * The gold and the database stay; only words change. The new words come from the rules of
 * rewording/, or from a language model that was asked beforehand. */
#include "relation/question/rewordings.h"
#include "relation/refusal.h"
#include "rewording/paraphrases.h"
#include "rewording/reword.h"

/* "number of → how many" */
static struct str step_text(struct arena *a, const struct reworded *r, uint32_t i)
{
    return arena_printf(a, "%.*s \xe2\x86\x92 %.*s", STR_ARG(r->steps[i].from),
                        STR_ARG(r->steps[i].to));
}

static void add_by_rule(struct arena *a, const struct relation_seed *s, enum reword_kind kind,
                        struct rewordings *out)
{
    struct reworded_list list = reword(a, s->rewording, s->reading, kind);
    refuse_unless(s, list.count + list.n_unfaithful > 0, REFUSED_NO_WORDING);
    for (uint32_t i = 0; i < list.n_unfaithful; i++)
        refuse(s, REFUSED_WORDING_UNFAITHFUL);
    for (uint32_t i = 0; i < list.count; i++) {
        const struct reworded *r = &list.items[i];
        struct change_entry entries[REWORDED_STEPS] = {{0}};
        for (uint32_t k = 0; k < r->n_steps; k++)
            entries[k] =
                (struct change_entry){reword_kind_name(r->steps[k].kind).ptr, step_text(a, r, k)};
        if (r->n_steps == 2 && r->steps[0].kind == r->steps[1].kind) {
            entries[0].value = ARENA_CONCAT(a, entries[0].value, STR("; "), entries[1].value);
            entries[1] = (struct change_entry){0};
        }
        rewordings_add(a, out, r->question, entries[0], entries[1]);
    }
}

static void add_paraphrases(struct arena *a, const struct paraphrases *p, enum reword_kind kind,
                            struct rewordings *out)
{
    const struct paraphrase_list *list = &p->kinds[kind];
    for (uint32_t i = 0; i < list->count; i++) {
        const char *key = list->explanations[i].len > 0 ? "explanation" : NULL;
        rewordings_add(a, out, list->items[i], (struct change_entry){"paraphraser", p->model},
                       (struct change_entry){key, list->explanations[i]});
    }
}

static uint64_t count_rewordings(struct arena *a, const struct relation_seed *s,
                                 enum reword_kind kind, const void **plan)
{
    struct rewordings *out = rewordings_begin(a, s, plan);
    if (s->paraphrases)
        add_paraphrases(a, s->paraphrases, kind, out);
    else if (s->rewording && s->reading)
        add_by_rule(a, s, kind, out);
    else
        refuse(s, REFUSED_NO_QUERY);
    return out->count;
}

/* A relation that rewords in one way. */
#define REWORDING(kind, symbol, relation_id, relation_name, summary_text, what_text, before_text,  \
                  after_text)                                                                      \
    static uint64_t count_##symbol(struct arena *a, const struct relation_seed *s,                 \
                                   const void **plan)                                              \
    {                                                                                              \
        return count_rewordings(a, s, REWORD_##kind, plan);                                        \
    }                                                                                              \
    const struct relation relation_NLQ_##symbol = {                                                \
        .id = relation_id,                                                                         \
        .name = relation_name,                                                                     \
        .family = "dr-spider",                                                                     \
        .text = {.summary = summary_text,                                                          \
                 .what = what_text,                                                                \
                 .before = before_text,                                                            \
                 .after = after_text,                                                              \
                 .answer = "The answer stays: the question asks for the same.",                    \
                 .page = "docs/reference/rewording.md"},                                           \
        .count = count_##symbol,                                                                   \
        .make = rewordings_make,                                                                   \
        .rewords = true,                                                                           \
        .reword = REWORD_##kind,                                                                   \
        .needs_reading = true,                                                                     \
        .most = 5,                                                                                 \
    };

REWORDING(KEYWORD_SYNONYM, keyword_synonym, "NLQ-keyword-synonym", "keyword synonym",
          "a keyword's words are replaced",
          "Words for a keyword of the query, such as an aggregate or an order, are "
          "replaced by others.",
          "What is the average price of the products?", "What is the mean price of the products?")
REWORDING(KEYWORD_CARRIER, keyword_carrier, "NLQ-keyword-carrier", "keyword carrier",
          "a phrase implies a keyword",
          "Words for a keyword of the query are replaced by a phrase that implies it.",
          "What is the number of customers who live in Lisbon?",
          "How many customers live in Lisbon?")
REWORDING(COLUMN_SYNONYM, column_synonym, "NLQ-column-synonym", "column synonym",
          "a column is called otherwise",
          "The words that name a column are replaced by others for it.",
          "What are the ids of the customers who live in Lisbon?",
          "What are the identifiers of the customers who live in Lisbon?")
REWORDING(COLUMN_CARRIER, column_carrier, "NLQ-column-carrier", "column carrier",
          "a phrase implies a column",
          "The words that name a column go; how the question is put implies it.",
          "What is the title of the product with the highest price?",
          "Which product has the highest price?")
REWORDING(COLUMN_ATTRIBUTE, column_attribute, "NLQ-column-attribute", "column attribute",
          "an adjective implies a column",
          "The words that name a column go; an adjective says what is compared.",
          "What is the title of the product with the highest price?",
          "What is the title of the most expensive product?")
REWORDING(COLUMN_VALUE, column_value, "NLQ-column-value", "column value",
          "a value implies its column", "The words that name a column go; its value says enough.",
          "How many customers live in the city of Tallinn?", "How many customers live in Tallinn?")
REWORDING(VALUE_SYNONYM, value_synonym, "NLQ-value-synonym", "value synonym",
          "a value is said otherwise", "The words that say a value are replaced by others for it.",
          "What are the names of customers older than 30?",
          "What are the names of customers older than thirty?")
REWORDING(MULTITYPE, multitype, "NLQ-multitype", "several rewordings",
          "two of these rewordings at once",
          "Two of the other rewordings are made in one question.",
          "What are the names of customers older than 30?",
          "Which customers are older than thirty?")
REWORDING(OTHERS, others, "NLQ-others", "other rewordings",
          "words that indicate nothing are replaced",
          "The question is put in another way; the words for keywords, columns and values stay.",
          "List the names of customers who have never bought anything.",
          "Which customers have never bought anything? Show me their names.")
