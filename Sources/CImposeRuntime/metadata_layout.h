// The layout of metadata, and functions that read it in an image. Sections were written by a compiler and are mapped as
// they are, so they can be believed as far as they can be checked: nothing outside the image is read, whatever an
// offset says.

#pragma once

#include "CImposeRuntime.h"

#if __has_include(<ptrauth.h>)
#include <ptrauth.h>
#else
#define ptrauth_strip(pointer, key) (pointer)
#define ptrauth_sign_unauthenticated(pointer, key, data) (pointer)
#endif

static inline bool contains(ImposeRange range, const void *address, size_t length) {
    uintptr_t start = (uintptr_t)range.start, found = (uintptr_t)address;
    return found >= start && found - start <= range.length && length <= range.length - (found - start);
}

/// A range, if it lies in another one; otherwise an empty one.
static inline ImposeRange rangeIfInside(ImposeRange outer, ImposeRange range) {
    return contains(outer, range.start, range.length) ? range : (ImposeRange){0};
}

/// Reads four bytes. Offsets stand at multiples of four, but nobody has checked that.
static inline int32_t wordAt(const void *address) {
    int32_t word;
    __builtin_memcpy(&word, address, sizeof(word));
    return word;
}

/// A pointer to a descriptor without the signature that it may have in metadata and in slots, so that it can be
/// compared and followed. Compiled, not run: only arm64e of Apple's platforms signs pointers; elsewhere ptrauth.h does
/// nothing, and older compilers have none.
static inline const void *stripped(const void *pointer) {
    return ptrauth_strip(pointer, ptrauth_key_process_independent_data);
}

/// The descriptor that a slot points to.
static inline const void *descriptorAt(const void *slot) {
    const void *pointer;
    __builtin_memcpy(&pointer, slot, sizeof(pointer));
    return stripped(pointer);
}

/// The index of the first entry at an address or behind it, by binary search (a lower bound). Each entry begins with an
/// address, and they are sorted by it.
static inline size_t lowerBound(const void *address, const void *entries, size_t size, size_t count) {
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const void *entry = (const char *)entries + middle * size;
        if ((uintptr_t)*(const void *const *)entry < (uintptr_t)address) low = middle + 1;
        else high = middle;
    }
    return low;
}

/// The index of a descriptor among others; `count` if it is none of them.
static inline size_t indexOf(const void *descriptor, const void *const *descriptors, size_t count) {
    size_t index = 0;
    while (index < count && descriptors[index] != descriptor) index++;
    return index;
}

/// The target of a relative pointer (RelativeDirectPointer in swift/Basic/RelativePointer.h); null for a null pointer,
/// and if the target is not `length` bytes of the image.
static inline const void *target(ImposeRange image, const void *address, int32_t offset, size_t length) {
    if (offset == 0) return NULL;
    const void *found = (const void *)((uintptr_t)address + (uintptr_t)(intptr_t)offset);
    return contains(image, found, length) ? found : NULL;
}

/// The target of a relative pointer, whatever its length.
static inline const void *targetAt(ImposeRange image, const void *address) {
    return target(image, address, wordAt(address), 1);
}

/// Where a relative pointer to a descriptor leads.
typedef struct {
    /// Null where it leads nowhere: to something that a library lacks.
    const void *descriptor;
    /// Whether that can be told.
    bool isKnown;
} Reference;

/// Follows a relative pointer, to a descriptor or to a pointer to one, which may lie in another image.
static inline Reference follow(ImposeRange image, const void *address, int32_t offset, bool isIndirect) {
    const void *found = target(image, address, offset, isIndirect ? sizeof(void *) : 1);
    return (Reference){found != NULL && isIndirect ? descriptorAt(found) : found, found != NULL};
}

/// Follows a relative pointer whose lowest bit says that it leads to another pointer (RelativeIndirectablePointer).
static inline Reference followIndirectable(ImposeRange image, const void *address) {
    int32_t offset = wordAt(address);
    return follow(image, address, offset & ~(int32_t)1, (offset & 1) != 0);
}

/// The length of a mangled name, or SIZE_MAX if the image ends first. The name may contain symbolic references
/// (docs/ABI/Mangling.rst): a control byte and then four bytes (0x01 to 0x17) or a pointer (0x18 to 0x1F), zeros among
/// them.
static inline size_t lengthOfName(ImposeRange image, const char *name) {
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

/// A text that begins in a range, or null if it does not end there.
static inline const char *terminated(ImposeRange range, const char *text) {
    size_t room = range.length - ((uintptr_t)text - (uintptr_t)range.start);
    return __builtin_memchr(text, '\0', room) == NULL ? NULL : text;
}

/// The text that a relative pointer leads to, or null if it does not end in the image.
static inline const char *stringAt(ImposeRange image, const void *address) {
    const char *found = targetAt(image, address);
    return found == NULL ? NULL : terminated(image, found);
}

/// The descriptor that a mangled name begins with (docs/ABI/Mangling.rst, "symbolic-reference"): 0x01 is followed by
/// the offset of a context descriptor, 0x02 by the offset of a pointer to one. Null if the name begins otherwise.
static inline const void *leadingDescriptor(ImposeRange image, const char *name) {
    if (!contains(image, name, 1 + sizeof(int32_t))) return NULL;
    if (name[0] != 0x01 && name[0] != 0x02) return NULL;
    return follow(image, name + 1, wordAt(name + 1), name[0] == 0x02).descriptor;
}

/// On Apple's platforms the low bit marks a reference to an Objective-C protocol, which has no Swift descriptor. That
/// is compiled, not run: elsewhere there are none, and descriptors are aligned.
static inline bool isObjectiveC(const void *protocol) {
    return ((uintptr_t)protocol & 1) != 0;
}

/// Exported by the Swift runtime.
extern const void *swift_conformsToProtocol(const void *type, const void *protocol);

// MARK: Kinds of metadata (swift/ABI/MetadataKind.def)

enum {
    MetadataKindClass = 0x000,
    MetadataKindStruct = 0x200,
    MetadataKindEnum = 0x201,
    MetadataKindOptional = 0x202,
    MetadataKindForeignClass = 0x203,
    MetadataKindFunction = 0x302,
    MetadataKindExistential = 0x303,
    MetadataKindMetatype = 0x304,
    MetadataKindObjCClassWrapper = 0x305,
    MetadataKindExtendedExistential = 0x307,
    MetadataKindLastEnumerated = 0x7FF,
};

/// TargetEnumMetadata in swift/ABI/Metadata.h, of a generic enum, and TargetExtendedExistentialTypeMetadata, which have
/// their arguments behind what they share with others of their kind: a descriptor or a shape.
typedef struct {
    uintptr_t kind;
    const void *description;
    const void *arguments[];
} GenericMetadata;

/// The result of the runtime's functions that give a type (MetadataResponse in swift/ABI/Metadata.h).
typedef struct {
    const void *type;
    size_t state;
} MetadataResponse;

// MARK: Context descriptors (TargetContextDescriptor and what derives from it in swift/ABI/Metadata.h)

enum {
    ContextFlags = 0,
    ContextParent = 4,
    ContextName = 8,  // of modules and types
    TypeAccessor = 12,
    TypeFields = 16,
    StructFieldCount = 20,
    ClassFieldCount = 36,
    StructSize = 28,
    ClassSize = 44,
};

enum {
    ContextKindMask = 0x1F,
    ContextIsUnique = 0x40,
    ContextIsGeneric = 0x80,
    ContextKindModule = 0,
    ContextKindAnonymous = 2,
    ContextKindClass = 16,
    ContextKindStruct = 17,
    ContextKindEnum = 18,
};

/// The flags of a descriptor; -1 if it is not in the image.
static inline int64_t contextFlags(ImposeRange image, const void *descriptor) {
    if (!contains(image, descriptor, ContextName + sizeof(int32_t))) return -1;
    return (uint32_t)wordAt((const char *)descriptor + ContextFlags);
}
