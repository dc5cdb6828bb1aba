// The stored properties that an image lists, and the types of which it lists none.

#include "CImposeInspecting.h"

#include "../CImposeRuntime/metadata_layout.h"

// MARK: Field descriptors (FieldDescriptor and FieldRecord in swift/RemoteInspection/Records.h)

enum {
    DescriptorTypeName = 0,
    DescriptorKind = 8,
    DescriptorRecordSize = 10,
    DescriptorCount = 12,
    DescriptorSize = 16,
    RecordFlags = 0,
    RecordTypeName = 4,
    RecordName = 8,
    RecordSize = 12,
};

enum {
    FieldKindStruct = 0,
    FieldKindClass = 1,
    FieldIsVariable = 0x2,
};

/// Reads one record. False if it can't be read, or if its type does not begin with one of `descriptors`; null for any
/// type.
static bool readField(ImposeRange extent, const void *owner, const char *record, const void *const *descriptors,
                      size_t count, ImposeField *field) {
    const char *type = targetAt(extent, record + RecordTypeName);
    if (type == NULL) return false;
    if (descriptors != NULL && indexOf(leadingDescriptor(extent, type), descriptors, count) == count) return false;
    size_t length = lengthOfName(extent, type);
    const char *name = stringAt(extent, record + RecordName);
    if (length == SIZE_MAX || name == NULL) return false;
    *field = (ImposeField){
        .type = type,
        .typeLength = length,
        .name = name,
        .isVariable = (wordAt(record + RecordFlags) & FieldIsVariable) != 0,
        .owner = contextFlags(extent, owner) < 0 ? NULL : owner,
    };
    return true;
}

size_t impose_fields(const ImposeImage *image, const void *owner, const void *const *descriptors, size_t count,
                     ImposeField *buffer, size_t capacity) {
    ImposeRange extent = image->extent;
    const char *descriptor = image->fields.start;
    size_t rest = image->fields.length;
    size_t found = 0;
    while (rest >= DescriptorSize) {
        uint16_t kind, size;
        uint32_t fields = (uint32_t)wordAt(descriptor + DescriptorCount);
        __builtin_memcpy(&kind, descriptor + DescriptorKind, sizeof(kind));
        __builtin_memcpy(&size, descriptor + DescriptorRecordSize, sizeof(size));
        // Records of another size have an unknown version: where the next descriptor begins is unknown, too.
        if (fields > 0 && size != RecordSize) return found;
        rest -= DescriptorSize;
        if (fields > rest / RecordSize) return found;
        const char *records = descriptor + DescriptorSize;
        const char *name = targetAt(extent, descriptor + DescriptorTypeName);
        const void *declaring = name == NULL ? NULL : leadingDescriptor(extent, name);
        bool isLookedFor = name != NULL && (owner == NULL || owner == declaring);
        if ((kind == FieldKindStruct || kind == FieldKindClass) && isLookedFor) {
            for (uint32_t index = 0; index < fields; index++) {
                ImposeField field;
                const char *record = records + (size_t)index * RecordSize;
                if (!readField(extent, declaring, record, descriptors, count, &field)) continue;
                if (found < capacity) buffer[found] = field;
                found++;
            }
        }
        descriptor = records + (size_t)fields * RecordSize;
        rest -= (size_t)fields * RecordSize;
    }
    return found;
}

int64_t impose_field_count(const ImposeImage *image, const void *owner) {
    int64_t flags = contextFlags(image->extent, owner);
    int64_t kind = flags & ContextKindMask;
    if (flags < 0 || (kind != ContextKindStruct && kind != ContextKindClass)) return -1;
    if (!contains(image->extent, owner, kind == ContextKindStruct ? StructSize : ClassSize)) return -1;
    const char *parts = owner;
    return (uint32_t)wordAt(parts + (kind == ContextKindStruct ? StructFieldCount : ClassFieldCount));
}

size_t impose_types_without_fields(const ImposeImage *image, const void **buffer, size_t capacity) {
    // TargetTypeMetadataRecord: an offset whose two lowest bits tell its target: 0 is a descriptor, 1 a pointer to one.
    const char *record = image->types.start, *end = record + image->types.length;
    size_t count = 0;
    for (; end - record >= (ptrdiff_t)sizeof(int32_t); record += sizeof(int32_t)) {
        if ((wordAt(record) & 2) != 0) continue;
        const char *descriptor = followIndirectable(image->extent, record).descriptor;
        if (descriptor == NULL || impose_field_count(image, descriptor) <= 0) continue;
        if (wordAt(descriptor + TypeFields) != 0) continue;
        if (count < capacity) buffer[count] = descriptor;
        count++;
    }
    return count;
}
