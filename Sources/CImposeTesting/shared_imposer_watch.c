// The offer to the core, before `main`.

#include "CImposeTesting.h"

#include "../CImposeRuntime/include/CImposeRuntime.h"

// Written in Swift.
extern void *_Nonnull impose_make_shared_imposer_watch(void);

__attribute__((constructor)) static void offer(void) {
    impose_offer(ImposeOfferWatch, impose_make_shared_imposer_watch);
}

void impose_link_shared_imposer_watch(void) {}
