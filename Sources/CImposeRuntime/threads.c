#include "CImposeRuntime.h"

#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

#if defined(__APPLE__)
#include <os/lock.h>
#include <pthread/qos.h>
#endif

/// The record, and fields that only this file touches. `shared` comes first, so that both have one address. Aligned, so
/// that no two threads write to one cache line.
typedef struct {
    _Alignas(128) ImposeThread shared;
    pthread_mutex_t mutex;
    pthread_cond_t condition;
    bool hasToken;  // guarded by mutex; may be left over from an earlier wait, so waiters look again
#if defined(__APPLE__)
    pthread_t owner;  // guarded by mutex; null when the thread has ended
#endif
    atomic_bool isTaken;
} Record;

_Static_assert(offsetof(ImposeThread, path) == sizeof(void *), "ThreadRecord.Field.path");
_Static_assert(offsetof(ImposeThread, building) == 5 * sizeof(void *), "ThreadRecord.Field.building");

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

#if defined(__APPLE__)
void impose_take_brief_lock(void *lock) {
    os_unfair_lock_lock(lock);
}

void impose_give_back_brief_lock(void *lock) {
    os_unfair_lock_unlock(lock);
}
#endif

// MARK: Threads

// Each in its own cache line: all injections read both, and they are written at different times.
_Alignas(128) uintptr_t impose_primary_answers = 0;
_Alignas(128) uintptr_t impose_contexts_in_use = 0;
_Thread_local ImposeThread *impose_thread_if_enrolled IMPOSE_NEAR = NULL;

static _Atomic(ImposeThread *) records;
static pthread_key_t endOfThread;
static pthread_once_t once = PTHREAD_ONCE_INIT;

/// Says which thread a record is lent to, for others that want to lend it their priority.
static void setOwner(Record *record, bool isCallingThread) {
#if defined(__APPLE__)
    pthread_mutex_lock(&record->mutex);
    record->owner = isCallingThread ? pthread_self() : NULL;
    pthread_mutex_unlock(&record->mutex);
#else
    (void)record;
    (void)isCallingThread;
#endif
}

static void *cleanUp(void *thread) {
    ((ImposeThread *)thread)->end(thread);
    return NULL;
}

/// Runs when a thread ends. The thread may have ended anywhere in a provider, by `Thread.exit()`, so nothing is as it
/// was before the injection: Swift cleans nothing up on such a way out.
///
/// By now the frames that the path leads to are gone, so the path is not followed here. State that must be found after
/// the end is not on the thread's stack: `building` and `graph`. Swift cleans these up, but on another thread: the
/// Swift runtime has a list of the accesses under way in a thread (for exclusivity), whose elements are on the stack.
/// After an end in the middle of one, any Swift code on this thread may follow that list into the remains of the stack,
/// and crash.
static void giveBack(void *ended) {
    Record *record = ended;
    ImposeThread *thread = &record->shared;
    impose_thread_if_enrolled = NULL;
    thread->path = NULL;
    thread->isReporting = false;
    thread->provision = NULL;
    // `waitingFor` is null: a thread that waits does not end. Nor does a thread in a section, unless a signal ends it;
    // then the threads that wait for it continue.
    uintptr_t section = __atomic_load_n(&thread->section, __ATOMIC_RELAXED);
    if (section % 2 == 1) __atomic_store_n(&thread->section, section + 1, __ATOMIC_RELEASE);
    // A reference that was handed over to this thread is not given back, like those of its frames.
    for (int index = 0; index < IMPOSE_HAZARDS; index++) __atomic_store_n(&thread->hazards[index], 0, __ATOMIC_RELEASE);
    thread->hazardCount = 0;
    if (thread->building != NULL || thread->graph != NULL) {
        pthread_t helper;
        // Waited for, so that code which waits for the end of this thread finds all of it done.
        if (pthread_create(&helper, NULL, cleanUp, thread) == 0) {
            pthread_join(helper, NULL);
        } else {
            cleanUp(thread);
        }
    }
    // Now another thread may take the record over.
    setOwner(record, false);
    atomic_store_explicit(&record->isTaken, false, memory_order_release);
}

static void prepare(void) {
    if (pthread_key_create(&endOfThread, giveBack) != 0) abort();
}

static Record *takeOver(void) {
    for (ImposeThread *thread = impose_all_threads(); thread != NULL; thread = thread->next) {
        Record *record = (Record *)thread;
        if (!atomic_exchange_explicit(&record->isTaken, true, memory_order_acquire)) return record;
    }
    return NULL;
}

static Record *create(void) {
    Record *record = aligned_alloc(_Alignof(Record), sizeof(Record));
    if (record == NULL) abort();
    *record = (Record){.isTaken = true};
    pthread_mutex_init(&record->mutex, NULL);
    pthread_cond_init(&record->condition, NULL);
    // Acquired, since the position of the head is read.
    ImposeThread *head = atomic_load_explicit(&records, memory_order_acquire);
    do {
        record->shared.next = head;
        record->shared.position = head == NULL ? 0 : head->position + 1;
    } while (!atomic_compare_exchange_weak(&records, &head, &record->shared));
    return record;
}

ImposeThread *impose_enroll_thread(void) {
    pthread_once(&once, prepare);
    // Where thread-local variables go before the destructors of keys run, the record may still be found by its key.
    Record *record = pthread_getspecific(endOfThread);
    if (record == NULL) record = takeOver();
    if (record == NULL) record = create();
    setOwner(record, true);
    impose_thread_if_enrolled = &record->shared;
    // A destructor of another library may lead here after ours ran: then ours runs once more.
    pthread_setspecific(endOfThread, record);
    return &record->shared;
}

ImposeThread *impose_all_threads(void) {
    return atomic_load(&records);
}

void impose_park(ImposeThread *thread) {
    Record *record = (Record *)thread;
#ifdef PTHREAD_CANCEL_DISABLE
    // Postpones a cancellation. A thread that ends in the wait would keep the mutex, and leave a path into a stack that
    // is gone to threads that take it for a waiting one.
    int state;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state);
#endif
    pthread_mutex_lock(&record->mutex);
    while (!record->hasToken) pthread_cond_wait(&record->condition, &record->mutex);
    record->hasToken = false;
    pthread_mutex_unlock(&record->mutex);
#ifdef PTHREAD_CANCEL_DISABLE
    pthread_setcancelstate(state, NULL);
#endif
}

void impose_unpark(ImposeThread *thread) {
    Record *record = (Record *)thread;
    pthread_mutex_lock(&record->mutex);
    record->hasToken = true;
    pthread_cond_signal(&record->condition);
    pthread_mutex_unlock(&record->mutex);
}

#if defined(__APPLE__)

// MARK: Priority

// Compiled, not run.

void *impose_lend_priority(ImposeThread *thread) {
    Record *record = (Record *)thread;
    // With the mutex held the thread does not end: it takes its name out of the record before.
    pthread_mutex_lock(&record->mutex);
    void *loan = record->owner == NULL ? NULL : pthread_override_qos_class_start_np(record->owner, qos_class_self(), 0);
    pthread_mutex_unlock(&record->mutex);
    return loan;
}

void impose_end_loan(void *loan) {
    if (loan != NULL) pthread_override_qos_class_end_np(loan);
}

#endif

// MARK: Waiting without a lock

void impose_pause(size_t tries) {
    // Yielding is not enough where this thread has a higher priority than the one it waits for. The sleep may end early,
    // when a signal comes: callers look again.
    if (tries < 100) sched_yield();
    else nanosleep(&(struct timespec){.tv_nsec = 50000}, NULL);
}
