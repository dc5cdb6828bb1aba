// What Impose needs from below Swift: three entries of the Swift runtime, the layout of two kinds of metadata,
// and one record per thread. Everything else in the library is Swift.
//
// The layouts are part of Swift's stable ABI (swift/ABI/Metadata.h). Pointers to types are what
// `unsafeBitCast(T.self as Any.Type, to: UnsafeRawPointer.self)` gives.

#ifndef CIMPOSERUNTIME_H
#define CIMPOSERUNTIME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__clang__)
#pragma clang assume_nonnull begin
#endif

// MARK: Types

typedef enum : uint8_t {
    ImposeTypeKindClass,
    ImposeTypeKindValue,        // struct or enum
    ImposeTypeKindExistential,  // any P, any P & Q, any A & P, Any, AnyObject
    ImposeTypeKindOther,        // function, tuple, metatype, any P<X>
} ImposeTypeKind;

/// What kind of type this is, as far as matching tells them apart.
ImposeTypeKind impose_type_kind(const void *type);

/// The `Wrapped` of `Optional<Wrapped>`, or null if the type is no optional.
const void *_Nullable impose_wrapped_type(const void *type);

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

/// The protocols that a protocol refines directly. Returns how many there are and writes the first `capacity`.
size_t impose_refined_protocols(const void *protocol, const void *_Nullable *_Nonnull buffer, size_t capacity);

/// The class `A` of `protocol P: A`, or null.
const void *_Nullable impose_protocol_superclass(const void *protocol);

// MARK: Executors

/// Whether the calling code runs on the serial executor that the two words of an `UnownedSerialExecutor` name.
/// Never traps. The main actor's executor counts as current on the main thread, also outside any task.
bool impose_is_current_executor(const void *_Nullable identity, const void *_Nullable implementation);

// MARK: Threads

/// What Impose knows of one thread. A record is never freed; when its thread ends, another thread takes it over.
typedef struct ImposeThread {
    /// The innermost frame of what this thread is building now. Written by the thread itself; others may read it
    /// only while the thread is parked.
    const void *_Nullable path;
    /// What this thread is waiting for, guarded by the lock of `WaitGraph`.
    const void *_Nullable waitingFor;
} ImposeThread;

/// The calling thread's record.
ImposeThread *impose_current_thread(void);

/// Blocks the calling thread until somebody has unparked it since it last returned from here.
/// One unpark is remembered if it comes first.
void impose_park(ImposeThread *thread);

/// Lets a parked thread go on.
void impose_unpark(ImposeThread *thread);

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif

#endif
