#include "explainee/request/records/record.h"

namespace explainee::request {
namespace {

/// The form of each kind of field.
struct Forms {
  Form operator()(const Access<bool>&) const { return Form::kSwitch; }
  Form operator()(const Access<int>&) const { return Form::kWhole; }
  Form operator()(const Access<std::int64_t>&) const { return Form::kWhole; }
  Form operator()(const Access<std::optional<int>>&) const { return Form::kWhole; }
  Form operator()(const Access<std::optional<std::int64_t>>&) const { return Form::kWhole; }
  Form operator()(const Access<double>&) const { return Form::kNumber; }
  Form operator()(const Access<std::optional<double>>&) const { return Form::kNumber; }
  Form operator()(const Access<std::string>&) const { return Form::kText; }
  Form operator()(const OneColumn&) const { return Form::kText; }
  Form operator()(const Choice&) const { return Form::kText; }
  Form operator()(const OneRow&) const { return Form::kRow; }
  Form operator()(const Beside&) const { return Form::kText; }
  Form operator()(const Access<WrittenExpression>&) const { return Form::kText; }
  Form operator()(const Columns&) const { return Form::kList; }
  Form operator()(const Texts&) const { return Form::kList; }
  template <class T>
  Form operator()(const Access<std::vector<T>>&) const {
    return Form::kList;
  }
};

}  // namespace

Form form_of(const Record& record) { return std::visit(Forms(), record.field); }

}  // namespace explainee::request
