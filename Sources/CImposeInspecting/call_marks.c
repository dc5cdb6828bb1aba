// The marks of calls that an image contains.

#include "CImposeInspecting.h"

#include "../CImposeRuntime/metadata_layout.h"

/// A name of a mark is no shorter: the reference to the mark's descriptor, the beginning and the end of the arguments.
enum { ShortestMark = 1 + sizeof(int32_t) + 2 };

size_t impose_marks(const ImposeImage *image, const void *const *descriptors, size_t count, ImposeMark *buffer,
                    size_t capacity) {
    ImposeRange names = image->typeReferences;
    const char *start = names.start;
    size_t found = 0;
    // Tries each byte that may begin a name. Stepping from name to name, one unknown entry would derail all the rest.
    // Four bytes that lead to the descriptor of a mark are no accident.
    for (size_t index = 0; index + ShortestMark <= names.length; index++) {
        const char *name = start + index;
        if ((name[0] != 0x01 && name[0] != 0x02) || name[1 + sizeof(int32_t)] != 'y') continue;
        if (index > 0 && name[-1] != '\0') continue;
        size_t kind = indexOf(leadingDescriptor(image->extent, name), descriptors, count);
        if (kind == count) continue;
        size_t length = lengthOfName(names, name);
        if (length == SIZE_MAX) continue;
        if (found < capacity) buffer[found] = (ImposeMark){kind, name, length};
        found++;
    }
    return found;
}

// MARK: The type that a mark is of (TargetMetatypeMetadata in swift/ABI/Metadata.h)

const void *impose_marked_type(const void *mark) {
    const GenericMetadata *metadata = mark;
    if (metadata->kind != MetadataKindEnum) return NULL;
    const uintptr_t *argument = metadata->arguments[0];
    return argument[0] == MetadataKindMetatype ? (const void *)argument[1] : NULL;
}
