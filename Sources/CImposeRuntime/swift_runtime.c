// Entries of the Swift runtime, and what can be read of types without one.

#include "metadata_layout.h"

#include <string.h>

// MARK: Entries of the Swift runtime (exported and ABI-stable)

extern void *swift_tryRetain(void *object);

extern __attribute__((swiftcall)) const void *swift_getTypeContextDescriptor(const void *type);

/// The global actor that a conformance belongs to; both null if it belongs to none.
typedef struct {
    const void *actorType;
    const void *witnessTable;
} ConformanceExecutionContext;

#if defined(__APPLE__)
__attribute__((weak_import))
#endif
extern const void *swift_conformsToProtocolWithExecutionContext(const void *type, const void *protocol,
                                                                ConformanceExecutionContext *context);

typedef struct {
    const void *identity;
    const void *implementation;
} SerialExecutor;

extern __attribute__((swiftcall)) bool swift_task_isCurrentExecutorWithFlags(SerialExecutor executor, uint64_t flags);

extern __attribute__((swiftcall)) void *swift_task_localValueGet(const void *key);
extern __attribute__((swiftcall)) void swift_task_localValuePush(const void *key, void *value, const void *type);
extern __attribute__((swiftcall)) void swift_task_localValuePop(void);

extern __attribute__((swiftcall)) const void *swift_getTypeByMangledNameInContext(const char *name, size_t length,
                                                                                  const void *context,
                                                                                  const void *const *arguments);

// MARK: Task-local values

const void *impose_task_local_value(const void *key) {
    return swift_task_localValueGet(key);
}

void impose_bind_task_local(const void *key, void *value, const void *type) {
    swift_task_localValuePush(key, value, type);
}

void impose_unbind_task_local(void) {
    swift_task_localValuePop();
}

// MARK: Objects

bool impose_try_retain(const void *object) {
    return swift_tryRetain((void *)object) != NULL;
}

// MARK: Kinds

ImposeTypeKind impose_type_kind(const void *type) {
    uintptr_t kind = *(const uintptr_t *)type;
    // Where there is Objective-C, the first word of a class is its isa pointer instead of a kind.
    if (kind > MetadataKindLastEnumerated) return ImposeTypeKindClass;
    switch (kind) {
    case MetadataKindClass:
    case MetadataKindForeignClass:
    case MetadataKindObjCClassWrapper:
        return ImposeTypeKindClass;
    case MetadataKindStruct:
    case MetadataKindEnum:
    case MetadataKindOptional:
        return ImposeTypeKindValue;
    case MetadataKindExistential:
        return ImposeTypeKindExistential;
    case MetadataKindExtendedExistential:
        return ImposeTypeKindConstrained;
    default:
        return ImposeTypeKindOther;
    }
}

bool impose_is_struct(const void *type) {
    return *(const uintptr_t *)type == MetadataKindStruct;
}

const void *impose_wrapped_type(const void *type) {
    const GenericMetadata *metadata = type;
    return metadata->kind == MetadataKindOptional ? metadata->arguments[0] : NULL;
}

const void *impose_type_descriptor(const void *type) {
    return swift_getTypeContextDescriptor(type);
}

/// Whether a mangled name may have a type of a generic parameter in it, as in `Injected<Content.Item>`: an operator
/// that begins with Q. The runtime ends the process over one whose parameter it does not know (Swift 6.3.1).
static bool mayBeDependent(const char *name, size_t length) {
    size_t index = 0;
    while (index < length) {
        unsigned char byte = (unsigned char)name[index];
        index += 1;
        if (byte == 'Q') return true;
        if (byte == 'S') {
            // A type of the standard library, SQ among them, or with Sc one of its concurrency.
            index += index < length && name[index] == 'c' ? 2 : 1;
        } else if (byte <= 0x17) {
            index += sizeof(uint32_t);
        } else if (byte <= 0x1F) {
            index += sizeof(void *);
        } else if (byte >= '1' && byte <= '9') {
            size_t identifier = (size_t)(byte - '0');
            while (index < length && name[index] >= '0' && name[index] <= '9' && identifier < length) {
                identifier = identifier * 10 + (size_t)(name[index] - '0');
                index += 1;
            }
            index += identifier;
        }
    }
    return false;
}

const void *impose_type_of_mangled_name(const char *name, size_t length) {
    return mayBeDependent(name, length) ? NULL : swift_getTypeByMangledNameInContext(name, length, NULL, NULL);
}

// MARK: Functions

/// TargetFunctionTypeMetadata in swift/ABI/Metadata.h.
typedef struct {
    uintptr_t kind;
    uintptr_t flags;
    const void *types[];  // the result, then the parameters, then a flag of 32 bits for each if there are any flags
} FunctionMetadata;

enum : uintptr_t {
    FunctionParameterCount = 0xFFFF,
    FunctionThrows = 0x01000000,
    FunctionHasParameterFlags = 0x02000000,
    FunctionIsSendable = 0x40000000,
    FunctionHasMore = 0x98000000,  // behind the rest: differentiable, of a global actor, or with further flags
};

bool impose_is_sendable_of_function(const void *type, const void *other) {
    const FunctionMetadata *own = type, *wanted = other;
    if (own->kind != MetadataKindFunction || wanted->kind != MetadataKindFunction) return false;
    uintptr_t flags = wanted->flags;
    if ((own->flags & FunctionHasMore) != 0 || (flags & FunctionIsSendable) != 0) return false;
    if (own->flags != (flags | FunctionIsSendable) && own->flags != ((flags | FunctionIsSendable) & ~FunctionThrows))
        return false;
    size_t count = flags & FunctionParameterCount;
    size_t sizeOfFlags = (flags & FunctionHasParameterFlags) != 0 ? count * sizeof(uint32_t) : 0;
    return memcmp(own->types, wanted->types, (1 + count) * sizeof(void *) + sizeOfFlags) == 0;
}

// MARK: Existential types

typedef struct {
    uintptr_t kind;
    uint32_t flags;
    uint32_t protocolCount;
    const void *trailing[];  // the superclass if there is one, then the protocols
} ExistentialMetadata;

enum : uint32_t {
    ExistentialIsNotClassBound = 0x80000000u,
    ExistentialHasSuperclass = 0x40000000u,
};

ImposeExistential impose_existential_parts(const void *type) {
    const ExistentialMetadata *metadata = type;
    bool hasSuperclass = (metadata->flags & ExistentialHasSuperclass) != 0;
    return (ImposeExistential){
        .isClassBound = (metadata->flags & ExistentialIsNotClassBound) == 0,
        .superclass = hasSuperclass ? metadata->trailing[0] : NULL,
        .protocolCount = metadata->protocolCount,
        .protocols = &metadata->trailing[hasSuperclass ? 1 : 0],
    };
}

bool impose_conforms(const void *type, const void *protocol) {
    if (isObjectiveC(protocol)) return false;
    return swift_conformsToProtocol(type, protocol) != NULL;
}

bool impose_conforms_on_actor(const void *type, const void *protocol) {
    if (isObjectiveC(protocol)) return false;
#if defined(__APPLE__)
    // Systems before OS 26 have neither the entry nor a check: `as?` takes such a conformance for one that belongs to no
    // actor, on any thread, and so does this. Compiled, not run.
    if (swift_conformsToProtocolWithExecutionContext == NULL) return false;
#endif
    ConformanceExecutionContext context = {NULL, NULL};
    return swift_conformsToProtocolWithExecutionContext(type, protocol, &context) != NULL && context.actorType != NULL;
}

// MARK: Executors

// Weak: Swift's concurrency is built on Dispatch on this platform, but need not be.
extern __attribute__((weak)) void dispatch_queue_set_specific(const void *queue, const void *key, void *context,
                                                              void (*destructor)(void *));
extern __attribute__((weak)) void *dispatch_get_specific(const void *key);
extern __attribute__((weak)) char _dispatch_main_q[];

static char mainQueueKey;

static void markMainQueue(void) {
    dispatch_queue_set_specific(_dispatch_main_q, &mainQueueKey, &mainQueueKey, NULL);
}

/// Whether the calling code is a block on the main queue.
static bool isOnMainQueue(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    if (dispatch_get_specific == NULL || dispatch_queue_set_specific == NULL) return false;
    pthread_once(&once, markMainQueue);
    return dispatch_get_specific(&mainQueueKey) != NULL;
}

bool impose_is_main_executor(const void *executor) {
#if defined(__APPLE__)
    // The main actor is the main thread here, until a program calls `dispatchMain()`: from then on other threads run
    // the blocks of the main queue, and with them the main actor's jobs. Compiled, not run.
    (void)executor;
    return pthread_main_np() != 0 || isOnMainQueue();
#else
    // Flags 0: answer, do not assert. On Linux the main actor's jobs run on whatever thread drains the main queue,
    // so comparing threads would be wrong here. The runtime knows of those jobs, but not of other blocks there.
    return swift_task_isCurrentExecutorWithFlags(*(const SerialExecutor *)executor, 0) || isOnMainQueue();
#endif
}
