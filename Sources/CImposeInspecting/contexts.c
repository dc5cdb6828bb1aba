// The contexts of types: their names, and the types themselves.

#include "CImposeInspecting.h"

#include "../CImposeRuntime/metadata_layout.h"

/// An upper bound: no program nests that deep, but data that is no program may have a cycle.
enum { DeepestContext = 64 };

size_t impose_context_names(const ImposeImage *image, const void *descriptor, const char **buffer,
                            size_t capacity, bool *isPrivate) {
    size_t count = 0;
    *isPrivate = false;
    for (int depth = 0; descriptor != NULL && depth < DeepestContext; depth++) {
        int64_t flags = contextFlags(image->extent, descriptor);
        const char *parts = descriptor;
        int64_t kind = flags & ContextKindMask;
        if (flags < 0 || kind == ContextKindAnonymous) *isPrivate = true;
        if (flags < 0) return count;
        bool isNamed = kind == ContextKindModule || (kind >= ContextKindClass && kind <= ContextKindEnum);
        const char *name = isNamed ? stringAt(image->extent, parts + ContextName) : NULL;
        if (name != NULL) {
            if (count < capacity) buffer[count] = name;
            count++;
        }
        descriptor = followIndirectable(image->extent, parts + ContextParent).descriptor;
    }
    return count;
}

/// The function that gives the metadata of a type (MetadataAccessFunction in swift/ABI/Metadata.h).
typedef __attribute__((swiftcall)) MetadataResponse (*MetadataAccessor)(size_t request);

const void *impose_type_of_descriptor(const ImposeImage *image, const void *descriptor) {
    int64_t flags = contextFlags(image->extent, descriptor);
    int64_t kind = flags & ContextKindMask;
    if (flags < 0 || (flags & ContextIsGeneric) != 0 || kind < ContextKindClass || kind > ContextKindEnum) return NULL;
    const char *field = (const char *)descriptor + TypeAccessor;
    if (!contains(image->extent, field, sizeof(int32_t))) return NULL;
    const void *accessor = targetAt(image->extent, field);
    if (accessor == NULL) return NULL;
    // Compiled, not run, as all that has to do with signatures.
    accessor = ptrauth_sign_unauthenticated(accessor, ptrauth_key_function_pointer, 0);
    // 0 requests complete metadata, and waits until it is there.
    return ((MetadataAccessor)(uintptr_t)accessor)(0).type;
}
