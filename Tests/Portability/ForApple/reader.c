// Maps libraries of Mach-O (64 bits), and answers dyld's functions for them, so that the branch of loaded_images.c for Apple's
// platforms reads them on Linux:
//
//     reader LIBRARY WRAPPER PROTOCOL OTHER-LIBRARY
//
// WRAPPER and PROTOCOL are the addresses in LIBRARY of the descriptors of a generic struct and of a protocol.

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "CImposeInspecting.h"

// MARK: Mach-O (mach-o/loader.h)

typedef struct {
    uint32_t magic, processor, variant, kind, commandCount, commandSize, flags, reserved;
} Header;

typedef struct {
    uint32_t kind, size;
} Command;

typedef struct {
    Command command;
    char name[16];
    uint64_t address, size, offset, sizeInFile;
    uint32_t protections[2], sectionCount, flags;
} Segment;

typedef struct {
    char name[16], segment[16];
    uint64_t address, size;
    uint32_t offset, alignment, relocations[2], flags, reserved[3];
} Section;

typedef struct {
    Command command;
    uint32_t rebaseOffset, rebaseSize;
} DyldInfo;

enum { InSharedCache = 0x80000000u };
enum { CommandSegment = 0x19, CommandDyldInfo = 0x22, CommandDyldInfoOnly = 0x80000022u, CommandChainedFixups = 0x80000034u };

/// What dyld is asked about: one image.
static char *image;
static const char *path = "/Applications/App.app/App";

static void fail(const char *what, const char *which) {
    fprintf(stderr, "%s: %s\n", which, what);
    exit(1);
}

static const Command *next(const Command *command) {
    return (const Command *)((const char *)command + command->size);
}

#define EACH_COMMAND(header, command)                                                                        \
    const Command *command = (const Command *)((const Header *)(header) + 1), *const end =                    \
        (const Command *)((const char *)command + ((const Header *)(header))->commandSize);                   \
    command < end;                                                                                            \
    command = next(command)

static const Segment *segmentNamed(const void *header, const char *name) {
    for (EACH_COMMAND(header, command)) {
        const Segment *segment = (const Segment *)command;
        if (command->kind == CommandSegment && strncmp(segment->name, name, 16) == 0) return segment;
    }
    return NULL;
}

// MARK: Loading

static uint64_t number(const uint8_t **bytes) {
    uint64_t result = 0;
    for (int shift = 0;; shift += 7) {
        uint8_t byte = *(*bytes)++;
        result |= (uint64_t)(byte & 0x7F) << shift;
        if ((byte & 0x80) == 0) return result;
    }
}

/// Adds the address of the image to `count` pointers, and returns the place behind them.
static uint64_t rebase(uint64_t place, uint64_t count, uint64_t skip) {
    for (; count > 0; count--, place += 8 + skip) *(uint64_t *)(image + place) += (uint64_t)image;
    return place;
}

/// Follows the opcodes that say where the pointers are (REBASE_OPCODE in mach-o/loader.h).
static void rebaseAll(const uint8_t *code, const uint8_t *stop, const Segment *const *segments) {
    uint64_t place = 0, count;
    while (code < stop && (*code & 0xF0) != 0) {
        uint8_t small = *code & 0x0F;
        switch (*code++ & 0xF0) {
        case 0x20: place = segments[small]->address + number(&code); break;
        case 0x30: place += number(&code); break;
        case 0x40: place += (uint64_t)small * 8; break;
        case 0x50: place = rebase(place, small, 0); break;
        case 0x60: place = rebase(place, number(&code), 0); break;
        case 0x70: place = rebase(place, 1, number(&code)); break;
        case 0x80: count = number(&code); place = rebase(place, count, number(&code)); break;
        }
    }
}

static void load(const char *name) {
    int descriptor = open(name, O_RDONLY);
    struct stat status;
    if (descriptor < 0 || fstat(descriptor, &status) != 0) fail("can't be read", name);
    const char *file = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, descriptor, 0);
    const Segment *segments[16];
    const DyldInfo *info = NULL;
    size_t count = 0;
    uint64_t size = 0;
    for (EACH_COMMAND(file, command)) {
        const Segment *segment = (const Segment *)command;
        if (command->kind == CommandChainedFixups) fail("has chained fixups, which are not understood here", name);
        if (command->kind == CommandDyldInfo || command->kind == CommandDyldInfoOnly) info = (const DyldInfo *)command;
        if (command->kind != CommandSegment || count == 16) continue;
        segments[count++] = segment;
        if (segment->address + segment->size > size) size = segment->address + segment->size;
    }
    image = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    for (size_t index = 0; index < count; index++) {
        memcpy(image + segments[index]->address, file + segments[index]->offset, segments[index]->sizeInFile);
    }
    const uint8_t *code = info == NULL ? NULL : (const uint8_t *)file + info->rebaseOffset;
    if (code != NULL) rebaseAll(code, code + info->rebaseSize, segments);
    close(descriptor);
}

// MARK: dyld

uint32_t _dyld_image_count(void) { return 1; }

const void *_dyld_get_image_header(uint32_t index) { return index == 0 ? image : NULL; }

const char *_dyld_get_image_name(uint32_t index) { return index == 0 ? path : NULL; }

uint8_t *getsegmentdata(const void *header, const char *name, unsigned long *size) {
    const Segment *segment = segmentNamed(header, name);
    if (segment == NULL) return NULL;
    *size = segment->size;
    return (uint8_t *)header + segment->address;
}

uint8_t *getsectiondata(const void *header, const char *segmentName, const char *name, unsigned long *size) {
    const Segment *segment = segmentNamed(header, segmentName);
    if (segment == NULL) return NULL;
    const Section *sections = (const Section *)(segment + 1);
    for (uint32_t index = 0; index < segment->sectionCount; index++) {
        if (strncmp(sections[index].name, name, 16) != 0) continue;
        *size = sections[index].size;
        return (uint8_t *)header + sections[index].address;
    }
    return NULL;
}

// MARK: Swift

/// As conformances.c knows it. No type is asked about here.
ImposeTypeKind impose_type_kind(const void *type) {
    (void)type;
    return ImposeTypeKindOther;
}

/// As above.
const void *impose_type_descriptor(const void *type) {
    (void)type;
    return NULL;
}

/// What loaded_images.c offers when it is loaded. Nobody takes it here.
void impose_offer(ImposeOffer offer, ImposeMake make) {
    (void)offer;
    (void)make;
}

void *impose_make_conformance_filter(void) { return NULL; }

void *impose_make_inspector(void) { return NULL; }

// MARK: Reading

static void printNames(const ImposeImage *found, const void *descriptor) {
    const char *names[8];
    bool isPrivate;
    for (size_t count = impose_context_names(found, descriptor, names, 8, &isPrivate); count > 0; count--) {
        printf("%s%s", names[count - 1], count > 1 ? "." : "");
    }
    printf("%s\n", isPrivate ? ", private" : "");
}

/// Prints what the image says.
static void readAll(const char *name, uint64_t wrapper, uint64_t protocol) {
    load(name);
    ImposeImage found;
    size_t count = impose_all_images(&found, 1);
    printf("images: %zu\n", count);
    if (count == 0) return;
    const void *descriptor = image + wrapper;
    ImposeField fields[32];
    count = wrapper == 0 ? 0 : impose_fields(&found, NULL, &descriptor, 1, fields, 32);
    for (size_t index = 0; index < count; index++) {
        printf("  %s of ", fields[index].name);
        if (fields[index].owner == NULL) fail("a wrapper is nobody's", name);
        printNames(&found, fields[index].owner);
    }
    bool areAll = false;
    const void *types[32];
    count = protocol == 0 ? 0 : impose_conforming_types(&found, image + protocol, types, 32, &areAll);
    if (protocol != 0) printf("conformances: %zu%s\n", count, areAll ? ", all of them" : "");
    printf("records of conformances: %zu\n", found.conformances.length / sizeof(int32_t));
    printf("types without fields: %zu\n", impose_types_without_fields(&found, types, 32));
}

/// The paths of images, and which of these are the system's.
static void tellTheSystemsImages(void) {
    static const struct {
        bool isSystem, isInCache;
        const char *path;
    } images[] = {
        {true, false, "/usr/lib/swift/libswiftCore.dylib"},
        {true, false, "/System/Library/Frameworks/Foundation.framework/Versions/C/Foundation"},
        {true, true, "/somewhere/of/the/shared/cache.dylib"},
        {true, false,
         "/Library/Developer/CoreSimulator/Volumes/iOS_22A3351/Library/Developer/CoreSimulator/Profiles/Runtimes/"
         "iOS 18.0.simruntime/Contents/Resources/RuntimeRoot/usr/lib/swift/libswiftCore.dylib"},
        {true, false,
         "/Applications/Xcode.app/Contents/Developer/Platforms/iPhoneOS.platform/Library/Developer/CoreSimulator/Profiles/"
         "Runtimes/iOS.simruntime/Contents/Resources/RuntimeRoot/System/Library/Frameworks/UIKit.framework/UIKit"},
        {true, false,
         "/Applications/Xcode-beta.app/Contents/Developer/Platforms/MacOSX.platform/Developer/Library/Frameworks/"
         "Testing.framework/Versions/A/Testing"},
        {true, false,
         "/Users/ann/Xcode 26.app/Contents/Developer/Platforms/iPhoneSimulator.platform/Developer/Library/Frameworks/"
         "XCTest.framework/XCTest"},
        {true, false,
         "/Library/Developer/CommandLineTools/Library/Developer/Frameworks/Testing.framework/Versions/A/Testing"},
        {true, false,
         "/private/var/containers/Bundle/Application/5C1B/App.app/Frameworks/Testing.framework/Testing"},
        {true, false,
         "/private/var/containers/Bundle/Application/5C1B/App.app/Frameworks/libXCTestSwiftSupport.dylib"},
        {false, false, "/Applications/App.app/Contents/MacOS/App"},
        {false, false, "/private/var/containers/Bundle/Application/5C1B/App.app/Frameworks/Shop.framework/Shop"},
        {false, false,
         "/Users/ann/Library/Developer/CoreSimulator/Devices/9A/data/Containers/Bundle/Application/5C1B/App.app/App"},
        {false, false, "/Users/ann/Library/Developer/Xcode/DerivedData/Shop-x/Build/Products/Debug/Shop.framework/Shop"},
        {false, false, "/Users/ann/Shop/.build/debug/ShopTesting.framework/ShopTesting"},
    };
    Header *header = (Header *)image;
    for (size_t index = 0; index < sizeof(images) / sizeof(images[0]); index++) {
        path = images[index].path;
        header->flags = images[index].isInCache ? header->flags | InSharedCache : header->flags & ~InSharedCache;
        ImposeImage unused;
        bool isLeftOut = impose_all_images(&unused, 1) == 0;
        if (isLeftOut != images[index].isSystem) printf("%s, wrongly: %s\n", isLeftOut ? "left out" : "read", path);
    }
}

int main(int argc, char **argv) {
    if (argc != 5) fail("takes two libraries and two addresses", argv[0]);
    readAll(argv[1], strtoull(argv[2], NULL, 16), strtoull(argv[3], NULL, 16));
    tellTheSystemsImages();
    path = "/Applications/App.app/App";
    // It has conformances, and neither types nor fields.
    readAll(argv[4], 0, 0);
    return 0;
}
