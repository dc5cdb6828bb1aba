#include "CImposeRuntime.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

/// The record and what only this file touches. `shared` comes first, so that the two have one address. Aligned, so
/// that no two threads write to one cache line.
typedef struct {
    _Alignas(128) ImposeThread shared;
    pthread_mutex_t mutex;
    pthread_cond_t condition;
    bool hasToken;  // guarded by mutex; may be left over from an earlier wait, so waiters look again
    atomic_bool isTaken;
} Record;

// MARK: Locks

void impose_lock_prepare(ImposeLock *lock) {
    if (pthread_mutex_init(&lock->mutex, NULL) != 0) abort();
}

void impose_lock_dispose(ImposeLock *lock) {
    pthread_mutex_destroy(&lock->mutex);
}

void impose_lock(ImposeLock *lock) {
    if (pthread_mutex_lock(&lock->mutex) != 0) abort();
}

void impose_unlock(ImposeLock *lock) {
    if (pthread_mutex_unlock(&lock->mutex) != 0) abort();
}

// MARK: Threads

uintptr_t impose_primary_answers = 0;
uintptr_t impose_contexts_in_use = 0;
_Thread_local ImposeThread *impose_thread_if_enrolled = NULL;

static _Atomic(ImposeThread *) records;
static pthread_key_t endOfThread;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void giveBack(void *record) {
    impose_thread_if_enrolled = NULL;
    atomic_store_explicit(&((Record *)record)->isTaken, false, memory_order_release);
}

static void prepare(void) {
    if (pthread_key_create(&endOfThread, giveBack) != 0) abort();
}

static Record *takeOver(void) {
    for (ImposeThread *thread = impose_all_threads(); thread != NULL; thread = thread->next) {
        Record *record = (Record *)thread;
        bool expected = false;
        if (atomic_compare_exchange_strong_explicit(&record->isTaken, &expected, true, memory_order_acquire,
                                                    memory_order_relaxed)) {
            return record;
        }
    }
    return NULL;
}

static Record *create(void) {
    Record *record = aligned_alloc(_Alignof(Record), sizeof(Record));
    if (record == NULL) abort();
    *record = (Record){.isTaken = true};
    pthread_mutex_init(&record->mutex, NULL);
    pthread_cond_init(&record->condition, NULL);
    ImposeThread *head = atomic_load_explicit(&records, memory_order_relaxed);
    do {
        record->shared.next = head;
    } while (!atomic_compare_exchange_weak(&records, &head, &record->shared));
    return record;
}

ImposeThread *impose_enroll_thread(void) {
    pthread_once(&once, prepare);
    // Where thread-local variables go before the destructors of keys run, the record may still be found this way.
    Record *record = pthread_getspecific(endOfThread);
    if (record == NULL) record = takeOver();
    if (record == NULL) record = create();
    impose_thread_if_enrolled = &record->shared;
    // A destructor of another library may bring us here after ours ran: then ours runs once more.
    pthread_setspecific(endOfThread, record);
    return &record->shared;
}

ImposeThread *impose_all_threads(void) {
    return atomic_load(&records);
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
