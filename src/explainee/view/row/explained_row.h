// explainee/view/row/explained_row.h: the row of an explanation as people are shown it.
#pragma once

#include <string>
#include <vector>

#include "explainee/explain/explanation.h"
#include "explainee/view/names/plain_names.h"
#include "explainee/view/row/row_view.h"

namespace explainee::view {

/// "row 403", or "customer 00000003" where it has an id: the plain name of the column of ids, and the id.
[[nodiscard]] std::string row_name(const explain::RowExplanation& row, const std::string& id_column,
                                   const PlainNames& names);
/// The same of the row of an explanation.
[[nodiscard]] std::string row_name(const explain::Explanation& explanation, const PlainNames& names);

/// The same at the beginning of a sentence: "In row 403", "For customer 00000003".
[[nodiscard]] std::string in_row(const explain::Explanation& explanation, const PlainNames& names);

/// What stands before the prediction of a row; with two models compared it is their difference.
[[nodiscard]] std::string says_text(const explain::Explanation& explanation);

/// A signed difference of the k-th prediction in its units as shown, with as many decimals as its typical error takes.
[[nodiscard]] std::string moved_text(const explain::Explanation& explanation, const PlainNames& names, double stored,
                                     std::size_t k);

/// The explanation's row, once per prediction; none without a row.
[[nodiscard]] std::vector<RowView> explained_row(const explain::Explanation& explanation, const PlainNames& names);

}  // namespace explainee::view
