#include "explainee/request/grammar/grammar.h"

#include <fmt/format.h>

#include "explainee/data/name_pattern.h"
#include "explainee/request/grammar/pairs.h"
#include "explainee/request/grammar/values.h"
#include "explainee/request/records/records.h"

namespace explainee::request {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

/// Reads one value into its field; its form was checked. One overload per kind of field.
class Filler {
 public:
  Filler(const Record& record, const Value& value, TableColumns columns, Request& request)
      : option_(record.name), value_(value), columns_(columns), request_(request) {}

  Result<void> operator()(const Access<bool>& field) { return put(field, std::get<bool>(value_)); }
  Result<void> operator()(const Access<int>& field) { return put(field, static_cast<int>(whole())); }
  Result<void> operator()(const Access<std::int64_t>& field) { return put(field, whole()); }
  Result<void> operator()(const Access<double>& field) { return put(field, number()); }
  Result<void> operator()(const Access<std::optional<int>>& field) { return put(field, static_cast<int>(whole())); }
  Result<void> operator()(const Access<std::optional<std::int64_t>>& field) { return put(field, whole()); }
  Result<void> operator()(const Access<std::optional<double>>& field) { return put(field, number()); }
  Result<void> operator()(const Access<std::string>& field) { return put(field, text()); }
  Result<void> operator()(const Beside& /*field*/) { return {}; }
  Result<void> operator()(const Texts& field) { return put(field.at, texts()); }
  Result<void> operator()(const Access<WrittenExpression>& field) { return put(field, WrittenExpression{text()}); }

  Result<void> operator()(const Access<std::vector<WrittenExpression>>& field) {
    field.change(request_).clear();
    for (const std::string& one : texts()) field.change(request_).push_back({one});
    return {};
  }

  Result<void> operator()(const Choice& field) {
    field.set(request_, position_of(field.words, text()));
    return {};
  }

  Result<void> operator()(const OneRow& field) {
    Rows& rows = field.at.change(request_);
    const auto* id = std::get_if<std::string>(&value_);
    rows.row = id == nullptr ? std::optional(whole()) : std::nullopt;
    rows.row_id = id == nullptr ? std::string() : id->substr(kIdPrefix.size());
    return {};
  }

  Result<void> operator()(const OneColumn& field) {
    if (field.of_rows && !data::resolve_name(columns_, text()).ok()) return put(field.at, text());
    EXPLAINEE_ASSIGN(std::string name, expand_name(option_, columns_, text()));
    return put(field.at, std::move(name));
  }

  Result<void> operator()(const Columns& field) {
    field.at.change(request_).clear();
    const bool facts = field.or_facts && request_.facts.family != FactRules().family;
    for (const std::string& pattern : texts()) {
      if (facts && !data::resolve_name(columns_, pattern).ok()) {
        field.at.change(request_).push_back(pattern);
        continue;
      }
      EXPLAINEE_ASSIGN(const TextList names, expand_names(option_, columns_, std::span(&pattern, 1)));
      field.at.change(request_).insert(field.at.change(request_).end(), names.begin(), names.end());
    }
    return {};
  }

  Result<void> operator()(const Access<std::vector<WeightedColumn>>& field) {
    return put_read(field, read_weights(option_, columns_, texts()));
  }
  Result<void> operator()(const Access<std::vector<FactNoise>>& field) {
    return put_read(field, read_noise(option_, texts()));
  }
  Result<void> operator()(const Access<std::vector<FactSteps>>& field) {
    return put_read(field, read_steps(option_, texts()));
  }
  Result<void> operator()(const Access<std::vector<FactCost>>& field) {
    return put_read(field, read_costs(option_, texts()));
  }
  Result<void> operator()(const Access<std::vector<int>>& field) {
    return put_read(field, read_windows(option_, texts()));
  }
  Result<void> operator()(const Access<std::vector<std::int64_t>>& field) {
    return put_read(field, read_rows(option_, texts()));
  }

  /// A pattern means those of her own numbers that it names; a name that is none is left to who finds out.
  Result<void> operator()(const Access<std::vector<OwnNoise>>& field) {
    EXPLAINEE_ASSIGN(const std::vector<OwnNoise> read, read_own_noise(option_, texts()));
    std::vector<data::Column> hers;
    for (const TextList* names : {&request_.who.summary, &request_.who.guess}) {
      for (const std::string& name : *names) {
        for (const data::Column& column : columns_) {
          if (column.name == name && column.type == data::ColumnType::kNumber) hers.push_back({name});
        }
      }
    }
    std::vector<OwnNoise> noises;
    for (const OwnNoise& one : read) {
      const auto found = data::resolve_name(hers, one.name);
      if (!found.ok()) noises.push_back(one);
      for (std::size_t i = 0; found.ok() && i < found.value().size(); ++i)
        noises.push_back({hers[found.value()[i]].name, one.sd});
    }
    return put(field, std::move(noises));
  }

  Result<void> operator()(const Access<std::vector<ColumnGroup>>& field) {
    EXPLAINEE_ASSIGN(const auto lists, read_named_lists(option_, texts()));
    std::vector<ColumnGroup> groups;
    for (const auto& [name, patterns] : lists) {
      auto names = expand_names(option_, columns_, patterns);
      if (!names.ok()) {
        names.error().subject.option = base::option(option_, name);
        return names.error();
      }
      groups.push_back({name, std::move(names.value())});
    }
    return put(field, std::move(groups));
  }

  Result<void> operator()(const Access<std::vector<ColumnCuts>>& field) {
    EXPLAINEE_ASSIGN(const auto lists, read_named_lists(option_, texts()));
    std::vector<ColumnCuts> all;
    for (const auto& [pattern, numbers] : lists) {
      EXPLAINEE_ASSIGN(const TextList names, expand_names(option_, columns_, std::span(&pattern, 1)));
      std::vector<double> cuts;
      for (const std::string& text : numbers) {
        EXPLAINEE_ASSIGN(const double cut, read_number(option_, text));
        cuts.push_back(cut);
      }
      for (const std::string& name : names) all.push_back({name, cuts});
    }
    return put(field, std::move(all));
  }

 private:
  [[nodiscard]] std::int64_t whole() const { return std::get<std::int64_t>(value_); }
  [[nodiscard]] double number() const {
    const auto* number = std::get_if<double>(&value_);
    return number != nullptr ? *number : static_cast<double>(whole());
  }
  [[nodiscard]] const std::string& text() const { return std::get<std::string>(value_); }
  [[nodiscard]] const TextList& texts() const { return std::get<TextList>(value_); }

  template <class T, class V>
  Result<void> put(const Access<T>& field, V value) {
    field.change(request_) = std::move(value);
    return {};
  }

  template <class T>
  Result<void> put_read(const Access<T>& field, Result<T> read) {
    EXPLAINEE_ASSIGN(field.change(request_), std::move(read));
    return {};
  }

  std::string_view option_;
  const Value& value_;
  TableColumns columns_;
  Request& request_;
};

/// What a field's reading looks at is read before it.
bool needs_others(const Record& record) {
  const auto* columns = std::get_if<Columns>(&record.field);
  return (columns != nullptr && columns->or_facts) ||
         std::holds_alternative<Access<std::vector<OwnNoise>>>(record.field);
}

}  // namespace

Result<Request> resolve(const Written& written, std::span<const Record> records, TableColumns columns, Request start) {
  for (const auto& [name, value] : written.values()) {
    const Record* record = find_record(records, name);
    if (record == nullptr) return Error{ErrorCode::kBadOption, fmt::format("there is no option '{}' here", name), ""};
    EXPLAINEE_TRY(check_value(*record, value));
  }
  for (const bool later : {false, true}) {
    for (const Record& record : records) {
      const Value* value = written.find(record.name);
      if (value == nullptr || needs_others(record) != later) continue;
      EXPLAINEE_TRY(std::visit(Filler(record, *value, columns, start), record.field));
    }
  }
  start.written = written;
  return start;
}

}  // namespace explainee::request
