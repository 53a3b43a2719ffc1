/* nearest.c: edit distance, and common beginnings. */
#include "base/nearest.h"

enum { LONGEST = 40, TELLING = 3 /* letters that names rarely share by chance */ };

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

static bool same_letter(struct str a, size_t i, struct str b, size_t j)
{
    return ascii_lower(a.ptr[i]) == ascii_lower(b.ptr[j]);
}

/* How many letters must be put in, taken out, replaced or swapped with their neighbour to make `b`
 * of `a`. Neither is longer than LONGEST. */
static size_t edit_distance(struct str a, struct str b)
{
    size_t rows[3][LONGEST + 1]; /* of i - 2, i - 1 and i letters of `a`, in turn */
    for (size_t j = 0; j <= b.len; j++)
        rows[0][j] = j;
    for (size_t i = 1; i <= a.len; i++) {
        size_t *now = rows[i % 3];
        const size_t *before = rows[(i + 2) % 3], *twice_before = rows[(i + 1) % 3];
        now[0] = i;
        for (size_t j = 1; j <= b.len; j++) {
            now[j] = least(before[j] + 1, now[j - 1] + 1);
            now[j] = least(now[j], before[j - 1] + !same_letter(a, i - 1, b, j - 1));
            if (i > 1 && j > 1 && same_letter(a, i - 1, b, j - 2) &&
                same_letter(a, i - 2, b, j - 1))
                now[j] = least(now[j], twice_before[j - 2] + 1);
        }
    }
    return rows[a.len % 3][b.len];
}

static bool begins_with(struct str name, struct str word)
{
    return word.len > 1 && name.len > word.len && str_eq_nocase(str_slice(name, 0, word.len), word);
}

/* "Synonym" is the long form of "syn". */
static bool is_longer_form(struct str word, struct str name)
{
    return name.len >= TELLING && begins_with(word, name);
}

void nearest_offer(struct nearest *n, struct str name)
{
    if (n->word.len > LONGEST || name.len > LONGEST)
        return;
    if (begins_with(name, n->word)) {
        n->several = n->begun.ptr != NULL;
        n->begun = name;
    }
    if (is_longer_form(n->word, name) && name.len > n->within.len)
        n->within = name;
    size_t d = edit_distance(n->word, name);
    n->tied = n->name.ptr && d == n->distance ? !str_eq_nocase(n->name, name) : n->tied;
    if (!n->name.ptr || d < n->distance) {
        n->name = name;
        n->distance = d;
        n->tied = false;
    }
}

/* A third of the letters may be wrong, and one of a short name; but not all. */
struct str nearest_name(const struct nearest *n)
{
    size_t allowed = n->word.len / 3 > 0 ? n->word.len / 3 : 1;
    if (n->name.ptr && !n->tied && n->distance <= allowed && n->distance < n->word.len)
        return n->name;
    if (n->within.ptr)
        return n->within;
    return n->several ? STR_NONE : n->begun;
}
