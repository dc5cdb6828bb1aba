// The names and contexts of types, and the types whose stored properties are not described.

#include "CImposeInspecting.h"

#include "../CImposeRuntime/reading.h"

/// An upper bound: no program nests that deep, but data that is no program may have a cycle.
enum { DeepestContext = 64 };

size_t impose_context_names(const ImposeSections *sections, const void *descriptor, const char **buffer,
                            size_t capacity, bool *isPrivate) {
    size_t count = 0;
    *isPrivate = false;
    for (int depth = 0; descriptor != NULL && depth < DeepestContext; depth++) {
        int64_t flags = contextFlags(sections->image, descriptor);
        const char *parts = descriptor;
        int64_t kind = flags & ContextKindMask;
        if (flags < 0 || kind == ContextKindAnonymous) *isPrivate = true;
        if (flags < 0) return count;
        bool isNamed = kind == ContextKindModule || (kind >= ContextKindClass && kind <= ContextKindEnum);
        const char *name = isNamed ? text(sections->image, parts + ContextName) : NULL;
        if (name != NULL) {
            if (count < capacity) buffer[count] = name;
            count++;
        }
        descriptor = followIndirectable(sections->image, parts + ContextParent).descriptor;
    }
    return count;
}

/// The function that gives the metadata of a type (MetadataAccessFunction in swift/ABI/Metadata.h).
typedef __attribute__((swiftcall)) MetadataResponse (*MetadataAccessor)(size_t request);

const void *impose_type_described(const ImposeSections *sections, const void *descriptor) {
    int64_t flags = contextFlags(sections->image, descriptor);
    int64_t kind = flags & ContextKindMask;
    if (flags < 0 || (flags & ContextIsGeneric) != 0 || kind < ContextKindClass || kind > ContextKindEnum) return NULL;
    const char *field = (const char *)descriptor + TypeAccessor;
    if (!contains(sections->image, field, sizeof(int32_t))) return NULL;
    const void *accessor = target(sections->image, field, wordAt(field), 1);
    if (accessor == NULL) return NULL;
    // Compiled, not run, as all that has to do with signatures.
    accessor = ptrauth_sign_unauthenticated(accessor, ptrauth_key_function_pointer, 0);
    // 0 requests complete metadata, and waits until it is there.
    return ((MetadataAccessor)(uintptr_t)accessor)(0).type;
}

size_t impose_types_without_fields(const ImposeSections *sections, const void **buffer, size_t capacity) {
    // TargetTypeMetadataRecord: an offset whose two lowest bits tell its target: 0 is a descriptor, 1 a pointer to one.
    const char *record = sections->types.start, *end = record + sections->types.length;
    size_t count = 0;
    for (; end - record >= (ptrdiff_t)sizeof(int32_t); record += sizeof(int32_t)) {
        if ((wordAt(record) & 2) != 0) continue;
        const char *descriptor = followIndirectable(sections->image, record).descriptor;
        if (descriptor == NULL || impose_field_count(sections, descriptor) <= 0) continue;
        if (wordAt(descriptor + TypeFields) != 0) continue;
        if (count < capacity) buffer[count] = descriptor;
        count++;
    }
    return count;
}
