// Everything that Impose needs from below Swift: a few entries of the Swift runtime, the layout of some kinds of
// metadata, one record per thread and a lock. The rest of the library is Swift.
//
// The layouts are part of Swift's stable ABI (swift/ABI/Metadata.h). A pointer to a type is the result of
// `unsafeBitCast(T.self as Any.Type, to: UnsafeRawPointer.self)`.

#pragma once

#include "atomics.h"
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

// Modules with C++ interoperability read this header as C++.
#if defined(__cplusplus)
extern "C" {
#endif

// MARK: Memory

/// Memory of the program.
typedef struct {
    const void *_Nullable start;
    size_t length;
} ImposeRange;

// MARK: Types

typedef enum : uint8_t {
    ImposeTypeKindClass,
    ImposeTypeKindValue,        // struct or enum
    ImposeTypeKindExistential,  // any P, any P & Q, any A & P, Any, AnyObject
    ImposeTypeKindConstrained,  // any P<X>
    ImposeTypeKindOther,        // function, tuple, metatype
} ImposeTypeKind;

/// The kind of a type, as far as matching tells kinds apart.
ImposeTypeKind impose_type_kind(const void *type);

/// Whether a type is a struct.
bool impose_is_struct(const void *type);

/// The `Wrapped` of `Optional<Wrapped>`, or null if the type is no optional.
const void *_Nullable impose_wrapped_type(const void *type);

/// Whether a type is one of `@Sendable` functions, and the other one differs in nothing but that they need not be
/// `@Sendable`, or that they may throw. Then they are called in the same way.
bool impose_is_sendable_of_function(const void *type, const void *other);

/// The parts of an existential type. `protocols` points into the metadata, which lives as long as the process.
typedef struct {
    bool isClassBound;
    const void *_Nullable superclass;
    size_t protocolCount;
    const void *_Nonnull const *_Nonnull protocols;
} ImposeExistential;

/// Takes an existential type apart. Only for types of kind `ImposeTypeKindExistential`.
ImposeExistential impose_existential_parts(const void *type);

/// Whether a class, struct or enum conforms to a protocol. Slow the first time that the answer is no (the runtime
/// looks through every conformance record of the process), fast from then on.
bool impose_conforms(const void *type, const void *protocol);

/// Whether a class, struct or enum that conforms to a protocol does so on a global actor only, as in
/// `class Window: @MainActor Screen`. False on Apple's systems before OS 26, which do not tell.
bool impose_conforms_on_actor(const void *type, const void *protocol);

/// The descriptor that the type of a class, a struct or an enum shares with all types of the same generic declaration;
/// null for other types, and for classes of Objective-C.
const void *_Nullable impose_type_descriptor(const void *type);

/// The type of a mangled name in the compiler's form, with symbolic references; null if it depends on generic
/// parameters, or can't be found.
const void *_Nullable impose_type_named(const char *name, size_t length);

// MARK: Constrained protocol types

typedef enum : uint8_t {
    ImposeDemandProtocol,
    ImposeDemandSuperclass,
    ImposeDemandClass,
    ImposeDemandAssociatedType,
} ImposeDemandKind;

/// Something that `any P<X>`, or a protocol, asks of a type.
typedef struct {
    ImposeDemandKind kind;
    /// The one to conform to, or the one that declares the associated type; null if that is one of those of its name in
    /// the protocols that are conformed to.
    const void *_Nullable protocol;
    /// The name of the associated type, not terminated by a zero.
    const char *_Nullable name;
    size_t nameLength;
    /// Which of the type's arguments it is.
    size_t argument;
    /// The mangled name of the superclass, or of the type that a protocol says the associated type is.
    const char *_Nullable typeName;
    size_t typeNameLength;
} ImposeDemand;

typedef struct {
    bool isClassBound;
    size_t argumentCount;
    size_t demandCount;
} ImposeShape;

/// The shape that types of kind `ImposeTypeKindConstrained` share if they differ in arguments only; null for other
/// types.
const void *_Nullable impose_existential_shape(const void *type);

/// Whether the types of a shape are those of metatypes, as `any P<X>.Type`.
bool impose_shape_is_of_metatypes(const void *shape);

/// An argument of such a type: the `X` of `any P<X>`.
const void *impose_existential_argument(const void *type, size_t index);

/// Takes a shape apart, and writes the first `capacity` of its demands. False if there is anything to it that is not
/// understood.
bool impose_shape_demands(ImposeRange image, const void *shape, ImposeShape *parts, ImposeDemand *buffer,
                          size_t capacity);

/// What a protocol itself asks of a type: the protocols that it refines directly, the class `A` of `protocol P: A`, and
/// the associated types of which it says what they are, as in `protocol Users: Repository where Item == User`, but for
/// those that depend on others. Returns how many demands there are and writes the first `capacity`.
size_t impose_protocol_demands(const void *protocol, ImposeDemand *buffer, size_t capacity);

/// The requirement by which a protocol declares an associated type; null if it declares none of that name.
const void *_Nullable impose_associated_type_requirement(const void *protocol, const char *name, size_t length);

/// The type that an associated type is in a class, struct or enum; null if that does not conform.
const void *_Nullable impose_associated_type(const void *type, const void *protocol, const void *requirement);

// MARK: Objects

/// Retains an object unless its deinit has begun. Its memory must still be there.
bool impose_try_retain(const void *object);

/// Allocates an object of a class, of at least the size that the class's instances have. Its fields are for the caller
/// to initialize. An alignment mask is an alignment minus 1.
void *impose_allocate_object(const void *type, size_t size, size_t alignmentMask);

// MARK: Task-local values

/// The address of the value that a task-local property is bound to for the calling code; null if it is not bound. The
/// value stays there until the calling code leaves the binding.
const void *_Nullable impose_task_local_value(const void *key);

/// Binds a task-local property for the calling code, to a value that is moved out of its place.
void impose_bind_task_local(const void *key, void *_Null_unspecified value, const void *type);

/// Ends the latest binding of the calling code.
void impose_unbind_task_local(void);

// MARK: Executors

/// Whether the calling code runs on the main actor, whose `UnownedSerialExecutor` this is the address of: two words,
/// the executor and its witness table. Never traps. True also outside any task: on the main thread, and in blocks on
/// the main queue.
bool impose_is_main_executor(const void *executor);

// MARK: Locks

/// A lock that does not nest.
typedef struct {
    pthread_mutex_t mutex;
} ImposeLock;

void impose_lock_prepare(ImposeLock *lock);
void impose_lock_dispose(ImposeLock *lock);
void impose_lock(ImposeLock *lock);
void impose_unlock(ImposeLock *lock);

#if defined(__APPLE__)
/// Takes a lock of the system that is as large as 32 bits, which are 0 at first, and lends the caller's priority to the
/// thread that holds it. The caller waits.
void impose_take_brief_lock(void *lock);
void impose_give_back_brief_lock(void *lock);
#endif

// MARK: Threads

/// The number of objects that a thread can use without holding them.
enum { IMPOSE_HAZARDS = 8 };

/// The record of one thread. It is never freed; when its thread ends, another thread takes it over.
typedef struct ImposeThread {
    /// Odd while the thread is in a `ReaderSection`. Only ever accessed as `AtomicWordPointer`.
    uintptr_t section;
    // The five that follow are found by their positions: see `ThreadRecord.Field`.
    /// The innermost frame of the instances that this thread is building. Written by the thread itself; others may read
    /// it only while the thread is parked.
    const void *_Nullable path;
    /// The instances that are shared by the outermost injection of this thread, see `InjectionGraph`.
    void *_Nullable graph;
    /// The innermost module that this thread lets provide, see `ModuleRun`.
    void *_Nullable provision;
    /// The construction that this thread is waiting for, guarded by the lock of `WaitGraph`.
    const void *_Nullable waitingFor;
    /// The innermost construction that this thread has begun and that others may wait for, see `Construction`. Only
    /// touched by the thread itself, or on its behalf when it has ended.
    void *_Nullable building;
    /// Whether the thread is telling observers of an event. Only touched by the thread itself.
    bool isReporting;
    /// The number of contexts in use that this thread has made. Only ever accessed as `AtomicWordPointer`.
    uintptr_t contexts;
    /// The number of times that it has looked for a context in vain since it last checked whether there are any.
    uint32_t missedLookups;
    /// The position in the order of all records, by which threads choose different parts of one list to write to.
    uint32_t position;
    /// The objects that the thread uses without holding them, see `Hazard`. Other threads read them, and mark what they
    /// hand over. Only ever accessed atomically.
    uintptr_t hazards[IMPOSE_HAZARDS];
    /// The number of objects that it uses so, those that it holds since there was no room for them included. Only touched
    /// by the thread itself.
    intptr_t hazardCount;
    /// Does the clean-up at the end of the thread, see `EndOfThread`. Set before `graph` and `building`.
    void (*_Nullable end)(struct ImposeThread *thread);
    /// The next record in the list of all, never changed once the record is in it.
    struct ImposeThread *_Nullable next;
} ImposeThread;

// With glibc, a thread-local variable at a fixed distance from the thread's own address: it is found without a call, before
// which each function that looks for it would save its registers. On Apple's platforms (Mach-O) each look is a call, of a
// function that saves the registers itself. For libraries that are loaded later glibc keeps some room for such
// variables, and puts all of a library's there if it has one of them. A plugin that has Impose in it, and large
// thread-local variables of its own, is built with `-Xcc -DIMPOSE_DYNAMIC_TLS` if it does not fit.
#if defined(__GLIBC__) && !defined(IMPOSE_DYNAMIC_TLS)
#define IMPOSE_NEAR __attribute__((tls_model("initial-exec")))
#else
#define IMPOSE_NEAR
#endif

/// The calling thread's record, null until it is first needed. Read it through the functions below.
extern _Thread_local ImposeThread *_Nullable impose_thread_if_enrolled IMPOSE_NEAR;

/// The calling thread's record, null if it has none yet.
static inline ImposeThread *_Nullable impose_enrolled_thread(void) {
    return impose_thread_if_enrolled;
}

/// Gives the calling thread a record.
ImposeThread *impose_enroll_thread(void);

/// The calling thread's record.
static inline ImposeThread *impose_current_thread(void) {
    ImposeThread *thread = impose_enrolled_thread();
    return thread != NULL ? thread : impose_enroll_thread();
}

/// The first of a thread's hazards.
static inline uintptr_t *impose_hazards(ImposeThread *thread) {
    return thread->hazards;
}

/// Keeps everything that stands before this in the source from being done after it, including the retain of a loaded
/// reference. (Swift's optimiser moves retains down past atomic stores, but not past code that it does not know.)
static inline void impose_finish_loading(void) {
    __asm__ volatile("" ::: "memory");
}

/// Reads a word that other threads write, and with it everything they wrote before. Swift's optimiser takes its own
/// atomic load for something that might release an object, and keeps each object in reach across it; it knows that
/// this does nothing but read. (So it may read once for a loop that does nothing else.)
__attribute__((pure))
static inline uintptr_t impose_load(const void *word) {
    return __atomic_load_n((const uintptr_t *)word, __ATOMIC_ACQUIRE);
}

/// The first of all records, linked by `next`; null as long as there is none.
ImposeThread *_Nullable impose_all_threads(void);

/// Blocks the calling thread until it has been unparked since its last return from here. One unpark is remembered.
void impose_park(ImposeThread *thread);

/// Resumes a parked thread.
void impose_unpark(ImposeThread *thread);

#if defined(__APPLE__)
/// Raises a thread to the priority of the calling one, which is about to wait for it without a lock. Elsewhere no priority
/// is lent to the holders of locks either. Ended by `impose_end_loan`, by the calling thread.
void *_Nullable impose_lend_priority(ImposeThread *thread);
void impose_end_loan(void *_Nullable loan);
#endif

/// Lets other threads go on. The calling one has looked so many times whether something is done, and is about to look
/// again.
void impose_pause(size_t tries);

// MARK: Offers

/// Something that the core has others make, where they are linked in.
typedef enum : uint8_t {
    ImposeOfferReader,     // see `ProgramReader`
    ImposeOfferInspector,  // see `Inspector`
    ImposeOfferWatch,      // see `SharedImposerWatch`
    ImposeOfferCount,
} ImposeOffer;

/// Makes a retained object of Swift.
typedef void *_Nonnull (*ImposeMake)(void);

/// Offers to make something. Called before `main`, or while a library is loaded, by the module that does it.
void impose_offer(ImposeOffer offer, ImposeMake _Nonnull make);

/// Null if nobody offers it.
ImposeMake _Nullable impose_offered(ImposeOffer offer);

// MARK: Answers

/// The address of the table of the process's primary imposer's answers, or 0. Only ever accessed as
/// `AtomicWordPointer`. It is here because reading a C global costs nothing but the load.
extern uintptr_t impose_primary_answers;

/// The address of `impose_primary_answers`.
static inline uintptr_t *impose_primary_home(void) {
    return &impose_primary_answers;
}

/// Whether contexts may be in use: scopes that run and isolated directories. While it is 0 there are none, and nothing
/// need be looked up. Only ever accessed as `AtomicWordPointer`, see `ContextCount`.
extern uintptr_t impose_contexts_in_use;

/// The address of `impose_contexts_in_use`.
static inline uintptr_t *impose_context_count(void) {
    return &impose_contexts_in_use;
}

#if defined(__cplusplus)
}
#endif

#pragma clang assume_nonnull end
