#include "explainee/explain/gather/gather.h"

#include <utility>

#include "explainee/explain/gather/gather_moments.h"
#include "explainee/explain/gather/gather_rows.h"
#include "explainee/explain/gather/moment_columns.h"

namespace explainee::explain {

std::vector<data::Column> columns_of(const Input& input) {
  return input.moments != nullptr ? table_columns(*input.moments) : input.table->columns();
}

base::Result<Gathered> gather(const Input& input, const request::Request& request, bool judging,
                              const base::Control& control) {
  if (input.moments != nullptr) return gather_moments(input, request, judging);
  return gather_rows(input, request, judging, control);
}

base::Result<Gathered> gather_again(const Input& input, const request::Request& request, bool judging,
                                    std::vector<family::Proposal> proposals, const base::Control& control) {
  return gather_rows(input, request, judging, control, std::move(proposals));
}

}  // namespace explainee::explain
