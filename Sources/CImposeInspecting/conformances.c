// The conformances that an image lists.

#include "CImposeInspecting.h"

#include "../CImposeRuntime/metadata_layout.h"

// MARK: Conformances (TargetProtocolConformanceDescriptor in swift/ABI/Metadata.h; docs/ABI/TypeMetadata.rst, "Protocol
// Conformance Records")

enum {
    ConformanceProtocol = 0,
    ConformanceType = 4,
    ConformanceFlags = 12,
    ConformanceSize = 16,
    ConformanceTypeIsIndirect = 0x08,
    ConformanceTypeIsOther = 0x30,
};

/// The descriptor of the type that conforms; unknown for types of Objective-C.
static Reference typeOf(ImposeRange extent, const char *conformance) {
    const char *field = conformance + ConformanceType;
    int32_t flags = wordAt(conformance + ConformanceFlags);
    if ((flags & ConformanceTypeIsOther) != 0) return (Reference){0};
    return follow(extent, field, wordAt(field), (flags & ConformanceTypeIsIndirect) != 0);
}

size_t impose_conforming_types(const ImposeImage *image, const void *protocol, const void **buffer,
                               size_t capacity, bool *areAll) {
    const char *record = image->conformances.start;
    size_t count = 0;
    *areAll = record != NULL && image->conformances.length % sizeof(int32_t) == 0;
    for (size_t rest = image->conformances.length; rest >= sizeof(int32_t); rest -= sizeof(int32_t)) {
        const char *conformance = target(image->extent, record, wordAt(record), ConformanceSize);
        record += sizeof(int32_t);
        Reference found = {0};
        if (conformance != NULL) found = followIndirectable(image->extent, conformance + ConformanceProtocol);
        if (!found.isKnown) *areAll = false;
        if (!found.isKnown || found.descriptor != protocol) continue;
        Reference type = typeOf(image->extent, conformance);
        if (!type.isKnown) *areAll = false;
        if (type.descriptor == NULL) continue;
        if (count < capacity) buffer[count] = type.descriptor;
        count++;
    }
    return count;
}

// MARK: Types among those that conform

/// Whether a descriptor is among some that are sorted by their addresses. True, to be safe, also for one that may have
/// equals elsewhere, as those of C's types have (equalContexts in the runtime's Metadata.cpp).
static bool isAmong(const void *descriptor, const void *const *descriptors, size_t count) {
    if (descriptor == NULL || ((uint32_t)wordAt(descriptor) & ContextIsUnique) == 0) return true;
    size_t index = lowerBound(descriptor, descriptors, sizeof(void *), count);
    return index < count && descriptors[index] == descriptor;
}

bool impose_may_conform(const void *type, const void *const *descriptors, size_t count) {
    bool isClass = impose_type_kind(type) == ImposeTypeKindClass;
    while (type != NULL) {
        if (isAmong(impose_type_descriptor(type), descriptors, count)) return true;
        // A class's second word (TargetAnyClassMetadata in swift/ABI/Metadata.h). Those with another one there, C's and
        // Objective-C's, never come here: they have no descriptor that is theirs alone.
        type = isClass ? stripped(((const void *const *)type)[1]) : NULL;
    }
    return false;
}
