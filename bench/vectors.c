/* vectors.c: how fast word vectors are. Prints times, rates and ratios; asserts nothing.
 *
 *   bench_vectors make FILE WORDS DIMS     writes a file in GloVe's form, with random numbers
 *   bench_vectors measure FILE FOLDER      loads it, with FOLDER for its cache, and asks
 *   bench_vectors near FILE WORD…          shows the words near to others, to judge a file by */
#include "lexicon/vectors/vectors.h"
#include "base/rng.h"
#include "lexicon/vectors/row.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* Making */

/* Five significant digits, as in GloVe: "0.21318", "-0.0074364". */
static char *put_number(char *at, uint64_t random)
{
    static const uint32_t ONE_IN[] = {100, 10}; /* numbers below 0.01, and below 0.1 */
    uint32_t zeros = 0, digits = 10000 + (uint32_t)(random >> 16) % 90000;
    for (uint32_t i = 0; i < 2; i++)
        zeros += (random >> (4 * i)) % ONE_IN[i] == 0;
    if (random >> 63)
        *at++ = '-';
    *at++ = '0';
    *at++ = '.';
    while (zeros--)
        *at++ = '0';
    for (uint32_t unit = 10000; unit; unit /= 10)
        *at++ = (char)('0' + digits / unit % 10);
    return at;
}

static char *put_word(char *at, uint32_t number)
{
    for (uint32_t i = 0; i < 6; i++, number /= 26)
        *at++ = (char)('a' + number % 26);
    return at;
}

static int make(const char *path, uint32_t words, uint32_t dims)
{
    FILE *out = fopen(path, "w");
    char *line = malloc(16 * ((size_t)dims + 1));
    bool well = out && line;
    for (uint32_t i = 0; well && i < words; i++) {
        struct rng r = rng_stream(1, STR("vectors"), i);
        char *at = put_word(line, i);
        for (uint32_t d = 0; d < dims; d++) {
            *at++ = ' ';
            at = put_number(at, rng_next(&r));
        }
        *at++ = '\n';
        well = fwrite(line, 1, (size_t)(at - line), out) == (size_t)(at - line);
    }
    free(line);
    well &= out && fclose(out) == 0;
    if (!well)
        perror(path);
    return well ? 0 : 1;
}

/* Loading */

static struct vectors load(const char *path, const char *cache, double *took)
{
    struct vectors v;
    struct err e;
    char text[600];
    double start = seconds();
    if (vectors_open(&v, path, &(struct vectors_options){.cache = cache}, &e)) {
        err_format(&e, text, sizeof text);
        fprintf(stderr, "%s\n", text);
        exit(1);
    }
    *took = seconds() - start;
    if (v.cache_error.code)
        fprintf(stderr, "no cache: %s\n", v.cache_error.msg);
    return v;
}

/* How many seconds the C library takes to read the numbers of the first line, `lines` times. */
static double with_strtof(const char *path, uint32_t lines, uint32_t dims)
{
    enum { LINE = 1 << 20 };
    char *line = malloc(LINE);
    FILE *in = fopen(path, "r");
    double start = seconds();
    volatile float sum = 0;
    for (uint32_t i = 0; line && in && i < lines && fgets(line, LINE, in); i++) {
        char *at = strchr(line, ' ');
        for (uint32_t d = 0; at && d < dims; d++)
            sum += strtof(at, &at);
    }
    double took = seconds() - start;
    if (in)
        fclose(in);
    free(line);
    return took;
}

static void measure_loading(const char *path, const char *cache)
{
    enum { LINES = 20000 };
    struct stat st = {0};
    double text, first, second;
    struct vectors v = load(path, "", &text);
    uint32_t count = v.words.count, dims = v.dims;
    vectors_close(&v);
    v = load(path, cache, &first);
    vectors_close(&v);
    v = load(path, cache, &second);
    bool mapped = v.map.mapped;
    vectors_close(&v);
    (void)!stat(path, &st);
    double library = with_strtof(path, LINES, dims) / (LINES < count ? LINES : count) * count;
    double megabytes = (double)st.st_size / 1e6;
    printf("vectors, %u words of %u dimensions, %.0f MB of text\n", count, dims, megabytes);
    printf("  text: %.2f s, %.0f MB/s, strtof alone takes %.1f times as long\n", text,
           megabytes / text, library / text);
    printf("  text, with the cache written: %.2f s\n", first);
    printf("  %s: %.1f ms, %.0f times as fast as text\n", mapped ? "cache" : "NO cache",
           second * 1000, text / second);
}

/* Products */

/* One sum, in the order of the numbers: compilers may not vectorise it. */
static float plain_dot(const float *a, const float *b, size_t n)
{
    float sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

typedef float product_function(const float *a, const float *b, size_t n);

/* Seconds for one row, of `rows` rows taken `times` times. The rest keeps the compiler from
 * dropping the work. */
static double time_rows(const struct vectors *v, product_function *product, uint32_t rows,
                        uint32_t times)
{
    volatile float sum = 0;
    double start = seconds();
    for (uint32_t k = 0; k < times; k++)
        for (uint32_t i = 0; i < rows; i++)
            sum += product(v->rows + (size_t)i * v->stride, v->rows + (size_t)k * v->stride,
                           v->stride);
    return (seconds() - start) / times / rows;
}

static void measure_asking(const char *path, const char *cache)
{
    enum { ASKED = 20, NEAR = 10, FEW = 500, OFTEN = 1000 };
    struct arena a = {0};
    double took;
    struct vectors v = load(path, cache, &took);
    uint32_t n = v.frequent, few = n < FEW ? n : FEW;
    time_rows(&v, row_dot, n, 1); /* brings all into memory */
    double ours = time_rows(&v, row_dot, few, OFTEN), plain = time_rows(&v, plain_dot, few, OFTEN);
    double ours_all = time_rows(&v, row_dot, n, 3), plain_all = time_rows(&v, plain_dot, n, 3);
    double start = seconds();
    for (uint32_t i = 0; i < ASKED; i++)
        vectors_nearest(&a, &v, vector_word(&v.words, i * (n / ASKED)), NEAR);
    double nearest = (seconds() - start) / ASKED;
    uint32_t rare = v.words.count - n;
    start = seconds();
    for (uint32_t i = 0; i < ASKED && rare; i++)
        vectors_nearest(&a, &v, vector_word(&v.words, n + i * (rare / ASKED)), NEAR);
    double nearest_rare = (seconds() - start) / ASKED;
    printf("  product, vectors in the processor's cache: %.0f ns, a plain loop takes %.1f times as "
           "long\n",
           ours * 1e9, plain / ours);
    printf("  product, all frequent words: %.0f ns, a plain loop takes %.1f times as long\n",
           ours_all * 1e9, plain_all / ours_all);
    printf("  the %d nearest of %u frequent words: %.1f ms, %.1f GB/s; to a rare word: %.1f ms\n",
           NEAR, n, nearest * 1000, (double)n * v.stride * sizeof(float) / nearest / 1e9,
           nearest_rare * 1000);
    vectors_close(&v);
    arena_release(&a);
}

/* Showing */

static void show(const char *path, char **words, int n)
{
    enum { SHOWN = 8 };
    struct arena a = {0};
    double took;
    struct vectors v = load(path, "", &took);
    for (int i = 0; i < n; i++) {
        struct vector_nears near = vectors_nearest(&a, &v, str_from(words[i]), SHOWN);
        printf("%s:", words[i]);
        for (uint32_t k = 0; k < near.count; k++)
            printf("%s %.*s %.2f", k ? "," : "", STR_ARG(near.items[k].word),
                   (double)near.items[k].similarity);
        printf("\n");
    }
    vectors_close(&v);
    arena_release(&a);
}

int main(int argc, char **argv)
{
    if (argc > 3 && strcmp(argv[1], "near") == 0) {
        show(argv[2], argv + 3, argc - 3);
        return 0;
    }
    if (argc == 5 && strcmp(argv[1], "make") == 0)
        return make(argv[2], (uint32_t)strtoul(argv[3], NULL, 10),
                    (uint32_t)strtoul(argv[4], NULL, 10));
    if (argc != 4 || strcmp(argv[1], "measure") != 0) {
        fprintf(stderr, "usage: bench_vectors make FILE WORDS DIMS | measure FILE FOLDER | near "
                        "FILE WORD...\n");
        return 2;
    }
    measure_loading(argv[2], argv[3]);
    measure_asking(argv[2], argv[3]);
    return 0;
}
