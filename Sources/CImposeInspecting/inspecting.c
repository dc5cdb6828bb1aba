#include "CImposeInspecting.h"

#include "CImposeRuntime.h"

/// Written in Swift: see `Inspector`.
extern void *_Nonnull impose_make_inspector(void);

__attribute__((constructor)) static void offer(void) {
    impose_offer_inspector(impose_make_inspector);
}

void impose_keep_inspecting(void) {}
