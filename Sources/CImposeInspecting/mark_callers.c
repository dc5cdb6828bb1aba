// The references to marks in an image's variables and code, with their symbols: as far as the image's file tells.

#include "CImposeInspecting.h"

#include "../CImposeRuntime/metadata_layout.h"

// MARK: Files (elf.h; here only where words have 64 bits)

/// The beginning of a file.
typedef struct {
    uint8_t identity[16];
    uint16_t type, machine;
    uint32_t version;
    uint64_t entry, segments, sections;
    uint32_t flags;
    uint16_t size, segmentSize, segmentCount, sectionSize, sectionCount, names;
} ElfHeader;

typedef struct {
    uint32_t name, type;
    uint64_t flags, address, offset, size;
    uint32_t link, info;
    uint64_t alignment, entrySize;
} ElfSection;

typedef struct {
    uint32_t name;
    uint8_t info, other;
    uint16_t section;
    uint64_t value, size;
} ElfSymbol;

enum {
    SectionIsSymbols = 2,
    SymbolKindMask = 0xF,
    SymbolIsObject = 1,
    SymbolIsFunction = 2,
};

/// A part of a file; empty if the file ends before it does.
static ImposeRange part(ImposeRange file, uint64_t offset, uint64_t length) {
    if (offset > file.length || length > file.length - offset) return (ImposeRange){file.start, 0};
    return (ImposeRange){(const char *)file.start + offset, (size_t)length};
}

/// Reads one of the entries of a table; all zeros if the table ends before it does.
static void readEntry(ImposeRange table, size_t index, size_t size, void *entry) {
    ImposeRange found = part(table, (uint64_t)index * size, size);
    if (found.length == size) __builtin_memcpy(entry, found.start, size);
    else __builtin_memset(entry, 0, size);
}

static ElfHeader headerOf(ImposeRange file) {
    ElfHeader header;
    readEntry(file, 0, sizeof(header), &header);
    bool isKnown = __builtin_memcmp(header.identity, "\177ELF\2", 5) == 0 && header.sectionSize == sizeof(ElfSection);
    if (!isKnown) __builtin_memset(&header, 0, sizeof(header));
    return header;
}

/// The symbols of a file and their names; both empty if it has none, as one that was stripped.
typedef struct {
    ImposeRange symbols, names;
} SymbolTable;

static SymbolTable symbolsOf(ImposeRange file) {
    ElfHeader header = headerOf(file);
    ImposeRange sections = part(file, header.sections, (uint64_t)header.sectionCount * sizeof(ElfSection));
    for (size_t index = 0; index < header.sectionCount; index++) {
        ElfSection symbols, names;
        readEntry(sections, index, sizeof(symbols), &symbols);
        if (symbols.type != SectionIsSymbols || symbols.link >= header.sectionCount) continue;
        readEntry(sections, symbols.link, sizeof(names), &names);
        return (SymbolTable){part(file, symbols.offset, symbols.size), part(file, names.offset, names.size)};
    }
    return (SymbolTable){{file.start, 0}, {file.start, 0}};
}

/// The name of a symbol; null if it does not end in the file.
static const char *nameOf(SymbolTable table, ElfSymbol symbol) {
    ImposeRange beginning = part(table.names, symbol.name, 1);
    return beginning.length == 0 ? NULL : terminated(table.names, beginning.start);
}

/// Where a symbol is in memory; an empty range unless all of it is in the image.
static ImposeRange memoryOf(ElfSymbol symbol, const ImposeImage *image) {
    ImposeRange memory = {(const void *)(image->loadBias + (uintptr_t)symbol.value), (size_t)symbol.size};
    return rangeIfInside(image->extent, memory);
}

// MARK: References

/// A search for references to some targets, which are in the order of their addresses: to marks or to variables.
typedef struct {
    const ImposeMarkAddress *targets;
    size_t count;
    ImposeMarkAddress *buffer;
    size_t capacity;
    size_t found;
    SymbolTable table;
    /// What may refer to the targets.
    ElfSymbol symbol;
} ReferenceSearch;

static void addReference(ReferenceSearch *search, const void *from, const void *to) {
    size_t index = lowerBound(to, search->targets, sizeof(ImposeMarkAddress), search->count);
    if (index == search->count || search->targets[index].address != to) return;
    if (search->found < search->capacity) {
        search->buffer[search->found] = (ImposeMarkAddress){
            .address = from,
            .mark = search->targets[index].mark,
            .symbol = nameOf(search->table, search->symbol),
        };
    }
    search->found++;
}

// MARK: Variables

/// Whether the symbol is that of a variable for the type of a mangled name ("MD" in docs/ABI/Mangling.rst).
static bool isOfType(const char *name) {
    size_t length = __builtin_strlen(name);
    return length > 2 && name[length - 2] == 'M' && name[length - 1] == 'D';
}

/// Looks at a variable: a relative pointer to the mangled name, and its length, negative. Once code has asked for the
/// type, the variable has the type instead.
static void searchVariable(ReferenceSearch *search, ImposeRange extent, ImposeRange variable) {
    const char *name = nameOf(search->table, search->symbol);
    if (variable.length < 2 * sizeof(int32_t) || name == NULL || !isOfType(name)) return;
    addReference(search, variable.start, targetAt(extent, variable.start));
}

// MARK: Code

static void searchCode(ReferenceSearch *search, ImposeRange code) {
#if defined(__x86_64__)
    // `lea distance(%rip), register`: a prefix, 8D, a byte for the register, and the distance from the next
    // instruction.
    const unsigned char *start = code.start, *end = start + code.length;
    const unsigned char *next = start;
    while ((next = __builtin_memchr(next, 0x8D, (size_t)(end - next))) != NULL) {
        const unsigned char *found = next++;
        if (found == start || end - next < 5 || (found[-1] & 0xFB) != 0x48 || (next[0] & 0xC7) != 0x05) continue;
        const unsigned char *behind = next + 5;
        addReference(search, found - 1, (const void *)((uintptr_t)behind + (uintptr_t)(intptr_t)wordAt(next + 1)));
    }
#elif defined(__aarch64__)
    // `adrp` loads the address of a page, and an `add` soon after it the rest.
    enum { Farthest = 8 };
    const char *start = code.start;
    size_t count = code.length / sizeof(int32_t);
    for (size_t index = 0; index < count; index++) {
        const char *found = start + index * sizeof(int32_t);
        uint32_t page = (uint32_t)wordAt(found);
        if ((page & 0x9F000000u) != 0x90000000u) continue;
        int64_t pages = (int64_t)((page >> 5 & 0x7FFFF) << 2 | (page >> 29 & 3));
        if ((pages & 0x100000) != 0) pages -= 0x200000;
        uintptr_t base = ((uintptr_t)found & ~(uintptr_t)0xFFF) + (uintptr_t)(pages << 12);
        for (size_t behind = index + 1; behind <= index + Farthest && behind < count; behind++) {
            uint32_t rest = (uint32_t)wordAt(start + behind * sizeof(int32_t));
            if ((rest >> 5 & 31) != (page & 31)) continue;
            bool isAdd = (rest & 0xFFC00000u) == 0x91000000u;
            if (isAdd) addReference(search, found, (const void *)(base + (rest >> 10 & 0xFFF)));
            break;
        }
    }
#else
    (void)search;
    (void)code;
#endif
}

// MARK: Symbols

size_t impose_references(const ImposeImage *image, bool fromCode, const ImposeMarkAddress *targets,
                         size_t count, ImposeMarkAddress *buffer, size_t capacity) {
    ReferenceSearch found = {.targets = targets, .count = count, .buffer = buffer, .capacity = capacity};
    found.table = symbolsOf(image->file);
    for (size_t index = 0; index < found.table.symbols.length / sizeof(ElfSymbol); index++) {
        readEntry(found.table.symbols, index, sizeof(ElfSymbol), &found.symbol);
        if ((found.symbol.info & SymbolKindMask) != (fromCode ? SymbolIsFunction : SymbolIsObject)) continue;
        ImposeRange memory = memoryOf(found.symbol, image);
        if (!fromCode) searchVariable(&found, image->extent, memory);
        else if (memory.length > 0) searchCode(&found, memory);
    }
    return found.found;
}

// MARK: Names (exported by the Swift runtime)

extern char *swift_demangle(const char *name, size_t length, char *buffer, size_t *size, uint32_t flags);

char *impose_demangled(const char *name) {
    return swift_demangle(name, __builtin_strlen(name), NULL, NULL, 0);
}
