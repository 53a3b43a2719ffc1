/* workers.c: threads that sleep between rounds of jobs.
 *
 * Plain pthreads: ThreadSanitizer does not know C11 threads. */
#include "base/workers.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

struct worker {
    struct workers *team;
    uint32_t number;
    pthread_t thread;
};

struct workers {
    struct worker *members;
    uint32_t count; /* threads that run; 0 when the caller works itself */
    pthread_mutex_t lock;
    pthread_cond_t begin, done;
    uint64_t round; /* counts up with each start */
    uint32_t next, n, busy;
    workers_job *job;
    void *ctx;
    bool stop;
};

/* The next job of this round, or n. */
static uint32_t take_job(struct workers *w)
{
    pthread_mutex_lock(&w->lock);
    uint32_t job = w->next < w->n ? w->next++ : w->n;
    pthread_mutex_unlock(&w->lock);
    return job;
}

static void run_jobs(struct workers *w, uint32_t number)
{
    uint32_t job;
    while ((job = take_job(w)) < w->n)
        w->job(w->ctx, number, job);
}

static void *run_worker(void *arg)
{
    struct worker *me = arg;
    struct workers *w = me->team;
    uint64_t seen = 0;
    for (;;) {
        pthread_mutex_lock(&w->lock);
        while (w->round == seen && !w->stop)
            pthread_cond_wait(&w->begin, &w->lock);
        seen = w->round;
        bool stop = w->stop;
        pthread_mutex_unlock(&w->lock);
        if (stop)
            return NULL;
        run_jobs(w, me->number);
        pthread_mutex_lock(&w->lock);
        if (--w->busy == 0)
            pthread_cond_signal(&w->done);
        pthread_mutex_unlock(&w->lock);
    }
}

struct workers *workers_new(uint32_t count)
{
    struct workers *w = mem_alloc(sizeof *w);
    *w = (struct workers){0};
    pthread_mutex_init(&w->lock, NULL);
    pthread_cond_init(&w->begin, NULL);
    pthread_cond_init(&w->done, NULL);
    if (count <= 1)
        return w;
    w->members = mem_resize_array(NULL, count, sizeof *w->members);
    for (uint32_t i = 0; i < count; i++) {
        w->members[i] = (struct worker){.team = w, .number = i};
        if (pthread_create(&w->members[i].thread, NULL, run_worker, &w->members[i]) != 0)
            break;
        w->count++;
    }
    return w;
}

void workers_free(struct workers *w)
{
    pthread_mutex_lock(&w->lock);
    w->stop = true;
    pthread_cond_broadcast(&w->begin);
    pthread_mutex_unlock(&w->lock);
    for (uint32_t i = 0; i < w->count; i++)
        pthread_join(w->members[i].thread, NULL);
    pthread_cond_destroy(&w->begin);
    pthread_cond_destroy(&w->done);
    pthread_mutex_destroy(&w->lock);
    free(w->members);
    free(w);
}

void workers_start(struct workers *w, uint32_t n, workers_job *job, void *ctx)
{
    pthread_mutex_lock(&w->lock);
    w->job = job;
    w->ctx = ctx;
    w->n = n;
    w->next = 0;
    w->busy = w->count;
    w->round++;
    pthread_cond_broadcast(&w->begin);
    pthread_mutex_unlock(&w->lock);
}

void workers_wait(struct workers *w)
{
    if (w->count == 0) {
        run_jobs(w, 0);
        return;
    }
    pthread_mutex_lock(&w->lock);
    while (w->busy > 0)
        pthread_cond_wait(&w->done, &w->lock);
    pthread_mutex_unlock(&w->lock);
}

uint32_t workers_available(void)
{
    long n = sysconf(_SC_NPROCESSORS_ONLN);
    return n < 1 ? 1 : (n > 256 ? 256 : (uint32_t)n);
}
