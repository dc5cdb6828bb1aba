// The conformances that an image lists.

#include "reading.h"

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

/// The descriptor of the conforming type; null if it is not a Swift type.
static const void *conformingType(ImposeRange image, const char *conformance) {
    const char *field = conformance + ConformanceType;
    switch ((wordAt(conformance + ConformanceFlags) >> ConformanceTypeKindShift) & ConformanceTypeKindMask) {
    case ConformanceTypeIsDescriptor:
        return target(image, field, wordAt(field), 1);
    case ConformanceTypeIsIndirect: {
        const void *slot = target(image, field, wordAt(field), sizeof(void *));
        return slot == NULL ? NULL : pointerAt(slot);
    }
    default:
        return NULL;
    }
}

size_t impose_conforming_types(const ImposeSections *sections, const void *protocol, const void **buffer,
                               size_t capacity) {
    const char *record = sections->conformances.start;
    size_t count = 0;
    for (size_t rest = sections->conformances.length; rest >= sizeof(int32_t); rest -= sizeof(int32_t)) {
        const char *conformance = target(sections->image, record, wordAt(record), ConformanceSize);
        record += sizeof(int32_t);
        if (conformance == NULL) continue;
        if (indirectableTarget(sections->image, conformance + ConformanceProtocol) != protocol) continue;
        const void *type = conformingType(sections->image, conformance);
        if (type == NULL) continue;
        if (count < capacity) buffer[count] = type;
        count++;
    }
    return count;
}
