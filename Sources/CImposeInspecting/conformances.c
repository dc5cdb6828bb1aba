// The conformances that an image lists.

#include "CImposeInspecting.h"

#include "../CImposeRuntime/reading.h"

// MARK: Conformances (TargetProtocolConformanceDescriptor in swift/ABI/Metadata.h; docs/ABI/TypeMetadata.rst, "Protocol
// Conformance Records")

enum {
    ConformanceProtocol = 0,
    ConformanceType = 4,
    ConformanceFlags = 12,
    ConformanceSize = 16,
    ConformanceTypeKindShift = 3,
    ConformanceTypeKindMask = 0x7,
    ConformanceTypeIsDescriptor = 0,
    ConformanceTypeIsIndirect = 1,
};

/// Where one field of a conformance leads.
typedef struct {
    /// Null where it leads nowhere: to something that a library lacks.
    const void *descriptor;
    /// Whether that can be told.
    bool isKnown;
} Reference;

static Reference protocolOf(ImposeRange image, const char *conformance) {
    const void *protocol = indirectableTarget(image, conformance + ConformanceProtocol);
    if (protocol != NULL) return (Reference){protocol, true};
    int32_t offset = wordAt(conformance + ConformanceProtocol);
    const void *slot = target(image, conformance + ConformanceProtocol, offset & ~(int32_t)1, sizeof(void *));
    return (Reference){NULL, (offset & 1) != 0 && slot != NULL};
}

/// The descriptor of the type that conforms. Known of none of Objective-C's.
static Reference typeOf(ImposeRange image, const char *conformance) {
    const char *field = conformance + ConformanceType;
    switch ((wordAt(conformance + ConformanceFlags) >> ConformanceTypeKindShift) & ConformanceTypeKindMask) {
    case ConformanceTypeIsDescriptor: {
        const void *type = target(image, field, wordAt(field), 1);
        return (Reference){type, type != NULL};
    }
    case ConformanceTypeIsIndirect: {
        const void *slot = target(image, field, wordAt(field), sizeof(void *));
        return slot == NULL ? (Reference){NULL, false} : (Reference){descriptorAt(slot), true};
    }
    default:
        return (Reference){NULL, false};
    }
}

size_t impose_conforming_types(const ImposeSections *sections, const void *protocol, const void **buffer,
                               size_t capacity, bool *areAll) {
    const char *record = sections->conformances.start;
    size_t count = 0;
    *areAll = record != NULL && sections->conformances.length % sizeof(int32_t) == 0;
    for (size_t rest = sections->conformances.length; rest >= sizeof(int32_t); rest -= sizeof(int32_t)) {
        const char *conformance = target(sections->image, record, wordAt(record), ConformanceSize);
        record += sizeof(int32_t);
        Reference found = conformance == NULL ? (Reference){NULL, false} : protocolOf(sections->image, conformance);
        if (!found.isKnown) *areAll = false;
        if (!found.isKnown || found.descriptor != protocol) continue;
        Reference type = typeOf(sections->image, conformance);
        if (!type.isKnown) *areAll = false;
        if (type.descriptor == NULL) continue;
        if (count < capacity) buffer[count] = type.descriptor;
        count++;
    }
    return count;
}

// MARK: Types among those that conform (TargetAnyClassMetadata, TargetClassMetadata and TargetValueMetadata in
// swift/ABI/Metadata.h)

#if !defined(__APPLE__)

/// Without Objective-C's part.
typedef struct ClassMetadata {
    uintptr_t kind;
    const struct ClassMetadata *superclass;
    uint32_t flags, addressPoint, size;
    uint16_t alignmentMask, reserved;
    uint32_t classSize, classAddressPoint;
    const void *descriptor;
} ClassMetadata;

typedef struct {
    uintptr_t kind;
    const void *descriptor;
} ValueMetadata;

/// Whether a descriptor is among some that are in the order of their addresses. So is, for safety's sake, one that may
/// have equals elsewhere, as those of C's types have (equalContexts in the runtime's Metadata.cpp).
static bool isAmong(const void *descriptor, const void *const *descriptors, size_t count) {
    if (descriptor == NULL || ((uint32_t)wordAt(descriptor) & ContextIsUnique) == 0) return true;
    size_t start = 0;
    while (count > 0) {
        size_t half = count / 2;
        uintptr_t middle = (uintptr_t)descriptors[start + half];
        if (middle == (uintptr_t)descriptor) return true;
        bool isBehind = middle < (uintptr_t)descriptor;
        if (isBehind) start += half + 1;
        count = isBehind ? count - half - 1 : half;
    }
    return false;
}

bool impose_may_conform(const void *type, const void *const *descriptors, size_t count) {
    uintptr_t kind = *(const uintptr_t *)type;
    if (kind == MetadataKindStruct || kind == MetadataKindEnum || kind == MetadataKindOptional) {
        return isAmong(((const ValueMetadata *)type)->descriptor, descriptors, count);
    }
    for (const ClassMetadata *class = type; class != NULL; class = class->superclass) {
        if (class->kind != MetadataKindClass) return true;
        if (isAmong(class->descriptor, descriptors, count)) return true;
    }
    return false;
}

#else

/// Not all images are read there, so nobody can say no.
bool impose_may_conform(const void *type, const void *const *descriptors, size_t count) {
    (void)type;
    (void)descriptors;
    (void)count;
    return true;
}

#endif
