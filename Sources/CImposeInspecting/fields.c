// The stored properties that an image lists.

#include "CImposeInspecting.h"

#include "../CImposeRuntime/reading.h"

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

/// Which stored properties are looked for.
typedef struct {
    /// The one type that they are properties of; null for all types.
    const void *owner;
    /// The descriptors that their types begin with one of, unless there is an owner.
    const void *const *descriptors;
    size_t count;
} Search;

static bool isAnyOf(Search search, const void *descriptor) {
    size_t index = 0;
    while (index < search.count && search.descriptors[index] != descriptor) index++;
    return index < search.count;
}

/// Whether properties of the type that a field descriptor is about are looked for.
static bool isAbout(Search search, ImposeRange image, const char *descriptor) {
    if (search.owner == NULL) return true;
    const char *owner = target(image, descriptor + DescriptorTypeName, wordAt(descriptor + DescriptorTypeName), 1);
    return owner != NULL && leadingDescriptor(image, owner) == search.owner;
}

/// Reads one record, if it is looked for.
static bool readField(const ImposeSections *sections, const char *descriptor, const char *record, Search search,
                      ImposeField *field) {
    ImposeRange image = sections->image;
    const char *type = target(image, record + RecordTypeName, wordAt(record + RecordTypeName), 1);
    if (type == NULL) return false;
    if (search.owner == NULL && !isAnyOf(search, leadingDescriptor(image, type))) return false;
    size_t length = lengthOfName(image, type);
    const char *name = text(image, record + RecordName);
    const char *owner = target(image, descriptor + DescriptorTypeName, wordAt(descriptor + DescriptorTypeName), 1);
    if (length == SIZE_MAX || name == NULL || owner == NULL) return false;
    size_t ownerLength = lengthOfName(image, owner);
    if (ownerLength == SIZE_MAX) return false;
    const void *ownerDescriptor = leadingDescriptor(image, owner);
    *field = (ImposeField){
        .type = type,
        .typeLength = length,
        .name = name,
        .isVariable = (wordAt(record + RecordFlags) & FieldIsVariable) != 0,
        .owner = ownerDescriptor != NULL && contextFlags(image, ownerDescriptor) >= 0 ? ownerDescriptor : NULL,
        .ownerType = owner,
        .ownerTypeLength = ownerLength,
    };
    return true;
}

static size_t readFields(const ImposeSections *sections, Search search, ImposeField *buffer, size_t capacity) {
    const char *descriptor = sections->fields.start;
    size_t rest = sections->fields.length;
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
        if ((kind == FieldKindStruct || kind == FieldKindClass) && isAbout(search, sections->image, descriptor)) {
            for (uint32_t index = 0; index < fields; index++) {
                ImposeField field;
                const char *record = records + (size_t)index * RecordSize;
                if (!readField(sections, descriptor, record, search, &field)) continue;
                if (found < capacity) buffer[found] = field;
                found++;
            }
        }
        descriptor = records + (size_t)fields * RecordSize;
        rest -= (size_t)fields * RecordSize;
    }
    return found;
}

size_t impose_fields(const ImposeSections *sections, const void *const *descriptors, size_t count, ImposeField *buffer,
                     size_t capacity) {
    return readFields(sections, (Search){NULL, descriptors, count}, buffer, capacity);
}

size_t impose_fields_of(const ImposeSections *sections, const void *owner, ImposeField *buffer, size_t capacity,
                        bool *areAll) {
    size_t found = readFields(sections, (Search){owner, NULL, 0}, buffer, capacity);
    *areAll = fieldCount(sections->image, owner) == (int64_t)found;
    return found;
}
