// Words that threads read and write without a lock, as C's own atomics. The Thread Sanitizer knows them: they are inlined
// into Swift code even where nothing is optimised.

#pragma once

#include <stdbool.h>
#include <stdint.h>

#define IMPOSE_ATOMIC_FUNCTION static inline __attribute__((always_inline))

/// The order of an access among the accesses of other threads.
typedef enum : int {
    ImposeOrderRelaxed = __ATOMIC_RELAXED,
    ImposeOrderAcquiring = __ATOMIC_ACQUIRE,
    ImposeOrderReleasing = __ATOMIC_RELEASE,
    ImposeOrderSequentiallyConsistent = __ATOMIC_SEQ_CST,
} ImposeOrder;

/// The functions of one width. The order is a constant where one is called.
#define IMPOSE_ATOMIC(name, type)                                                                      \
    IMPOSE_ATOMIC_FUNCTION type impose_load_##name(const void *place, ImposeOrder order) {             \
        return __atomic_load_n((const type *)place, order);                                            \
    }                                                                                                  \
    IMPOSE_ATOMIC_FUNCTION void impose_store_##name(void *place, type value, ImposeOrder order) {      \
        __atomic_store_n((type *)place, value, order);                                                 \
    }                                                                                                  \
    IMPOSE_ATOMIC_FUNCTION type impose_exchange_##name(void *place, type value, ImposeOrder order) {   \
        return __atomic_exchange_n((type *)place, value, order);                                       \
    }                                                                                                  \
    IMPOSE_ATOMIC_FUNCTION type impose_add_##name(void *place, type value, ImposeOrder order) {        \
        return __atomic_fetch_add((type *)place, value, order);                                        \
    }

IMPOSE_ATOMIC(byte, uint8_t)
IMPOSE_ATOMIC(word, uintptr_t)

#undef IMPOSE_ATOMIC
#undef IMPOSE_ATOMIC_FUNCTION
