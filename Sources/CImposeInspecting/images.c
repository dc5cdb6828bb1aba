// The sections of the loaded images.

#include "CImposeInspecting.h"

#include "../CImposeRuntime/reading.h"

/// A buffer for the sections of images, which counts all of them even if it has no room.
typedef struct {
    ImposeSections *buffer;
    size_t capacity;
    size_t count;
} Collection;

static inline void collect(Collection *collection, ImposeSections sections) {
    if (collection->count < collection->capacity) collection->buffer[collection->count] = sections;
    collection->count++;
}

#if defined(__linux__)

/// The parts of link.h and elf.h that are needed: they are the same on every Linux, but not at hand wherever this is
/// compiled.
#if __SIZEOF_POINTER__ == 8
typedef struct {
    uint32_t type, flags;
    uint64_t offset, address, physicalAddress, fileSize, size, alignment;
} ProgramHeader;
#else
typedef struct {
    uint32_t type, offset, address, physicalAddress, fileSize, size, flags, alignment;
} ProgramHeader;
#endif

typedef struct {
    uintptr_t base;
    const char *name;
    const ProgramHeader *headers;
    uint16_t count;
} Image;

enum { SegmentIsLoaded = 1 };

extern int dl_iterate_phdr(int (*body)(Image *image, size_t size, void *context), void *context);

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
static int look(Image *image, size_t size, void *context) {
    if (size < sizeof(Image)) return 0;
    ImposeSections *sections = context;
    uintptr_t fields = (uintptr_t)sections->fields.start, first = UINTPTR_MAX, end = 0;
    bool isHere = false;
    for (uint16_t index = 0; index < image->count; index++) {
        const ProgramHeader *header = &image->headers[index];
        if (header->type != SegmentIsLoaded) continue;
        uintptr_t start = image->base + (uintptr_t)header->address;
        uintptr_t stop = start + (uintptr_t)header->size;
        if (start < first) first = start;
        if (stop > end) end = stop;
        isHere = isHere || (fields >= start && fields < stop);
    }
    if (!isHere) return 0;
    sections->image = (ImposeRange){(const void *)first, end - first};
    sections->base = image->base;
    sections->path = image->name;
    return 1;
}

/// A section, if it lies in the image.
static ImposeRange checked(ImposeRange image, ImposeRange section) {
    return contains(image, section.start, section.length) ? section : (ImposeRange){NULL, 0};
}

static bool take(const MetadataSections *sections, void *context) {
    if (sections->version < FirstVersion || sections->version > LastVersion) return true;
    ImposeSections found = {.fields = sections->fields};
    dl_iterate_phdr(look, &found);
    if (found.image.start == NULL) return true;
    found.fields = checked(found.image, sections->fields);
    found.types = checked(found.image, sections->types);
    found.conformances = checked(found.image, sections->conformances);
    found.typeReferences = checked(found.image, sections->typeReferences);
    collect(context, found);
    return true;
}

size_t impose_all_sections(ImposeSections *buffer, size_t capacity) {
    Collection collection = {buffer, capacity, 0};
    swift_enumerateAllMetadataSections(take, &collection);
    return collection.count;
}

/// Each one's sections are described in its own memory, so that where they lie tells the images.
static bool note(const MetadataSections *sections, void *context) {
    ImposeImages *images = context;
    images->count++;
    images->state = images->state * 31 + (uintptr_t)sections;
    return true;
}

ImposeImages impose_loaded_images(void) {
    ImposeImages images = {0, 0};
    swift_enumerateAllMetadataSections(note, &images);
    return images;
}

/// The parts of dlfcn.h that are needed.
extern void *dlopen(const char *path, int flags);
extern void *dlsym(void *handle, const char *symbol);

enum { ResolveLazily = 1 };

bool impose_is_shared(const char *symbol) {
    // What the program has comes first for each image that refers to it, whatever that has itself.
    void *program = dlopen(NULL, ResolveLazily);
    return program != NULL && dlsym(program, symbol) != NULL;
}

/// The parts of fcntl.h, unistd.h and sys/mman.h that are needed. An offset in a file is as long as a word.
extern int open(const char *path, int flags, ...);
extern long lseek(int file, long offset, int from);
extern int close(int file);
extern void *mmap(void *address, size_t length, int protection, int flags, int file, long offset);
extern int munmap(void *address, size_t length);

enum { OpenForReading = 0, SeekEnd = 2, MapReadable = 1, MapPrivate = 2 };

bool impose_open_file(ImposeSections *sections) {
    // Only files for words of 64 bits are read.
    if (__SIZEOF_POINTER__ != 8) return false;
    // The program itself has no name there.
    bool isProgram = sections->path == NULL || sections->path[0] == '\0';
    int descriptor = open(isProgram ? "/proc/self/exe" : sections->path, OpenForReading);
    if (descriptor < 0) return false;
    long length = lseek(descriptor, 0, SeekEnd);
    void *content = length > 0 ? mmap(NULL, (size_t)length, MapReadable, MapPrivate, descriptor, 0) : (void *)-1;
    close(descriptor);
    if (content == (void *)-1) return false;
    sections->file = (ImposeRange){content, (size_t)length};
    return true;
}

void impose_close_file(const ImposeSections *sections) {
    munmap((void *)sections->file.start, sections->file.length);
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
    static const char *const segments[] = {"__TEXT", "__DATA_CONST", "__DATA", "__AUTH_CONST", "__AUTH"};
    uintptr_t first = UINTPTR_MAX, end = 0;
    for (size_t index = 0; index < sizeof(segments) / sizeof(segments[0]); index++) {
        unsigned long size = 0;
        uintptr_t start = (uintptr_t)getsegmentdata(header, segments[index], &size);
        if (start == 0) continue;
        if (start < first) first = start;
        if (start + size > end) end = start + size;
    }
    return end == 0 ? (ImposeRange){NULL, 0} : (ImposeRange){(const void *)first, end - first};
}

/// `flags` of `mach_header` and `mach_header_64` (mach-o/loader.h).
enum { MachHeaderFlags = 24 };
enum : uint32_t { MachHeaderIsInSharedCache = 0x80000000u };

/// Whether an image is the system's, the simulator's or of the tools that run tests: such images know nothing of this
/// library. The system's are in a cache that all programs share, and those of a simulator in one folder of Xcode's.
static bool isOfSystem(const void *header, const char *path) {
    static const char *const beginnings[] = {"/usr/lib/", "/System/", "/Library/Developer/"};
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
    };
    uint32_t flags = (uint32_t)wordAt((const char *)header + MachHeaderFlags);
    if ((flags & MachHeaderIsInSharedCache) != 0) return true;
    for (size_t index = 0; index < sizeof(beginnings) / sizeof(beginnings[0]); index++) {
        if (__builtin_strncmp(path, beginnings[index], __builtin_strlen(beginnings[index])) == 0) return true;
    }
    for (size_t index = 0; index < sizeof(parts) / sizeof(parts[0]); index++) {
        if (__builtin_strstr(path, parts[index]) != NULL) return true;
    }
    return false;
}

size_t impose_all_sections(ImposeSections *buffer, size_t capacity) {
    Collection collection = {buffer, capacity, 0};
    for (uint32_t index = 0; index < _dyld_image_count(); index++) {
        const void *header = _dyld_get_image_header(index);
        const char *path = _dyld_get_image_name(index);
        if (header == NULL || path == NULL || isOfSystem(header, path)) continue;
        ImposeSections sections = {
            .path = path,
            .image = extent(header),
            .fields = section(header, "__swift5_fieldmd"),
            .types = section(header, "__swift5_types"),
            .conformances = section(header, "__swift5_proto"),
            .typeReferences = section(header, "__swift5_typeref"),
        };
        // A library may have nothing but conformances, or nothing but types.
        bool saysAnything = sections.fields.start != NULL || sections.types.start != NULL
            || sections.conformances.start != NULL;
        if (sections.image.start != NULL && saysAnything) collect(&collection, sections);
    }
    return collection.count;
}

#else

size_t impose_all_sections(ImposeSections *buffer, size_t capacity) {
    (void)buffer;
    (void)capacity;
    (void)collect;
    return 0;
}

#endif

#if !defined(__linux__)

/// Each image refers to its own.
bool impose_is_shared(const char *symbol) {
    (void)symbol;
    return false;
}

/// Nothing reads the symbols of other files than those of Linux.
bool impose_open_file(ImposeSections *sections) {
    (void)sections;
    return false;
}

void impose_close_file(const ImposeSections *sections) {
    (void)sections;
}

/// The system's own libraries are not among those that are found, and they may say of any type that it conforms. So the
/// runtime is asked about each type there, and the first search for a protocol is slow: it looks through all conformances
/// of the process once for each registered type that does not conform, see `impose_conforms`.
ImposeImages impose_loaded_images(void) {
    return (ImposeImages){0, 0};
}

#endif
