// apps/cli/one_blas_thread.cpp: keeps OpenBLAS from starting threads that we never use and that would spin for
// milliseconds beside ours. It reads its environment before main(), so this has to run before that.
#include <cstdlib>

namespace {

__attribute__((constructor(101))) void ask_for_one_blas_thread() {
  constexpr int kKeep = 0;  // what the caller set stands
  static_cast<void>(::setenv("OPENBLAS_NUM_THREADS", "1", kKeep));
}

}  // namespace
