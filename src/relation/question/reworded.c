/* reworded.c: nine ways to reword a question (Dr.Spider §3.2).
 *
 * The gold and the database stay; only words change. How they can is known to rewording/, by rule,
 * or to a language model that was asked beforehand. */
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
            const struct str both[] = {entries[0].value, STR("; "), entries[1].value};
            entries[0].value = arena_concat(a, both, 3);
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

static uint64_t count(struct arena *a, const struct relation_seed *s, enum reword_kind kind,
                      const void **plan)
{
    struct question_text *text = ARENA_NEW(a, struct question_text);
    struct rewordings *out = ARENA_NEW(a, struct rewordings);
    *text = (struct question_text){.text = s->seed->question};
    *out = (struct rewordings){.text = text};
    *plan = out;
    if (s->paraphrases)
        add_paraphrases(a, s->paraphrases, kind, out);
    else if (s->rewording && s->reading)
        add_by_rule(a, s, kind, out);
    else
        refuse(s, REFUSED_NO_QUERY);
    return out->count;
}

#define COUNT(kind)                                                                                \
    static uint64_t count_##kind(struct arena *a, const struct relation_seed *s,                   \
                                 const void **plan)                                                \
    {                                                                                              \
        return count(a, s, REWORD_##kind, plan);                                                   \
    }
COUNT(KEYWORD_SYNONYM)
COUNT(KEYWORD_CARRIER)
COUNT(COLUMN_SYNONYM)
COUNT(COLUMN_CARRIER)
COUNT(COLUMN_ATTRIBUTE)
COUNT(COLUMN_VALUE)
COUNT(VALUE_SYNONYM)
COUNT(MULTITYPE)
COUNT(OTHERS)

const struct relation relation_NLQ_keyword_synonym = {
    .id = "NLQ-keyword-synonym",
    .name = "keyword synonym",
    .family = "dr-spider",
    .text = {.summary = "a keyword's words are replaced",
             .what = "Words for a keyword of the query, such as an aggregate or an order, are "
                     "replaced by others.",
             .before = "What is the average price of the products?",
             .after = "What is the mean price of the products?",
             .answer = "The answer stays: the question asks for the same.",
             .page = "docs/rewording.md"},
    .count = count_KEYWORD_SYNONYM,
    .make = rewordings_make,
    .needs_reading = true,
    .most = 5,
};

const struct relation relation_NLQ_keyword_carrier = {
    .id = "NLQ-keyword-carrier",
    .name = "keyword carrier",
    .family = "dr-spider",
    .text = {.summary = "a phrase implies a keyword",
             .what = "Words for a keyword of the query are replaced by a phrase that implies it.",
             .before = "What is the number of customers who live in Lisbon?",
             .after = "How many customers live in Lisbon?",
             .answer = "The answer stays: the question asks for the same.",
             .page = "docs/rewording.md"},
    .count = count_KEYWORD_CARRIER,
    .make = rewordings_make,
    .needs_reading = true,
    .most = 5,
};

const struct relation relation_NLQ_column_synonym = {
    .id = "NLQ-column-synonym",
    .name = "column synonym",
    .family = "dr-spider",
    .text = {.summary = "a column is called otherwise",
             .what = "The words that name a column are replaced by others for it.",
             .before = "What are the ids of the customers who live in Lisbon?",
             .after = "What are the identifiers of the customers who live in Lisbon?",
             .answer = "The answer stays: the question asks for the same.",
             .page = "docs/rewording.md"},
    .count = count_COLUMN_SYNONYM,
    .make = rewordings_make,
    .needs_reading = true,
    .most = 5,
};

const struct relation relation_NLQ_column_carrier = {
    .id = "NLQ-column-carrier",
    .name = "column carrier",
    .family = "dr-spider",
    .text = {.summary = "a phrase implies a column",
             .what = "The words that name a column go; how the question is put implies it.",
             .before = "What is the title of the product with the highest price?",
             .after = "Which product has the highest price?",
             .answer = "The answer stays: the question asks for the same.",
             .page = "docs/rewording.md"},
    .count = count_COLUMN_CARRIER,
    .make = rewordings_make,
    .needs_reading = true,
    .most = 5,
};

const struct relation relation_NLQ_column_attribute = {
    .id = "NLQ-column-attribute",
    .name = "column attribute",
    .family = "dr-spider",
    .text = {.summary = "an adjective implies a column",
             .what = "The words that name a column go; an adjective says what is compared.",
             .before = "What is the title of the product with the highest price?",
             .after = "What is the title of the most expensive product?",
             .answer = "The answer stays: the question asks for the same.",
             .page = "docs/rewording.md"},
    .count = count_COLUMN_ATTRIBUTE,
    .make = rewordings_make,
    .needs_reading = true,
    .most = 5,
};

const struct relation relation_NLQ_column_value = {
    .id = "NLQ-column-value",
    .name = "column value",
    .family = "dr-spider",
    .text = {.summary = "a value implies its column",
             .what = "The words that name a column go; its value says enough.",
             .before = "How many customers live in the city of Tallinn?",
             .after = "How many customers live in Tallinn?",
             .answer = "The answer stays: the question asks for the same.",
             .page = "docs/rewording.md"},
    .count = count_COLUMN_VALUE,
    .make = rewordings_make,
    .needs_reading = true,
    .most = 5,
};

const struct relation relation_NLQ_value_synonym = {
    .id = "NLQ-value-synonym",
    .name = "value synonym",
    .family = "dr-spider",
    .text = {.summary = "a value is said otherwise",
             .what = "The words that say a value are replaced by others for it.",
             .before = "What are the names of customers older than 30?",
             .after = "What are the names of customers older than thirty?",
             .answer = "The answer stays: the question asks for the same.",
             .page = "docs/rewording.md"},
    .count = count_VALUE_SYNONYM,
    .make = rewordings_make,
    .needs_reading = true,
    .most = 5,
};

const struct relation relation_NLQ_multitype = {
    .id = "NLQ-multitype",
    .name = "several rewordings",
    .family = "dr-spider",
    .text = {.summary = "two of these rewordings at once",
             .what = "Two of the other rewordings are made in one question.",
             .before = "What are the names of customers older than 30?",
             .after = "Which customers are older than thirty?",
             .answer = "The answer stays: the question asks for the same.",
             .page = "docs/rewording.md"},
    .count = count_MULTITYPE,
    .make = rewordings_make,
    .needs_reading = true,
    .most = 5,
};

const struct relation relation_NLQ_others = {
    .id = "NLQ-others",
    .name = "other rewordings",
    .family = "dr-spider",
    .text =
        {.summary = "words that indicate nothing are replaced",
         .what =
             "The question is put in another way; the words for keywords, columns and values stay.",
         .before = "List the names of customers who have never bought anything.",
         .after = "Which customers have never bought anything? Show me their names.",
         .answer = "The answer stays: the question asks for the same.",
         .page = "docs/rewording.md"},
    .count = count_OTHERS,
    .make = rewordings_make,
    .needs_reading = true,
    .most = 5,
};
