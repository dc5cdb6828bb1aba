#include "CImposeRuntime.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

/// The record and what only this file touches. `shared` comes first, so that the two have one address.
typedef struct Record {
    ImposeThread shared;
    pthread_mutex_t mutex;
    pthread_cond_t condition;
    bool hasToken;  // guarded by mutex; may be left over from an earlier wait, so waiters look at their condition again
    atomic_bool isTaken;
    struct Record *_Nullable next;  // written before the record is published, never after
} Record;

static _Atomic(Record *) records;
static _Thread_local Record *current;
static pthread_key_t endOfThread;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void giveBack(void *record) {
    current = NULL;
    atomic_store_explicit(&((Record *)record)->isTaken, false, memory_order_release);
}

static void prepare(void) {
    if (pthread_key_create(&endOfThread, giveBack) != 0) abort();
}

static Record *takeOver(void) {
    for (Record *record = atomic_load_explicit(&records, memory_order_acquire); record != NULL; record = record->next) {
        bool expected = false;
        if (atomic_compare_exchange_strong_explicit(&record->isTaken, &expected, true, memory_order_acquire,
                                                    memory_order_relaxed)) {
            return record;
        }
    }
    return NULL;
}

static Record *create(void) {
    Record *record = calloc(1, sizeof(Record));
    if (record == NULL) abort();
    pthread_mutex_init(&record->mutex, NULL);
    pthread_cond_init(&record->condition, NULL);
    atomic_init(&record->isTaken, true);
    Record *head = atomic_load_explicit(&records, memory_order_relaxed);
    do {
        record->next = head;
    } while (!atomic_compare_exchange_weak_explicit(&records, &head, record, memory_order_release,
                                                    memory_order_relaxed));
    return record;
}

ImposeThread *impose_current_thread(void) {
    Record *record = current;
    if (record != NULL) return &record->shared;
    pthread_once(&once, prepare);
    record = takeOver();
    if (record == NULL) record = create();
    current = record;
    // A destructor of another library may bring us here after ours ran: then ours runs once more.
    pthread_setspecific(endOfThread, record);
    return &record->shared;
}

void impose_park(ImposeThread *thread) {
    Record *record = (Record *)thread;
    pthread_mutex_lock(&record->mutex);
    while (!record->hasToken) pthread_cond_wait(&record->condition, &record->mutex);
    record->hasToken = false;
    pthread_mutex_unlock(&record->mutex);
}

void impose_unpark(ImposeThread *thread) {
    Record *record = (Record *)thread;
    pthread_mutex_lock(&record->mutex);
    record->hasToken = true;
    pthread_cond_signal(&record->condition);
    pthread_mutex_unlock(&record->mutex);
}
