// The offer to the core, before `main`.

#include "CImposeInspecting.h"

// Written in Swift.
extern void *_Nonnull impose_make_reader(void);
extern void *_Nonnull impose_make_inspector(void);

static const ImposeInspecting inspecting = {
    .makeReader = impose_make_reader,
    .makeInspector = impose_make_inspector,
};

__attribute__((constructor)) static void offer(void) {
    impose_offer_inspecting(&inspecting);
}

void impose_keep_inspecting(void) {}
