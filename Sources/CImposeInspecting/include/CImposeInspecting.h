// What inspecting needs from below Swift: the images of the program, with their metadata sections.

#pragma once

#include "CImposeRuntime.h"

#pragma clang assume_nonnull begin

#if defined(__cplusplus)
extern "C" {
#endif

// MARK: Images

/// One image, the program itself or a library, with its metadata sections.
typedef struct {
    /// The path of the file that the image was loaded from, null or empty for the program itself.
    const char *_Nullable path;
    /// By how much addresses in memory are larger than those in the file. Set where files are read.
    uintptr_t loadBias;
    /// All of the file, in memory as long as it is open.
    ImposeRange file;
    /// The whole image in memory. Nothing outside it is read.
    ImposeRange extent;
    /// `swift5_fieldmd`: the stored properties.
    ImposeRange fields;
    /// `swift5_type_metadata`: the types.
    ImposeRange types;
    /// `swift5_protocol_conformances`.
    ImposeRange conformances;
    /// `swift5_typeref`: the names of types.
    ImposeRange typeReferences;
} ImposeImage;

/// Finds the loaded images. Returns their number and writes the first `capacity`; none where their sections can't be
/// found, or have an unknown version.
size_t impose_all_images(ImposeImage *buffer, size_t capacity);

/// Whether the images of the process share what several of them define under a symbol: the program, or a library that
/// it was linked with, makes its own known to all.
bool impose_is_shared(const char *symbol);

/// A stored property.
typedef struct {
    /// The mangled name of its type.
    const char *type;
    size_t typeLength;
    const char *name;
    /// Whether it is a `var`.
    bool isVariable;
    /// The descriptor of the type that it is a property of; null if the image does not contain it.
    const void *_Nullable owner;
} ImposeField;

/// Finds stored properties of structs and classes, in the order of the section. `owner` limits them to those that one
/// type of the image declares itself; `descriptors` to those the names of whose types begin with one of some generic
/// types. Returns their number and writes the first `capacity`.
size_t impose_fields(const ImposeImage *image, const void *_Nullable owner,
                     const void *const _Nonnull *_Nullable descriptors, size_t count, ImposeField *buffer,
                     size_t capacity);

/// How many properties a struct or a class of the image stores itself, described or not; -1 for anything else.
int64_t impose_field_count(const ImposeImage *image, const void *owner);

/// Finds the structs and classes that have stored properties which the image does not describe. Returns their number
/// and writes the descriptors of the first `capacity`.
size_t impose_types_without_fields(const ImposeImage *image, const void *_Nullable *_Nonnull buffer, size_t capacity);

/// Finds the names of a type, of the types around it, and at last of its module. Returns their number and writes the
/// first `capacity`, and whether the type is private, in a file or in another type, or local.
size_t impose_context_names(const ImposeImage *image, const void *descriptor, const char *_Nullable *_Nonnull buffer,
                            size_t capacity, bool *isPrivate);

/// The type of a descriptor in the image; null if it is generic. Runs code of the image.
const void *_Nullable impose_type_of_descriptor(const ImposeImage *image, const void *descriptor);

/// The descriptors of the types that the image says to conform to a protocol, wherever they are: each for itself, and
/// no class for those that inherit from it. Returns how many there are and writes the first `capacity`, and whether
/// these are all: whether every record was understood that may be about the protocol.
size_t impose_conforming_types(const ImposeImage *image, const void *protocol,
                               const void *_Nullable *_Nonnull buffer, size_t capacity, bool *areAll);

/// Whether a class, struct or enum may conform to a protocol: false only if neither its own descriptor nor one of its
/// superclasses' is among those of the types that are said to, which are in the order of their addresses.
bool impose_may_conform(const void *type, const void *const _Nonnull *_Nullable descriptors, size_t count);

/// What tells whether the runtime looks through other images for conformances than before.
typedef struct {
    /// How many there are; 0 where nobody can tell.
    size_t count;
    /// Differs whenever the images differ.
    uintptr_t hash;
} ImposeImagesState;

ImposeImagesState impose_images_state(void);

// MARK: Calls

/// The mark of a call: the mangled name of its type, which is a generic one.
typedef struct {
    /// Which generic type.
    size_t kind;
    const char *name;
    size_t length;
} ImposeMark;

/// Finds the names of types that begin with one of some generic types, in the order of their addresses. Returns their
/// number and writes the first `capacity`.
size_t impose_marks(const ImposeImage *image, const void *const _Nonnull *_Nonnull descriptors, size_t count,
                    ImposeMark *buffer, size_t capacity);

/// The type that a mark is of: the `X` of a generic enum's argument `X.Type`. Null if it is another kind of type.
const void *_Nullable impose_marked_type(const void *mark);

/// Opens the file of an image. False where that is not possible.
bool impose_open_file(ImposeImage *image);
void impose_close_file(const ImposeImage *image);

/// The address of a mark, or of something that refers to one.
typedef struct {
    /// First, since lists of these are searched by it.
    const void *address;
    /// Which mark, as the caller counts them.
    size_t mark;
    /// The symbol of the variable or the function that the address is in, in the file; null if its name can't be read.
    const char *_Nullable symbol;
} ImposeMarkAddress;

/// Finds references to some targets, which are sorted by their addresses. If `fromCode` is false, the targets are the
/// names of marks, and the references are variables of the image: code keeps the type of a mark in one, and until it
/// has asked for the type, the variable leads to the name. If `fromCode` is true, the targets are such variables, and
/// the references are in the code of functions that have symbols. Returns the number of references, in the order of the
/// symbols, and writes the first `capacity`.
size_t impose_references(const ImposeImage *image, bool fromCode, const ImposeMarkAddress *targets,
                         size_t count, ImposeMarkAddress *buffer, size_t capacity);

/// The name of a symbol as code has it, for the caller to free; null if it is none of Swift's.
char *_Nullable impose_demangled(const char *name);

#if defined(__cplusplus)
}
#endif

#pragma clang assume_nonnull end
