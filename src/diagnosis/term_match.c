/* term_match.c: are two trees of terms the same but for the names of their variables?
 *
 * Two sorted trees without variables are simply compared. With variables, a pairing must be found.
 * Colours narrow it down: the colour of a variable is a hash of its places, which depend on the
 * colours of other variables; so colours are computed again until no more variables get different
 * ones. If several still share a colour, one of the left tree is paired with each of its colour in
 * the right tree in turn, and colours are refined again. When every colour is there once, the
 * pairing is known and the trees are compared exactly: hashes only rule out. */
#include "base/hash.h"
#include "diagnosis/term.h"

#include <stdlib.h>

struct pairing_search {
    struct arena *arena;
    struct term_tree *left, *right;
    uint32_t n_variables;   /* of each */
    uint64_t *left_colours; /* sorted, since the last refine_colours() */
    uint64_t *right_colours;
    uint64_t effort; /* terms looked at so far */
};

/* Note the places of every variable below `t`. */
static void note_places(const struct term *t, uint64_t above)
{
    uint64_t here = hash_combine(above, t->hash);
    if (t->variable)
        t->variable->seen += hash_mix(here);
    for (uint32_t i = 0; i < t->n_kids; i++)
        note_places(t->kids[i], hash_combine(here, t->bag ? 0 : i + 1));
}

static int cmp_colours(const void *x, const void *y)
{
    uint64_t p = *(const uint64_t *)x, q = *(const uint64_t *)y;
    return (p > q) - (p < q);
}

/* One round for one tree. The sorted colours go to `out`. */
static void recolour(const struct term_tree *tree, uint64_t *out)
{
    note_places(tree->root, 0);
    for (uint32_t i = 0; i < tree->n_variables; i++) {
        struct variable *v = tree->variables[i];
        v->colour = hash_combine(v->colour, v->seen);
        v->seen = 0;
        out[i] = v->colour;
    }
    qsort(out, tree->n_variables, sizeof *out, cmp_colours);
}

static uint32_t count_distinct(const uint64_t *sorted, uint32_t n)
{
    uint32_t count = n > 0;
    for (uint32_t i = 1; i < n; i++)
        count += sorted[i] != sorted[i - 1];
    return count;
}

/* Refine the colours of both trees until no more variables get different ones. False if the trees
 * differ, or if the effort is spent. */
static bool refine_colours(struct pairing_search *s)
{
    size_t bytes = s->n_variables * sizeof *s->left_colours;
    uint64_t round = 2 * ((uint64_t)s->left->root->size + s->right->root->size);
    for (uint32_t before = 0;;) {
        if ((s->effort += round) > TERM_MATCH_EFFORT)
            return false;
        term_rehash(s->left->root);
        term_rehash(s->right->root);
        if (s->left->root->hash != s->right->root->hash)
            return false;
        recolour(s->left, s->left_colours);
        recolour(s->right, s->right_colours);
        if (bytes > 0 && memcmp(s->left_colours, s->right_colours, bytes) != 0)
            return false;
        uint32_t now = count_distinct(s->left_colours, s->n_variables);
        if (now == before || now == s->n_variables)
            return true;
        before = now;
    }
}

static bool same_tree(struct pairing_search *s)
{
    term_rehash(s->left->root);
    term_rehash(s->right->root);
    term_sort(s->left->root);
    term_sort(s->right->root);
    return term_cmp(s->left->root, s->right->root) == 0;
}

/* A colour that several variables have, or 0. */
static uint64_t shared_colour(const struct pairing_search *s)
{
    for (uint32_t i = 1; i < s->n_variables; i++)
        if (s->left_colours[i] == s->left_colours[i - 1])
            return s->left_colours[i];
    return 0;
}

static uint64_t *save_colours(struct arena *a, const struct term_tree *tree)
{
    uint64_t *saved = ARENA_ARRAY(a, uint64_t, tree->n_variables);
    for (uint32_t i = 0; i < tree->n_variables; i++)
        saved[i] = tree->variables[i]->colour;
    return saved;
}

static void restore_colours(const struct term_tree *tree, const uint64_t *saved)
{
    for (uint32_t i = 0; i < tree->n_variables; i++)
        tree->variables[i]->colour = saved[i];
}

static struct variable *first_of_colour(const struct term_tree *tree, uint64_t colour)
{
    uint32_t i = 0;
    while (tree->variables[i]->colour != colour)
        i++;
    return tree->variables[i];
}

/* Recursion is as deep as the number of variables, and every step costs effort. */
static bool search_pairing(struct pairing_search *s)
{
    if (!refine_colours(s))
        return false;
    uint64_t shared = shared_colour(s), apart = hash_mix(shared + 1);
    if (shared == 0)
        return same_tree(s);
    const uint64_t *left = save_colours(s->arena, s->left);
    const uint64_t *right = save_colours(s->arena, s->right);
    struct variable *chosen = first_of_colour(s->left, shared);
    for (uint32_t i = 0; i < s->n_variables && s->effort <= TERM_MATCH_EFFORT; i++) {
        if (right[i] != shared)
            continue;
        restore_colours(s->left, left);
        restore_colours(s->right, right);
        chosen->colour = s->right->variables[i]->colour = apart;
        if (search_pairing(s))
            return true;
    }
    return false;
}

void term_clear_colours(const struct term_tree *tree)
{
    for (uint32_t i = 0; i < tree->n_variables; i++)
        tree->variables[i]->colour = 1;
}

bool term_match(struct arena *a, struct term_tree *x, struct term_tree *y)
{
    if (x->n_variables != y->n_variables || x->root->size != y->root->size)
        return false;
    if (term_cmp(x->root, y->root) == 0)
        return true;
    struct arena_mark mark = arena_mark(a);
    struct pairing_search s = {.arena = a,
                               .left = x,
                               .right = y,
                               .n_variables = x->n_variables,
                               .left_colours = ARENA_ARRAY(a, uint64_t, x->n_variables),
                               .right_colours = ARENA_ARRAY(a, uint64_t, x->n_variables)};
    term_clear_colours(x);
    term_clear_colours(y);
    bool same = search_pairing(&s);
    arena_rewind(a, mark);
    return same;
}
