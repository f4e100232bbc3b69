// explainee/base/large_pages.h: large matrices in large pages of memory, which are quicker to get than many small ones.
#pragma once

#include <cstddef>

namespace explainee::base {

/// Tells the system that these bytes, not yet written, are about to be. Does nothing where they are few or the system
/// has no large pages.
void prefer_large_pages(void* begin, std::size_t bytes);

}  // namespace explainee::base
