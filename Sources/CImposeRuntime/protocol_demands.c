// What protocols demand of types, and constrained protocol types such as any Repository<User>.

#include "metadata_layout.h"

// MARK: Requirements (TargetGenericRequirementDescriptor in swift/ABI/Metadata.h, GenericRequirementKind in
// swift/ABI/MetadataValues.h)

enum {
    RequirementFlags = 0,
    RequirementParameter = 4,
    RequirementSubject = 8,
    RequirementSize = 12,
};

enum {
    RequirementKindMask = 0x1F,
    RequirementIsOfPack = 0x20,
    RequirementIsProtocol = 0,
    RequirementIsSameType = 1,
    RequirementIsBaseClass = 2,
    RequirementIsLayout = 0x1F,
    LayoutIsClass = 0,
};

/// A mangled name.
typedef struct {
    const char *start;
    size_t length;
} Name;

static bool readName(ImposeRange image, const char *field, Name *name) {
    const char *start = targetAt(image, field);
    if (start == NULL) return false;
    size_t length = lengthOfName(image, start);
    if (length == SIZE_MAX) return false;
    *name = (Name){start, length};
    return true;
}

static bool equals(Name name, const char *text) {
    return name.length == __builtin_strlen(text) && __builtin_memcmp(name.start, text, name.length) == 0;
}

/// How requirements call what they are about (docs/ABI/Mangling.rst, "Generics").
typedef struct {
    const char *itself;
    /// The end of the name of one of its associated types.
    const char *member;
} Subject;

/// In a protocol's signature, the type itself is the only parameter. In a shape it follows those that stand for
/// arguments, a level deeper.
static const Subject subjectOfProtocol = {"x", "Qz"};
static const Subject subjectOfShape = {"qd__", "Qyd__"};

/// Takes the name of an associated type of the subject apart: its own name, with its length before it, and the protocol
/// that declares it, often as a symbolic reference.
static bool readAssociatedType(ImposeRange image, Name name, Subject subject, ImposeDemand *demand) {
    size_t end = __builtin_strlen(subject.member);
    if (name.length <= end || __builtin_memcmp(name.start + name.length - end, subject.member, end) != 0) return false;
    size_t digits = 0, length = 0;
    // A name that begins with a zero repeats words of earlier names: it is not understood.
    while (digits < name.length && digits < 4 && name.start[digits] >= (digits == 0 ? '1' : '0')
           && name.start[digits] <= '9') {
        length = length * 10 + (size_t)(name.start[digits] - '0');
        digits++;
    }
    if (digits == 0 || length > name.length - end - digits) return false;
    const char *text = name.start + digits, *rest = text + length;
    size_t restLength = name.length - end - digits - length;
    if (restLength == 0) return false;
    for (size_t index = 0; index < length; index++) {
        if ((unsigned char)text[index] < 0x20) return false;
    }
    demand->kind = ImposeDemandAssociatedType;
    demand->name = text;
    demand->nameLength = length;
    demand->protocol = NULL;
    if ((unsigned char)rest[0] < 0x20) {
        if (restLength != 1 + sizeof(int32_t)) return false;
        demand->protocol = leadingDescriptor(image, rest);
        return demand->protocol != NULL;
    }
    // An associated type of an associated type ends in QZ or QY, and has a further name here. All else that may be here
    // is a protocol.
    for (size_t index = 0; index < restLength; index++) {
        if ((unsigned char)rest[index] < 0x20 || rest[index] == '_') return false;
    }
    return true;
}

/// Which of the parameters of the outer level a name means: x, q_, q0_, q1_ and so on.
static bool readParameter(Name name, size_t count, size_t *index) {
    if (equals(name, "x")) {
        *index = 0;
    } else if (name.length >= 2 && name.length <= 5 && name.start[0] == 'q' && name.start[name.length - 1] == '_') {
        size_t number = 0;
        for (size_t at = 1; at < name.length - 1; at++) {
            if (name.start[at] < '0' || name.start[at] > '9') return false;
            number = number * 10 + (size_t)(name.start[at] - '0');
        }
        *index = name.length == 2 ? 1 : number + 2;
    } else {
        return false;
    }
    return *index < count;
}

/// Takes one requirement apart. False where it is none that is understood.
static bool readDemand(ImposeRange image, const char *requirement, Subject subject, size_t arguments,
                       ImposeDemand *demand) {
    *demand = (ImposeDemand){0};
    uint32_t flags = (uint32_t)wordAt(requirement + RequirementFlags);
    if ((flags & RequirementIsOfPack) != 0) return false;
    Name parameter, other;
    if (!readName(image, requirement + RequirementParameter, &parameter)) return false;
    const char *field = requirement + RequirementSubject;
    switch (flags & RequirementKindMask) {
    case RequirementIsProtocol:
        if (!equals(parameter, subject.itself)) return false;
        // Bit 1 says that it is one of Objective-C's.
        if ((wordAt(field) & 2) != 0) return false;
        demand->kind = ImposeDemandProtocol;
        demand->protocol = followIndirectable(image, field).descriptor;
        return demand->protocol != NULL;
    case RequirementIsSameType:
        if (!readName(image, field, &other)) return false;
        if (!readAssociatedType(image, parameter, subject, demand)) {
            if (!readAssociatedType(image, other, subject, demand)) return false;
            other = parameter;
        }
        if (arguments > 0) return readParameter(other, arguments, &demand->argument);
        demand->typeName = other.start;
        demand->typeNameLength = other.length;
        return true;
    case RequirementIsBaseClass:
        if (!equals(parameter, subject.itself) || !readName(image, field, &other)) return false;
        demand->kind = ImposeDemandSuperclass;
        demand->typeName = other.start;
        demand->typeNameLength = other.length;
        return true;
    case RequirementIsLayout:
        if (!equals(parameter, subject.itself) || wordAt(field) != LayoutIsClass) return false;
        demand->kind = ImposeDemandClass;
        return true;
    default:
        return false;
    }
}

// MARK: Shapes (TargetExtendedExistentialTypeShape in swift/ABI/Metadata.h, ExtendedExistentialTypeShapeFlags in
// swift/ABI/MetadataValues.h, TargetGenericContextDescriptorHeader in swift/ABI/GenericContext.h)

enum {
    ShapeFlags = 0,
    ShapeHeaders = 8,
    ShapeSize = 24,
};

enum : uint32_t {
    ShapeKindMask = 0xFF,
    ShapeKindOpaque = 0,
    ShapeKindClass = 1,
    ShapeHasGeneralization = 0x100,
    ShapeHasTypeExpression = 0x200,
    ShapeHasWitnesses = 0x400,
    ShapeHasImplicitParameters = 0x800,
    ShapeHasImplicitArguments = 0x1000,
    /// The others are type expressions, which metatypes have, packs, and what comes later.
    ShapeKnown = ShapeKindMask | ShapeHasGeneralization | ShapeHasWitnesses | ShapeHasImplicitParameters
        | ShapeHasImplicitArguments,
};

/// A parameter that is a type and an argument that is stored (GenericParamDescriptor in swift/ABI/GenericContext.h).
enum { PlainParameter = 0x80 };

/// A header as it is in memory. A shape has one for its requirements, and behind it, where there is a generalization,
/// one for its arguments.
typedef struct {
    uint16_t parameters, requirements, keyArguments, flags;
} Header;

bool impose_shape_demands(ImposeRange image, const void *shape, ImposeShape *parts, ImposeDemand *buffer,
                          size_t capacity) {
    if (!contains(image, shape, ShapeSize)) return false;
    const char *address = shape;
    uint32_t flags = (uint32_t)wordAt(address + ShapeFlags);
    if ((flags & ~(uint32_t)ShapeKnown) != 0 || (flags & ShapeHasGeneralization) == 0) return false;
    if ((flags & ShapeKindMask) != ShapeKindOpaque && (flags & ShapeKindMask) != ShapeKindClass) return false;
    Header headers[2];
    __builtin_memcpy(headers, address + ShapeHeaders, sizeof(headers));
    Header header = headers[0], arguments = headers[1];
    const char *next = address + ShapeSize;
    // Understood are plain types alone: a parameter for each argument, and behind them the type that the demands are
    // about.
    if (header.flags != 0 || arguments.flags != 0 || arguments.parameters == 0) return false;
    if (header.parameters != arguments.parameters + 1 || arguments.keyArguments < arguments.parameters) return false;
    if ((flags & ShapeHasWitnesses) != 0) next += sizeof(int32_t);
    size_t stored = ((flags & ShapeHasImplicitParameters) != 0 ? 0 : header.parameters)
        + ((flags & ShapeHasImplicitArguments) != 0 ? 0 : arguments.parameters);
    if (!contains(image, next, stored)) return false;
    for (size_t index = 0; index < stored; index++) {
        if ((unsigned char)next[index] != PlainParameter) return false;
    }
    next += (stored + 3) & ~(size_t)3;
    if (!contains(image, next, (size_t)header.requirements * RequirementSize)) return false;
    for (size_t index = 0; index < header.requirements; index++) {
        ImposeDemand demand;
        if (!readDemand(image, next + index * RequirementSize, subjectOfShape, arguments.parameters, &demand)) {
            return false;
        }
        if (index < capacity) buffer[index] = demand;
    }
    *parts = (ImposeShape){
        .isClassBound = (flags & ShapeKindMask) == ShapeKindClass,
        .argumentCount = arguments.parameters,
        .demandCount = header.requirements,
    };
    return true;
}

bool impose_shape_is_of_metatypes(const void *shape) {
    uint32_t flags = (uint32_t)wordAt((const char *)shape + ShapeFlags);
    return (flags & ShapeHasTypeExpression) != 0;
}

const void *impose_existential_shape(const void *type) {
    const GenericMetadata *metadata = type;
    return metadata->kind == MetadataKindExtendedExistential ? stripped(metadata->description) : NULL;
}

const void *impose_existential_argument(const void *type, size_t index) {
    return ((const GenericMetadata *)type)->arguments[index];
}

// MARK: Protocols (TargetProtocolDescriptor and TargetProtocolRequirement in swift/ABI/Metadata.h,
// ProtocolRequirementFlags in swift/ABI/MetadataValues.h)

enum {
    ProtocolSignatureCount = 12,
    ProtocolRequirementCount = 16,
    ProtocolAssociatedTypeNames = 20,
    ProtocolSize = 24,
    ProtocolRequirementSize = 8,
    ProtocolRequirementKindMask = 0x0F,
    ProtocolRequirementIsAssociatedType = 7,
};

/// All memory, for descriptors that the runtime itself relies on.
static const ImposeRange everywhere = {NULL, SIZE_MAX};

size_t impose_protocol_demands(const void *protocol, ImposeDemand *buffer, size_t capacity) {
    if (isObjectiveC(protocol)) return 0;
    const char *address = protocol;
    const char *requirement = address + ProtocolSize;
    uint32_t signature = (uint32_t)wordAt(address + ProtocolSignatureCount);
    size_t count = 0;
    for (uint32_t index = 0; index < signature; index++, requirement += RequirementSize) {
        ImposeDemand demand;
        if (!readDemand(everywhere, requirement, subjectOfProtocol, 0, &demand)) continue;
        if (count < capacity) buffer[count] = demand;
        count++;
    }
    return count;
}

const void *impose_associated_type_requirement(const void *protocol, const char *name, size_t length) {
    if (isObjectiveC(protocol)) return NULL;
    const char *address = protocol;
    const char *names = targetAt(everywhere, address + ProtocolAssociatedTypeNames);
    if (names == NULL) return NULL;
    uint32_t requirements = (uint32_t)wordAt(address + ProtocolRequirementCount);
    const char *requirement =
        address + ProtocolSize + (size_t)(uint32_t)wordAt(address + ProtocolSignatureCount) * RequirementSize;
    const void *found = NULL;
    // The names are separated by blanks: one for each requirement of an associated type, in the same order.
    for (uint32_t at = 0; at < requirements; at++, requirement += ProtocolRequirementSize) {
        if ((wordAt(requirement) & ProtocolRequirementKindMask) != ProtocolRequirementIsAssociatedType) continue;
        size_t here = 0;
        while (names[here] != '\0' && names[here] != ' ') here++;
        if (here == 0) return NULL;
        if (here == length && __builtin_memcmp(names, name, length) == 0) found = requirement;
        names += names[here] == ' ' ? here + 1 : here;
    }
    return *names == '\0' ? found : NULL;
}

// MARK: Witnesses

extern __attribute__((swiftcall)) MetadataResponse swift_getAssociatedTypeWitness(size_t request, const void *witnesses,
                                                                                  const void *type, const void *base,
                                                                                  const void *requirement);

const void *impose_associated_type(const void *type, const void *protocol, const void *requirement) {
    const void *witnesses = swift_conformsToProtocol(type, protocol);
    if (witnesses == NULL) return NULL;
    const char *address = protocol;
    const char *first =
        address + ProtocolSize + (size_t)(uint32_t)wordAt(address + ProtocolSignatureCount) * RequirementSize;
    // Requirements are counted from one before the first (getRequirementBaseDescriptor); 0 asks for all of the type.
    return swift_getAssociatedTypeWitness(0, witnesses, type, first - ProtocolRequirementSize, requirement).type;
}
