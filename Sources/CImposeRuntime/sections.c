// What a program's own sections say of it. They were written by a compiler and are mapped as they are, so they can be
// believed as far as they can be checked: nothing is read that lies outside the image, whatever an offset says.

#include "CImposeRuntime.h"

// MARK: Reading

static bool contains(ImposeRange range, const void *address, size_t length) {
    uintptr_t start = (uintptr_t)range.start, found = (uintptr_t)address;
    return found >= start && found - start <= range.length && length <= range.length - (found - start);
}

/// Offsets stand at multiples of four, which nobody has checked.
static int32_t wordAt(const void *address) {
    int32_t word;
    __builtin_memcpy(&word, address, sizeof(word));
    return word;
}

static const void *pointerAt(const void *address) {
    const void *pointer;
    __builtin_memcpy(&pointer, address, sizeof(pointer));
    return pointer;
}

/// Where a relative pointer leads (RelativeDirectPointer in swift/Basic/RelativePointer.h); null for a null pointer, and
/// where that is not `length` bytes of the image.
static const void *target(ImposeRange image, const void *address, int32_t offset, size_t length) {
    if (offset == 0) return NULL;
    const void *found = (const void *)((uintptr_t)address + (uintptr_t)(intptr_t)offset);
    return contains(image, found, length) ? found : NULL;
}

/// The same for one whose lowest bit says that it leads to a pointer (RelativeIndirectablePointer). What that one leads to
/// may lie in another image.
static const void *indirectableTarget(ImposeRange image, const void *address) {
    int32_t offset = wordAt(address);
    if ((offset & 1) == 0) return target(image, address, offset, 1);
    const void *slot = target(image, address, offset & ~(int32_t)1, sizeof(void *));
    return slot == NULL ? NULL : pointerAt(slot);
}

/// How long a mangled name is, or how far it goes before the image ends: SIZE_MAX. It may hold symbolic references
/// (docs/ABI/Mangling.rst): a control byte and then four bytes (0x01 to 0x17) or a pointer (0x18 to 0x1F), zeros among
/// them.
static size_t lengthOfName(ImposeRange image, const char *name) {
    size_t room = image.length - ((uintptr_t)name - (uintptr_t)image.start);
    size_t length = 0;
    while (length < room) {
        unsigned char byte = (unsigned char)name[length];
        if (byte == '\0') return length;
        length += 1;
        if (byte <= 0x17) length += sizeof(uint32_t);
        else if (byte <= 0x1F) length += sizeof(void *);
    }
    return SIZE_MAX;
}

/// A text that ends in the image; null otherwise.
static const char *text(ImposeRange image, const void *address) {
    int32_t offset = wordAt(address);
    const char *found = target(image, address, offset, 1);
    if (found == NULL) return NULL;
    size_t room = image.length - ((uintptr_t)found - (uintptr_t)image.start);
    for (size_t index = 0; index < room; index++) {
        if (found[index] == '\0') return found;
    }
    return NULL;
}

/// The descriptor that a mangled name begins with (docs/ABI/Mangling.rst, "symbolic-reference"): 0x01 is followed by the
/// offset of a context descriptor, 0x02 by that of a pointer to one. Null if it begins otherwise.
static const void *leadingDescriptor(ImposeRange image, const char *name) {
    if (!contains(image, name, 1 + sizeof(int32_t))) return NULL;
    int32_t offset = wordAt(name + 1);
    switch (name[0]) {
    case 0x01:
        return target(image, name + 1, offset, sizeof(int32_t));
    case 0x02: {
        const void *slot = target(image, name + 1, offset, sizeof(void *));
        return slot == NULL ? NULL : pointerAt(slot);
    }
    default:
        return NULL;
    }
}

// MARK: Context descriptors (TargetContextDescriptor and what derives from it in swift/ABI/Metadata.h)

enum {
    ContextFlags = 0,
    ContextParent = 4,
    ContextName = 8,  // of modules and types
    TypeFields = 16,
    StructFieldCount = 20,
    ClassFieldCount = 36,
    StructSize = 28,
    ClassSize = 44,
};

enum {
    ContextKindMask = 0x1F,
    ContextIsGeneric = 0x80,
    ContextKindModule = 0,
    ContextKindClass = 16,
    ContextKindStruct = 17,
    ContextKindEnum = 18,
};

/// The flags of a descriptor; -1 where it is not in the image.
static int64_t contextFlags(ImposeRange image, const void *descriptor) {
    if (!contains(image, descriptor, ContextName + sizeof(int32_t))) return -1;
    return (uint32_t)wordAt((const char *)descriptor + ContextFlags);
}

bool impose_context_is_generic(const ImposeSections *sections, const void *descriptor) {
    int64_t flags = contextFlags(sections->image, descriptor);
    return flags < 0 || (flags & ContextIsGeneric) != 0;
}

size_t impose_context_names(const ImposeSections *sections, const void *descriptor, const char **buffer,
                            size_t capacity) {
    // No program nests that deep; what is no program may have a circle.
    const int deepest = 64;
    size_t count = 0;
    for (int depth = 0; descriptor != NULL && depth < deepest; depth++) {
        int64_t flags = contextFlags(sections->image, descriptor);
        if (flags < 0) return count;
        const char *parts = descriptor;
        int64_t kind = flags & ContextKindMask;
        bool isNamed = kind == ContextKindModule || (kind >= ContextKindClass && kind <= ContextKindEnum);
        const char *name = isNamed ? text(sections->image, parts + ContextName) : NULL;
        if (name != NULL) {
            if (count < capacity) buffer[count] = name;
            count++;
        }
        descriptor = indirectableTarget(sections->image, parts + ContextParent);
    }
    return count;
}

/// Whether a struct or class has stored properties, and no field descriptor.
static bool lacksFields(ImposeRange image, const void *descriptor) {
    int64_t flags = contextFlags(image, descriptor);
    if (flags < 0) return false;
    int64_t kind = flags & ContextKindMask;
    if (kind != ContextKindStruct && kind != ContextKindClass) return false;
    if (!contains(image, descriptor, kind == ContextKindStruct ? StructSize : ClassSize)) return false;
    const char *parts = descriptor;
    if (wordAt(parts + TypeFields) != 0) return false;
    return wordAt(parts + (kind == ContextKindStruct ? StructFieldCount : ClassFieldCount)) != 0;
}

size_t impose_types_without_fields(const ImposeSections *sections, const void **buffer, size_t capacity) {
    // TargetTypeMetadataRecord: an offset whose two lowest bits say what it leads to; 0 is a descriptor, 1 a pointer to one.
    const char *record = sections->types.start;
    size_t count = 0;
    for (size_t rest = sections->types.length; rest >= sizeof(int32_t); rest -= sizeof(int32_t)) {
        if ((wordAt(record) & 2) == 0) {
            const void *descriptor = indirectableTarget(sections->image, record);
            if (descriptor != NULL && lacksFields(sections->image, descriptor)) {
                if (count < capacity) buffer[count] = descriptor;
                count++;
            }
        }
        record += sizeof(int32_t);
    }
    return count;
}

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

/// Takes one record apart, if its type begins with one of the descriptors.
static bool readField(const ImposeSections *sections, const char *descriptor, const char *record,
                      const void *const *descriptors, size_t count, ImposeField *field) {
    ImposeRange image = sections->image;
    const char *type = target(image, record + RecordTypeName, wordAt(record + RecordTypeName), 1);
    if (type == NULL) return false;
    const void *leading = leadingDescriptor(image, type);
    if (leading == NULL) return false;
    size_t index = 0;
    while (index < count && descriptors[index] != leading) index++;
    if (index == count) return false;
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

size_t impose_fields(const ImposeSections *sections, const void *const *descriptors, size_t count, ImposeField *buffer,
                     size_t capacity) {
    const char *descriptor = sections->fields.start;
    size_t rest = sections->fields.length;
    size_t found = 0;
    while (rest >= DescriptorSize) {
        uint16_t kind, size;
        uint32_t fields = (uint32_t)wordAt(descriptor + DescriptorCount);
        __builtin_memcpy(&kind, descriptor + DescriptorKind, sizeof(kind));
        __builtin_memcpy(&size, descriptor + DescriptorRecordSize, sizeof(size));
        // Records of another size are of a version that is not known: where the next descriptor begins is not, either.
        if (fields > 0 && size != RecordSize) return found;
        rest -= DescriptorSize;
        if (fields > rest / RecordSize) return found;
        const char *records = descriptor + DescriptorSize;
        if (kind == FieldKindStruct || kind == FieldKindClass) {
            for (uint32_t index = 0; index < fields; index++) {
                ImposeField field;
                const char *record = records + (size_t)index * RecordSize;
                if (!readField(sections, descriptor, record, descriptors, count, &field)) continue;
                if (found < capacity) buffer[found] = field;
                found++;
            }
        }
        descriptor = records + (size_t)fields * RecordSize;
        rest -= (size_t)fields * RecordSize;
    }
    return found;
}

