/* seed_keys.c: hashes of schemas, queries and questions. */
#include "kin/seed_keys.h"

#include "diagnosis/strict_match.h"
#include "spider/form_hash.h"
#include "sql/lex.h"

static uint64_t hash_text(uint64_t hash, struct str text)
{
    return hash_combine(hash, hash_bytes_nocase(text));
}

static uint64_t names_hash(const struct schema *s)
{
    uint64_t hash = 1;
    for (uint32_t i = 0; i < s->n_tables; i++)
        hash = hash_text(hash, s->tables[i].name);
    for (uint32_t i = 1; i < s->n_columns; i++)
        hash = hash_text(hash_combine(hash, s->columns[i].table), s->columns[i].name);
    return hash;
}

static struct str without_quotes(struct str token)
{
    bool quoted = token.len >= 2 && memchr("'\"`[", token.ptr[0], 4);
    return quoted ? str_slice(token, 1, token.len - 1) : token;
}

static struct str token_text(struct str query, const struct sql_token *t)
{
    return without_quotes(str_slice(query, t->span.start, t->span.end));
}

/* The words as they are written. */
static uint64_t words_hash(struct str query)
{
    struct sql_lexer lex = {.text = query};
    uint64_t hash = 2;
    for (struct sql_token t; (t = sql_lexer_next(&lex)).type != TOKEN_EOF;)
        if (t.type != TOKEN_SEMICOLON)
            hash = hash_text(hash, token_text(query, &t));
    return hash;
}

/* Does a word count, in a query that cannot be read? Brackets do not, nor do aliases that can be
 * seen: what follows AS, a name that follows a name, and what is before a dot. */
static bool is_counted_word(enum sql_token_type before, enum sql_token_type type,
                            enum sql_token_type after)
{
    bool named = before == TOKEN_NAME || before == TOKEN_RPAREN || before == KW_END;
    bool alias = before == KW_AS || (named && type == TOKEN_NAME);
    bool qualifier = type == TOKEN_DOT || after == TOKEN_DOT;
    bool empty = type == TOKEN_SEMICOLON || type == TOKEN_LPAREN || type == TOKEN_RPAREN ||
                 type == KW_AS || type == KW_INNER || type == KW_OUTER || type == KW_ASC;
    return !alias && !qualifier && !empty;
}

/* These words in any order: it is better to take two queries for one than to overlook that they
 * are. Operators count by their meaning: != and <> are one. */
static uint64_t loose_words_hash(struct str query)
{
    struct sql_lexer lex = {.text = query};
    enum sql_token_type before = TOKEN_EOF;
    uint64_t sum = 0;
    for (struct sql_token t = sql_lexer_next(&lex), next; t.type != TOKEN_EOF; t = next) {
        next = sql_lexer_next(&lex);
        bool sign = t.type >= TOKEN_BIT_NOT && t.type <= TOKEN_ARROW2;
        if (is_counted_word(before, t.type, next.type))
            sum +=
                hash_combine(5, sign ? (uint64_t)t.type : hash_bytes_nocase(token_text(query, &t)));
        before = t.type;
    }
    return hash_combine(5, sum);
}

/* By teql's own parser, as strict comparison reads it (strict_match.h). */
static uint64_t tree_hash(const struct seed *s)
{
    uint64_t hash;
    struct err e;
    return strict_hash(s->schema, s->query, &hash, &e) == OK ? hash_combine(6, hash)
                                                             : loose_words_hash(s->query);
}

/* By Spider's parser; false if its grammar does not have the query. */
static bool form_hash(const struct seed *s, uint64_t *out)
{
    struct arena a = {0};
    struct spider_form form;
    struct err e;
    bool read = spider_form_read(&a, s->schema, SPIDER_RULE_SPIDER, s->query, &form, &e) == OK;
    if (read)
        *out = hash_combine(3, spider_form_hash(&form));
    arena_release(&a);
    return read;
}

/* The words of a question, without space and punctuation. */
static uint64_t question_hash(struct str question)
{
    uint64_t hash = 4;
    for (size_t at = 0; at < question.len;) {
        size_t end = at;
        while (end < question.len && !memchr(" \t\r\n.?!,;", question.ptr[end], 9))
            end++;
        if (end > at)
            hash = hash_text(hash, str_slice(question, at, end));
        at = end + 1;
    }
    return hash;
}

static void add_key(struct seed_keys *k, const uint64_t schemas[2], uint64_t text)
{
    for (int i = 0; i < 2; i++)
        k->keys[k->count++] = hash_combine(schemas[i], text);
}

struct seed_keys seed_keys_of(const struct seed *s)
{
    struct seed_keys k = {.count = 0};
    const uint64_t schemas[2] = {hash_bytes(s->db_id), names_hash(s->schema)};
    uint64_t form;
    add_key(&k, schemas, question_hash(s->question));
    if (!s->query.ptr)
        return k;
    add_key(&k, schemas, words_hash(s->query));
    add_key(&k, schemas, tree_hash(s));
    if (form_hash(s, &form))
        add_key(&k, schemas, form);
    return k;
}

struct seed_keys seed_keys_of_case(const struct test_case *c, const struct schema *schema)
{
    const struct seed asked = {.db_id = c->db_id,
                               .question = c->question,
                               .query = c->claim == CLAIM_CHANGED ? c->query : STR_NONE,
                               .schema = schema};
    return seed_keys_of(&asked);
}

uint32_t seed_index_enter(struct seed_index *x, uint64_t key, uint32_t number)
{
    struct str name = {(const char *)&key, sizeof key};
    if (x->first.n_slots == 0)
        name_map_init_exact(&x->first, &x->arena, 64);
    uint32_t first = name_map_get(&x->first, name);
    if (first != NAME_NONE)
        return first;
    name_map_put(&x->first, &x->arena, arena_str(&x->arena, name), number);
    return number;
}

void seed_index_add(struct seed_index *x, const struct seed_keys *keys, uint32_t number)
{
    for (uint32_t i = 0; i < keys->count; i++)
        seed_index_enter(x, keys->keys[i], number);
}

uint32_t seed_index_find(const struct seed_index *x, const struct seed_keys *keys)
{
    uint32_t found = SEED_NOT_FOUND;
    for (uint32_t i = 0; i < keys->count && found == SEED_NOT_FOUND; i++)
        found =
            name_map_get(&x->first, (struct str){(const char *)&keys->keys[i], sizeof(uint64_t)});
    return found;
}

void seed_index_release(struct seed_index *x)
{
    arena_release(&x->arena);
    *x = (struct seed_index){0};
}
