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

/// Whether a type is a class. Invariant: the pointer is one to metadata. The numbers are kinds of metadata, see
/// `metadata_layout.h`.
static inline bool impose_is_class(const void *type) {
    uintptr_t kind = *(const uintptr_t *)type;
    return kind == 0 || kind > 0x7FF || kind == 0x203 || kind == 0x305;
}

/// Whether a type is an optional. Invariant: as above.
static inline bool impose_is_optional(const void *type) { return *(const uintptr_t *)type == 0x202; }

/// Whether a type is a struct.
bool impose_is_struct(const void *type);

/// The `Wrapped` of `Optional<Wrapped>`, or null if the type is no optional.
const void *_Nullable impose_wrapped_type(const void *type);

/// Whether a function type is another one made `@Sendable`, and perhaps no longer `throws`. Then both are called in the
/// same way.
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
const void *_Nullable impose_type_of_mangled_name(const char *name, size_t length);

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
    /// The protocol to conform to, or the one that declares the associated type. Null if the demand does not say which:
    /// look for the name in the protocols that are conformed to.
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
/// Takes an `os_unfair_lock`: 32 bits, 0 as long as it is free. Whoever waits lends its priority to the thread that
/// holds it.
void impose_take_brief_lock(void *lock);
void impose_give_back_brief_lock(void *lock);
#endif

// MARK: Threads

/// The record of one thread. It is never freed; when its thread ends, another thread takes it over.
typedef struct ImposeThreadRecord {
    /// Odd while the thread is in a `ReadSection`. Only ever accessed as `AtomicWordPointer`.
    uintptr_t section;
    /// Not 0 if something waits for the end of the section, see `ReadSection`. Only ever accessed as `AtomicWordPointer`.
    uintptr_t isAwaited;
    /// The directory of the section, see `ReadSection`. Only ever accessed as `AtomicWordPointer`.
    uintptr_t directory;
    /// The innermost `BuildFrame` of the thread. Others may read it while the thread is parked.
    void *_Nullable path;
    /// The place for the outermost `BuildFrame`, which is never freed.
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
    /// How many requests the thread is in the middle of that must keep nothing open, see `HeldContext`. Only touched by
    /// the thread itself.
    uint32_t weakRequests;
    /// How many requests the thread is in the middle of whose errors nobody reads. Only touched by the thread itself.
    uint32_t unreadRequests;
    /// The next record in the list of all, never changed once the record is in it.
    struct ImposeThreadRecord *_Nullable next;
} ImposeThreadRecord;

// With glibc, the variable lies at a fixed distance from the thread's own address (TLS model initial-exec), and is read
// without a call. A call would make each function that reads it save its registers first. On Apple's platforms (Mach-O)
// each read is a call, of a function that saves the registers itself. glibc keeps some room for such variables of
// libraries that are loaded later, and puts all thread-local variables of such a library there. A plugin that contains
// Impose, and large thread-local variables of its own, may not fit: build it with `-Xcc -DIMPOSE_DYNAMIC_TLS`.
#if defined(__GLIBC__) && !defined(IMPOSE_DYNAMIC_TLS)
#define IMPOSE_INITIAL_EXEC __attribute__((tls_model("initial-exec")))
#else
#define IMPOSE_INITIAL_EXEC
#endif

/// The calling thread's record, null until it is first needed. Read it through the functions below.
extern _Thread_local ImposeThreadRecord *_Nullable impose_thread_record IMPOSE_INITIAL_EXEC;

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

/// Keeps everything that stands before this in the source from being done after it, including the retain of a loaded
/// reference. (Swift's optimiser moves retains down past atomic stores, but not past code that it does not know.)
static inline void impose_compiler_barrier(void) { __asm__ volatile("" ::: "memory"); }

/// Lets other threads go on, before the caller looks again whether something is done. `tries` says how often it has
/// looked.
void impose_pause(size_t tries);

// MARK: Offers

/// Something that the core has others make, where they are linked in.
typedef enum : uint8_t {
    ImposeOfferConformanceFilter,  // see `ConformanceFilter`
    ImposeOfferInspector,          // see `Inspector`
    ImposeOfferWatch,              // see `SharedImposerWatch`
    ImposeOfferCount,
} ImposeOffer;

/// Makes a retained object of Swift.
typedef void *_Nonnull (*ImposeMake)(void);

/// Offers to make something. Called before `main`, or while a library is loaded, by the module that does it.
void impose_offer(ImposeOffer offer, ImposeMake _Nonnull make);

/// Null if nobody offers it.
ImposeMake _Nullable impose_offered(ImposeOffer offer);

// MARK: Words of the process. In C, where reading a global costs nothing but the load.

/// The words that all injections read, each in a cache line of its own. Only ever accessed as `AtomicWordPointer`.
typedef struct {
    /// The address of the answers of the process's primary imposer, or 0.
    _Alignas(128) uintptr_t answers;
    /// The key of the task-local of contexts, see `Context`; 0 until code first runs in a scope or in an isolated
    /// directory.
    _Alignas(128) uintptr_t contexts;
    /// Not 0 as long as somebody observes, see `Inspector`.
    uintptr_t observers;
    /// The address of the table of `RelationMemo`, or 0.
    _Alignas(128) uintptr_t relations;
    /// The number of instances that tasks build, see `AsyncFrame`.
    _Alignas(128) uintptr_t awaited;
} ImposeProcess;

extern ImposeProcess impose_process;

static inline uintptr_t *impose_word_of_primary_answers(void) { return &impose_process.answers; }
static inline uintptr_t *impose_word_of_contexts(void) { return &impose_process.contexts; }
static inline uintptr_t *impose_word_of_observers(void) { return &impose_process.observers; }
static inline uintptr_t *impose_word_of_relations(void) { return &impose_process.relations; }
static inline uintptr_t *impose_word_of_awaited(void) { return &impose_process.awaited; }

#if defined(__cplusplus)
}
#endif

#pragma clang assume_nonnull end
