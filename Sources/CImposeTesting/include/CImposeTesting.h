// What tests need from below Swift: the offer to be told of what changes for all of them.

#pragma once

/// Does nothing. An archive gives a program only what something refers to: call it from what tests use.
void impose_link_shared_imposer_watch(void);
