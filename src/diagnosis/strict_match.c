/* strict_match.c: read both queries and match their terms. */
#include "diagnosis/strict_match.h"

#include "diagnosis/canon.h"

/* The search may give up, sooner or later with the queries exchanged. So the order of the texts
 * decides which is first, not the caller. */
static enum strict_verdict match_sides(struct arena *a, const struct diagnosis_side *gold,
                                       const struct diagnosis_side *pred,
                                       enum canon_derived derived, struct err *e)
{
    struct side_terms x, y;
    if (side_terms(a, gold, derived, &x, e) != SIDE_READ)
        return STRICT_GOLD_FAULT;
    if (side_terms(a, pred, derived, &y, e) != SIDE_READ)
        return STRICT_UNREADABLE;
    bool same = str_cmp(gold->sql, pred->sql) <= 0 ? term_match(a, &x.tree, &y.tree)
                                                   : term_match(a, &y.tree, &x.tree);
    return same ? STRICT_EQUAL : STRICT_DIFFERENT;
}

enum strict_verdict strict_match(struct arena *a, const struct schema *s, struct str gold,
                                 struct str pred, struct err *e)
{
    const struct diagnosis_side x = {gold, s, NULL}, y = {pred, s, NULL};
    return match_sides(a, &x, &y, CANON_BY_PLACE, e);
}

enum strict_verdict strict_consistent(struct arena *a, const struct diagnosis_side *before,
                                      const struct diagnosis_side *after, struct err *e)
{
    bool migrated = before->lineage || after->lineage;
    return match_sides(a, before, after, migrated ? CANON_BY_STAR_ORIGIN : CANON_BY_PLACE, e);
}

enum status strict_hash(const struct schema *s, struct str query, uint64_t *out, struct err *e)
{
    const struct diagnosis_side side = {query, s, NULL};
    struct arena a = {0};
    struct side_terms terms;
    bool read = side_terms(&a, &side, CANON_BY_PLACE, &terms, e) == SIDE_READ;
    if (read) {
        term_clear_colours(&terms.tree);
        term_rehash(terms.tree.root);
        *out = terms.tree.root->hash;
    }
    arena_release(&a);
    return read ? OK : E_SYNTAX;
}
