// explainee/information/test_basis.h: what stands behind a p-value.
#pragma once

namespace explainee::information {

/// How a test of "this set tells nothing" was made.
enum class TestBasis {
  kEqualVariances,  ///< Gaussian rows, or at least errors as large in all rows: all that moments tell
  kSignFlips,       ///< scores of rows, or of blocks of them, whose signs are flipped
  kLikelihood,      ///< of a class: the likelihood ratio (G where cells are counted), for many rows
  kPermutation,     ///< of a class: facts are dealt anew among rows with the same u
};

}  // namespace explainee::information
