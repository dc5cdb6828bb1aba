#include "CImposeRuntime.h"

#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

#if defined(__APPLE__)
#include <os/lock.h>
#endif

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

/// The record, and fields that only this file touches. `shared` comes first, so that both have one address. Aligned, so
/// that no two threads write to one cache line.
typedef struct {
    _Alignas(128) ImposeThreadRecord shared;
    pthread_mutex_t mutex;
    pthread_cond_t condition;
    bool hasToken;  // guarded by mutex; may be left over from an earlier wait, so waiters look again
    atomic_bool isTaken;
} Record;

ImposeProcess impose_process;
_Thread_local ImposeThreadRecord *impose_thread_record IMPOSE_INITIAL_EXEC = NULL;

static _Atomic(ImposeThreadRecord *) records;
static pthread_key_t endOfThread;
static pthread_once_t once = PTHREAD_ONCE_INIT;

/// In Swift: gives up what the thread was building, finishes the ends that it was in the middle of, and ends its
/// section.
extern void impose_give_up_builds(ImposeThreadRecord *thread);

static void *giveUp(void *thread) {
    impose_give_up_builds(thread);
    return NULL;
}

/// Runs when a thread ends. The thread is still in a section only if a provider ended it, by `Thread.exit()`, and in
/// the middle of an end only if a disposer did: Swift cleans nothing up on such a way out.
///
/// What the thread was building is given up in Swift, but on another thread: the Swift runtime has a list of the
/// accesses under way in a thread (for exclusivity), whose elements are on the stack. After an end in the middle of
/// one, any Swift code on this thread may follow that list into the remains of the stack, and crash.
static void giveBack(void *ended) {
    Record *record = ended;
    ImposeThreadRecord *thread = &record->shared;
    impose_thread_record = NULL;
    if (thread->ending != NULL || __atomic_load_n(&thread->section, __ATOMIC_RELAXED) % 2 == 1) {
        pthread_t helper;
        // Waited for, so that code which waits for the end of this thread finds all of it done.
        if (pthread_create(&helper, NULL, giveUp, thread) == 0) pthread_join(helper, NULL);
        else giveUp(thread);
    }
    thread->moduleRun = NULL;
    thread->weakRequests = 0;
    thread->unreadRequests = 0;
    __atomic_store_n(&thread->isAwaited, 0, __ATOMIC_RELAXED);
    // Releases all of the above to the thread that takes the record over, which acquires.
    atomic_store_explicit(&record->isTaken, false, memory_order_release);
}

static void prepare(void) {
    if (pthread_key_create(&endOfThread, giveBack) != 0) abort();
}

static Record *takeOver(void) {
    for (ImposeThreadRecord *thread = impose_thread_all(); thread != NULL; thread = thread->next) {
        Record *record = (Record *)thread;
        // Reads first: a write would take the cache line from the thread that uses the record.
        if (atomic_load_explicit(&record->isTaken, memory_order_relaxed)) continue;
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
    ImposeThreadRecord *head = atomic_load_explicit(&records, memory_order_acquire);
    do {
        record->shared.next = head;
        record->shared.position = head == NULL ? 0 : head->position + 1;
    } while (!atomic_compare_exchange_weak(&records, &head, &record->shared));
    return record;
}

ImposeThreadRecord *impose_thread_enroll(void) {
    pthread_once(&once, prepare);
    // Where thread-local variables go before the destructors of keys run, the record may still be found by its key.
    Record *record = pthread_getspecific(endOfThread);
    if (record == NULL) record = takeOver();
    if (record == NULL) record = create();
    impose_thread_record = &record->shared;
    // A destructor of another library may lead here after ours ran: then ours runs once more.
    pthread_setspecific(endOfThread, record);
    return &record->shared;
}

ImposeThreadRecord *impose_thread_all(void) { return atomic_load(&records); }

void impose_thread_park(ImposeThreadRecord *thread) {
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

void impose_thread_unpark(ImposeThreadRecord *thread) {
    Record *record = (Record *)thread;
    pthread_mutex_lock(&record->mutex);
    record->hasToken = true;
    pthread_cond_signal(&record->condition);
    pthread_mutex_unlock(&record->mutex);
}

// MARK: Waiting without a lock

void impose_pause(size_t tries) {
    // Yielding is not enough where this thread has a higher priority than the one it waits for. The sleep may end
    // early, when a signal comes: callers look again.
    if (tries < 100) sched_yield();
    else nanosleep(&(struct timespec){.tv_nsec = 50000}, NULL);
}
