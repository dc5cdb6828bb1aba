// What the core needs from below Swift besides CImposeRuntime: one record per thread, the words that all injections read,
// and a look at a type.

#pragma once

#include "CImposeRuntime.h"

#pragma clang assume_nonnull begin

#if defined(__cplusplus)
extern "C" {
#endif

// MARK: Threads

/// The record of one thread. It is never freed; when its thread ends, another thread takes it over.
typedef struct ImposeThreadRecord {
    /// Odd while the thread is in a `Section`. Only ever accessed as `AtomicWordPointer`.
    uintptr_t section;
    /// Not 0 if something waits for the end of the section, see `Section`. Only ever accessed as `AtomicWordPointer`.
    uintptr_t isAwaited;
    /// The directory of the section, see `Section`. Only ever accessed as `AtomicWordPointer`.
    uintptr_t directory;
    /// The innermost `Build` of the thread. Others may read it while the thread is parked.
    void *_Nullable path;
    /// The place for the outermost `Build`, which is never freed.
    void *_Nullable firstBuild;
    /// The node that keeps the graph instances of the outermost injection, retained. Only touched by the thread itself.
    void *_Nullable graph;
    /// The node whose end the thread has begun last, see `Node.finishEnd`. Only touched by the thread itself.
    void *_Nullable ending;
    /// The innermost `ModuleRun` of the thread. Only touched by the thread itself.
    void *_Nullable moduleRun;
    /// The `Latch` that the thread waits for; guarded by the lock of `WaitGraph`.
    void *_Nullable waitingFor;
    /// The position in the order of all records, by which threads choose different parts of one list to write to.
    uint32_t position;
    /// How many requests the thread is in the middle of that must keep nothing open, see `HeldContext`. Only touched by the
    /// thread itself.
    uint32_t weakRequests;
    /// How many requests the thread is in the middle of whose errors nobody reads. Only touched by the thread itself.
    uint32_t unreadRequests;
    /// The next record in the list of all, never changed once the record is in it.
    struct ImposeThreadRecord *_Nullable next;
} ImposeThreadRecord;

/// The calling thread's record, null until it is first needed. Read it through the functions below.
extern _Thread_local ImposeThreadRecord *_Nullable impose_thread_record IMPOSE_NEAR;

/// The calling thread's record, null if it has none yet.
static inline ImposeThreadRecord *_Nullable impose_thread_enrolled(void) { return impose_thread_record; }

/// Gives the calling thread a record.
ImposeThreadRecord *impose_thread_enroll(void);

/// The calling thread's record.
static inline ImposeThreadRecord *impose_thread_current(void) {
    ImposeThreadRecord *thread = impose_thread_enrolled();
    return thread != NULL ? thread : impose_thread_enroll();
}

/// The first of all records, linked by `next`; null as long as there is none.
ImposeThreadRecord *_Nullable impose_thread_all(void);

/// Blocks the calling thread until it has been unparked since its last return from here. One unpark is remembered.
void impose_thread_park(ImposeThreadRecord *thread);

/// Resumes a parked thread.
void impose_thread_unpark(ImposeThreadRecord *thread);

// MARK: Words of the process. In C, where reading a global costs nothing but the load.

/// The words that all injections read, each in a cache line of its own. Only ever accessed as `AtomicWordPointer`.
typedef struct {
    /// The address of the answers of the process's primary imposer, or 0.
    _Alignas(128) uintptr_t answers;
    /// Not 0 from the first time on that code runs in a scope or in an isolated directory.
    _Alignas(128) uintptr_t contexts;
    /// Not 0 as long as somebody observes, see `Inspector`.
    uintptr_t observers;
    /// The address of the table of `RelationMemo`, or 0.
    _Alignas(128) uintptr_t relations;
} ImposeProcess;

extern ImposeProcess impose_process;

static inline uintptr_t *impose_word_of_primary_answers(void) { return &impose_process.answers; }
static inline uintptr_t *impose_word_of_contexts(void) { return &impose_process.contexts; }
static inline uintptr_t *impose_word_of_observers(void) { return &impose_process.observers; }
static inline uintptr_t *impose_word_of_relations(void) { return &impose_process.relations; }

// MARK: Types

/// Whether a type is a class. Invariant: the pointer is one to metadata. The kinds are those of `types.c`.
static inline bool impose_is_class(const void *type) {
    uintptr_t kind = *(const uintptr_t *)type;
    return kind == 0 || kind > 0x7FF || kind == 0x203 || kind == 0x305;
}

/// Whether a type is an optional. Invariant: as above.
static inline bool impose_is_optional(const void *type) { return *(const uintptr_t *)type == 0x202; }

#if defined(__cplusplus)
}
#endif

#pragma clang assume_nonnull end
