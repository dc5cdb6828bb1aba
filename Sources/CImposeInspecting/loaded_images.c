// The loaded images, and their sections.

// For dl_iterate_phdr. Before all headers of the system.
#define _GNU_SOURCE

#include "CImposeInspecting.h"

#include "../CImposeRuntime/metadata_layout.h"

#if defined(__linux__)
#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <sys/mman.h>
#include <unistd.h>
#endif

/// A buffer for images, which counts all of them even if it has no room.
typedef struct {
    ImposeImage *buffer;
    size_t capacity;
    size_t count;
} Collection;

static inline void collect(Collection *collection, ImposeImage image) {
    if (collection->count < collection->capacity) collection->buffer[collection->count] = image;
    collection->count++;
}

#if defined(__linux__)

/// swift/SwiftShims/MetadataSections.h
typedef struct {
    uintptr_t version;
    const void *base;
    void *unused[2];
    ImposeRange protocols, conformances, types, typeReferences, strings, fields;
} MetadataSections;

/// The versions that are known to begin with these sections. A later one may, too.
enum { FirstVersion = 1, LastVersion = 5 };

extern void swift_enumerateAllMetadataSections(bool (*body)(const MetadataSections *sections, void *context),
                                               void *context);

/// Looks whether an image has the section of fields, and says which image that is.
static int findImage(struct dl_phdr_info *loaded, size_t size, void *context) {
    (void)size;
    ImposeImage *image = context;
    uintptr_t fields = (uintptr_t)image->fields.start, first = UINTPTR_MAX, end = 0;
    bool isHere = false;
    for (uint16_t index = 0; index < loaded->dlpi_phnum; index++) {
        const ElfW(Phdr) *header = &loaded->dlpi_phdr[index];
        if (header->p_type != PT_LOAD) continue;
        uintptr_t start = loaded->dlpi_addr + header->p_vaddr;
        uintptr_t stop = start + header->p_memsz;
        if (start < first) first = start;
        if (stop > end) end = stop;
        isHere = isHere || (fields >= start && fields < stop);
    }
    if (!isHere) return 0;
    image->extent = (ImposeRange){(const void *)first, end - first};
    image->loadBias = loaded->dlpi_addr;
    image->path = loaded->dlpi_name;
    return 1;
}

static bool addImage(const MetadataSections *sections, void *context) {
    if (sections->version < FirstVersion || sections->version > LastVersion) return true;
    ImposeImage found = {.fields = sections->fields};
    dl_iterate_phdr(findImage, &found);
    if (found.extent.start == NULL) return true;
    found.fields = rangeIfInside(found.extent, sections->fields);
    found.types = rangeIfInside(found.extent, sections->types);
    found.conformances = rangeIfInside(found.extent, sections->conformances);
    found.typeReferences = rangeIfInside(found.extent, sections->typeReferences);
    collect(context, found);
    return true;
}

/// Each image describes its sections in its own memory, so the addresses of these descriptions tell which images there
/// are.
static bool countImage(const MetadataSections *sections, void *context) {
    ImposeImagesState *state = context;
    state->count++;
    state->hash = state->hash * 31 + (uintptr_t)sections;
    return true;
}

ImposeImagesState impose_images_state(void) {
    ImposeImagesState state = {0};
    swift_enumerateAllMetadataSections(countImage, &state);
    return state;
}

bool impose_is_shared(const char *symbol) {
    // A symbol that the program exports comes first for each image that refers to it, even if the image has its own.
    void *program = dlopen(NULL, RTLD_LAZY);
    return program != NULL && dlsym(program, symbol) != NULL;
}

bool impose_open_file(ImposeImage *image) {
    // Only files for words of 64 bits are read.
    if (__SIZEOF_POINTER__ != 8) return false;
    // The program itself has no name there.
    bool isProgram = image->path == NULL || image->path[0] == '\0';
    int descriptor = open(isProgram ? "/proc/self/exe" : image->path, O_RDONLY);
    if (descriptor < 0) return false;
    off_t length = lseek(descriptor, 0, SEEK_END);
    void *content = length > 0 ? mmap(NULL, (size_t)length, PROT_READ, MAP_PRIVATE, descriptor, 0) : MAP_FAILED;
    close(descriptor);
    if (content == MAP_FAILED) return false;
    image->file = (ImposeRange){content, (size_t)length};
    return true;
}

void impose_close_file(const ImposeImage *image) {
    munmap((void *)image->file.start, image->file.length);
}

#elif defined(__APPLE__)

// `Tests/Portability/apple` runs this on Linux over libraries of Mach-O, with functions of its own in place of dyld's.

extern uint32_t _dyld_image_count(void);
extern const void *_dyld_get_image_header(uint32_t index);
extern const char *_dyld_get_image_name(uint32_t index);
extern uint8_t *getsectiondata(const void *header, const char *segment, const char *section, unsigned long *size);
extern uint8_t *getsegmentdata(const void *header, const char *segment, unsigned long *size);

static ImposeRange section(const void *header, const char *name) {
    unsigned long size = 0;
    const void *start = getsectiondata(header, "__TEXT", name, &size);
    return (ImposeRange){start, start == NULL ? 0 : size};
}

/// The range from the first to the last of the segments that the sections refer to.
static ImposeRange extent(const void *header) {
    static const char *const segments[] = {"__TEXT", "__DATA_CONST", "__DATA", "__AUTH_CONST", "__AUTH", NULL};
    uintptr_t first = UINTPTR_MAX, end = 0;
    for (const char *const *name = segments; *name != NULL; name++) {
        unsigned long size = 0;
        uintptr_t start = (uintptr_t)getsegmentdata(header, *name, &size);
        if (start == 0) continue;
        if (start < first) first = start;
        if (start + size > end) end = start + size;
    }
    return end == 0 ? (ImposeRange){0} : (ImposeRange){(const void *)first, end - first};
}

/// `flags` of `mach_header` and `mach_header_64` (mach-o/loader.h).
enum { MachHeaderFlags = 24 };
enum : uint32_t { MachHeaderIsInSharedCache = 0x80000000u };

/// Whether an image is the system's, the simulator's or of the tools that run tests: such images know nothing of this
/// library. The system's are in a cache that all programs share, and those of a simulator in one folder of Xcode's.
static bool isOfSystem(const void *header, const char *path) {
    static const char *const beginnings[] = {"/usr/lib/", "/System/", "/Library/Developer/", NULL};
    static const char *const parts[] = {
        ".simruntime/Contents/Resources/RuntimeRoot/",
        ".app/Contents/Developer/Platforms/",
        ".app/Contents/Developer/Toolchains/",
        // Where tests run on a device, these are in the app.
        "/Testing.framework/",
        "/XCTest.framework/",
        "/XCTestCore.framework/",
        "/XCTestSupport.framework/",
        "/XCUIAutomation.framework/",
        "/XCUnit.framework/",
        "/libXCTestBundleInject.dylib",
        "/libXCTestSwiftSupport.dylib",
        NULL,
    };
    uint32_t flags = (uint32_t)wordAt((const char *)header + MachHeaderFlags);
    if ((flags & MachHeaderIsInSharedCache) != 0) return true;
    for (const char *const *text = beginnings; *text != NULL; text++) {
        if (__builtin_strncmp(path, *text, __builtin_strlen(*text)) == 0) return true;
    }
    for (const char *const *text = parts; *text != NULL; text++) {
        if (__builtin_strstr(path, *text) != NULL) return true;
    }
    return false;
}

#endif

size_t impose_all_images(ImposeImage *buffer, size_t capacity) {
    Collection collection = {buffer, capacity, 0};
#if defined(__linux__)
    swift_enumerateAllMetadataSections(addImage, &collection);
#elif defined(__APPLE__)
    for (uint32_t index = 0; index < _dyld_image_count(); index++) {
        const void *header = _dyld_get_image_header(index);
        const char *path = _dyld_get_image_name(index);
        if (header == NULL || path == NULL || isOfSystem(header, path)) continue;
        ImposeImage image = {
            .path = path,
            .extent = extent(header),
            .fields = section(header, "__swift5_fieldmd"),
            .types = section(header, "__swift5_types"),
            .conformances = section(header, "__swift5_proto"),
            .typeReferences = section(header, "__swift5_typeref"),
        };
        // A library may have nothing but conformances, or nothing but types.
        bool saysAnything = image.fields.start != NULL || image.types.start != NULL || image.conformances.start != NULL;
        if (image.extent.start != NULL && saysAnything) collect(&collection, image);
    }
#else
    (void)collect;
#endif
    return collection.count;
}

#if !defined(__linux__)

/// Each image refers to its own.
bool impose_is_shared(const char *symbol) {
    (void)symbol;
    return false;
}

/// Nothing reads the symbols of other files than those of Linux.
bool impose_open_file(ImposeImage *image) {
    (void)image;
    return false;
}

void impose_close_file(const ImposeImage *image) {
    (void)image;
}

/// The system's own libraries are not among those that are found, and they may say of any type that it conforms. So the
/// runtime is asked about each type there, and the first search for a protocol is slow: it looks through all
/// conformances of the process once for each registered type that does not conform, see `impose_conforms`.
ImposeImagesState impose_images_state(void) {
    return (ImposeImagesState){0};
}

#endif

// MARK: The offer to the core

// Written in Swift.
extern void *_Nonnull impose_make_conformance_filter(void);
extern void *_Nonnull impose_make_inspector(void);

/// Runs before `main`. From an archive, a linker takes only files that something refers to. So this is in the file that
/// finds the images: whatever inspects needs it.
__attribute__((constructor)) static void offer(void) {
    impose_offer(ImposeOfferConformanceFilter, impose_make_conformance_filter);
    impose_offer(ImposeOfferInspector, impose_make_inspector);
}
