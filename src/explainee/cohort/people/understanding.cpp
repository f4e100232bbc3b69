#include "explainee/cohort/people/understanding.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <unordered_set>

#include "explainee/explain/gather/moment_columns.h"
#include "explainee/person/table_columns.h"

namespace explainee::cohort {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

constexpr std::size_t kPeopleAtOnce = 8192;

}  // namespace

search::Member Understanding::member() const {
  const auto view = [](const auto& matrix) {
    return std::span<const double>(matrix.data(), static_cast<std::size_t>(matrix.size()));
  };
  search::Member member;
  member.known = known;
  member.cross = view(cross);
  member.inner = view(inner);
  member.cross_target = view(cross_target);
  member.weights = view(fact_weights);
  member.noise_variance = fact_weights.size() > 0 ? noise_variance : 0;
  return member;
}

Eigen::MatrixXd Understanding::summary_weights(const SharedProblem& shared) const {
  const auto size = static_cast<Eigen::Index>(shared.moments().columns.size());
  const std::size_t held = known.size() + columns.size();
  Eigen::MatrixXd all = Eigen::MatrixXd::Zero(size, static_cast<Eigen::Index>(held) + (weights.size() > 0 ? 1 : 0));
  Eigen::Index at = 0;
  for (const int fact : known) all(shared.facts()[static_cast<std::size_t>(fact)].columns.front(), at++) = 1;
  for (const int column : columns) all(column, at++) = 1;
  if (weights.size() > 0) all.col(at) = weights;
  return all;
}

Result<Reader> Reader::make(SharedProblem& shared, const UserList& list, bool linear) {
  Reader reader(shared, linear);
  for (std::size_t i = 0; i < shared.facts().size(); ++i) {
    if (shared.facts()[i].columns.size() == 1)
      reader.fact_of_.emplace(shared.facts()[i].columns.front(), static_cast<int>(i));
  }
  for (const std::string& name : list.weighted()) {
    const int column = shared.moments().find(name);
    if (column < 0) {
      const bool text = !person::columns_of(shared.moments(), name).empty();
      return Error{ErrorCode::kUnknownColumn,
                   text ? fmt::format("column 'w:{0}': '{0}' is text in the data, and text has no weight", name)
                        : fmt::format("column 'w:{0}': the data have no number column '{0}'", name),
                   list.table().name()};
    }
    const auto fact = reader.fact_of_.find(column);
    reader.weighted_.push_back(column);
    reader.facts_.push_back(fact == reader.fact_of_.end() ? -1 : fact->second);
  }
  if (list.kind() != UserKind::kAnswers) return reader;
  std::vector<person::Answer> answers = list.all_answers();  // in the order of rows; each row is read once
  answers.erase(std::unique(answers.begin(), answers.end(),
                            [](const person::Answer& a, const person::Answer& b) { return a.row == b.row; }),
                answers.end());
  EXPLAINEE_ASSIGN(const Eigen::MatrixXd rows, explain::read_answered(shared.nobody, answers, list.table()));
  for (std::size_t i = 0; i < answers.size(); ++i)
    reader.rows_[answers[i].row] = rows.row(static_cast<Eigen::Index>(i)).transpose();
  reader.space_ = explain::person_space(shared.nobody);
  reader.task_ = explain::verdict_task(shared.nobody, shared.nobody.problem, reader.space_.covariance);
  reader.anybody_ = explain::draw_anybody(reader.space_, reader.task_, explain::persons_options(shared.nobody));
  return reader;
}

Understanding Reader::answered(const std::vector<person::Answer>& answers, const base::Control& control) const {
  Eigen::MatrixXd rows(static_cast<Eigen::Index>(answers.size()), space_.mean.size());
  for (std::size_t i = 0; i < answers.size(); ++i)
    rows.row(static_cast<Eigen::Index>(i)) = rows_.at(answers[i].row).transpose();
  explain::Learnt learnt =
      explain::learn(shared_->nobody, space_, task_, {std::move(rows), answers, &anybody_}, control);
  Understanding person = sum_of(std::move(learnt.typical.weights), learnt.typical.own_variance);
  person.told = std::move(learnt.told);
  person.odd_answers = learnt.report.oddity != person::Oddity::kNone;
  return person;
}

Understanding Reader::sum_of(Eigen::VectorXd weights, double noise_variance) const {
  Understanding person;
  person.noise_variance = noise_variance;
  person.weights = std::move(weights);
  add_covariances(person, person.weights);
  person.inner(0, 0) += noise_variance;
  return person;
}

void Reader::add_covariances(Understanding& person, const Eigen::MatrixXd& columns) const {
  const moments::Fold& total = shared_->nobody.total();
  const Eigen::MatrixXd with_all = *moments::covariance_with(total, columns);
  person.inner = columns.transpose() * with_all;
  person.cross_target = with_all.row(shared_->nobody.setting.predictions.front()).transpose();
  person.cross.resize(static_cast<Eigen::Index>(shared_->facts().size()), columns.cols());
  for (std::size_t i = 0; i < shared_->facts().size(); ++i)
    person.cross.row(static_cast<Eigen::Index>(i)) = with_all.row(shared_->facts()[i].columns.front());
}

Result<Understanding> Reader::has(const std::string& names, UserKind kind, const base::Subject& where) const {
  Understanding person;
  const std::vector<data::Column>& columns = shared_->nobody.gathered.columns;
  EXPLAINEE_ASSIGN(const std::vector<std::size_t> found, listed_columns(columns, names, where));
  person::Person her;
  her.quadratic = !linear_;
  for (const std::size_t index : found) {
    if (kind == UserKind::kKnows) her.known.push_back({columns[index].name, person::Way::kKnows});
    if (kind == UserKind::kSummary) her.linear.push_back({columns[index].name, person::Way::kUnderstands});
  }
  EXPLAINEE_ASSIGN(const person::Summary summary, person::summarise(her, shared_->moments()));
  person.linear_only = summary.known_linear_only;
  for (const person::SummaryColumn& column : summary.columns) {
    Eigen::Index index = 0;
    column.weights.maxCoeff(&index);  // a unit vector
    const auto fact = fact_of_.find(static_cast<int>(index));
    if (fact == fact_of_.end()) {
      person.columns.push_back(static_cast<int>(index));
    } else {
      person.known.push_back(fact->second);
    }
  }
  if (!person.columns.empty()) {
    Eigen::MatrixXd units = Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(shared_->moments().columns.size()),
                                                  static_cast<Eigen::Index>(person.columns.size()));
    for (std::size_t i = 0; i < person.columns.size(); ++i) units(person.columns[i], static_cast<Eigen::Index>(i)) = 1;
    add_covariances(person, units);
  }
  return person;
}

Understanding Reader::weighs(const Eigen::VectorXd& weights, double noise) const {
  Understanding person;
  // In units of the largest weight: what she understands is the same, and nothing leaves the range of numbers.
  const double unit = weights.size() > 0 ? weights.cwiseAbs().maxCoeff() : 0.0;
  const double spread = unit > 0 ? noise / unit : 0.0;
  const bool drowned = !std::isfinite(spread * spread);  // in noise: it says nothing
  person.noise_variance = drowned ? 0 : spread * spread;
  person.weights = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(shared_->moments().columns.size()));
  bool only_facts = true;
  for (std::size_t k = 0; k < weighted_.size(); ++k) {
    const double weight = unit > 0 && !drowned ? weights[static_cast<Eigen::Index>(k)] / unit : 0.0;
    person.weights[weighted_[k]] += weight;
    only_facts = only_facts && (facts_[k] >= 0 || weight == 0);
  }
  if (!only_facts) return sum_of(std::move(person.weights), person.noise_variance);
  person.fact_weights = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(shared_->facts().size()));
  for (std::size_t k = 0; k < weighted_.size(); ++k) {
    if (facts_[k] >= 0) person.fact_weights[facts_[k]] = person.weights[weighted_[k]];
  }
  return person;
}

namespace {

/// Gathers what lists of names need.
class NeedsReader {
 public:
  NeedsReader(const explain::Input& input, const std::vector<std::string>& predictions, const base::Control& control)
      : input_(input),
        predictions_(predictions),
        control_(control),
        columns_(input.table != nullptr ? input.table->columns() : explain::table_columns(*input.moments)) {}

  /// Many people have the same list: it is read once.
  bool is_new(const std::string& list) {
    if (seen_.size() > kRemembered) seen_.clear();
    return seen_.insert(list).second;
  }

  Result<void> read(const std::string& list, bool products, const base::Subject& where) {
    EXPLAINEE_ASSIGN(const std::vector<std::size_t> found, listed_columns(columns_, list, where));
    for (const std::size_t one : found) {
      if (std::find(predictions_.begin(), predictions_.end(), columns_[one].name) != predictions_.end())
        return Error{
            ErrorCode::kBadOption,
            fmt::format("'{}' is the prediction to explain; who has it has nothing to be told", columns_[one].name),
            where};
      names_.insert(columns_[one].name);
    }
    if (!products) return {};
    EXPLAINEE_ASSIGN(const bool fit, products_fit(found));
    for (std::size_t i = 0; fit && i < found.size(); ++i) {
      for (std::size_t j = i; j < found.size(); ++j)
        pairs_.emplace(std::min(found[i], found[j]), std::max(found[i], found[j]));
    }
    return {};
  }

  void finish(explain::FutureColumns& kept) const {
    kept.columns.assign(names_.begin(), names_.end());
    for (const auto& [one, other] : pairs_) kept.products.emplace_back(columns_[one].name, columns_[other].name);
  }

  void need(const std::string& column) { names_.insert(column); }

 private:
  static constexpr std::size_t kRemembered = 1000000;  ///< lists; more are read again

  Result<bool> products_fit(const std::vector<std::size_t>& found) {
    if (input_.table == nullptr || found.empty()) return true;
    if (cursor_ == nullptr) cursor_ = input_.table->cursor();
    return explain::products_fit(static_cast<std::int64_t>(found.size()), *cursor_, found.front(), rows_, control_);
  }

  const explain::Input& input_;
  const std::vector<std::string>& predictions_;
  const base::Control& control_;
  std::vector<data::Column> columns_;
  std::unique_ptr<data::TableSource> cursor_;  ///< once rows have to be counted
  std::set<std::string> names_;
  std::unordered_set<std::string> seen_;
  std::set<std::pair<std::size_t, std::size_t>> pairs_;
  std::int64_t rows_ = -1;
};

}  // namespace

Result<Needs> needs_of(UserList& list, const explain::Input& input, const request::Request& request,
                       const base::Control& control) {
  Needs needs;
  NeedsReader reader(input, request.what.prediction, control);
  for (const std::string& name : list.weighted()) reader.need(name);
  const bool products =
      request::reader_of(request.who) != request::ReaderKind::kLinear && list.kind() == UserKind::kKnows;
  EXPLAINEE_TRY(list.start());
  while (true) {
    if (control.cancelled()) return base::interrupted();
    EXPLAINEE_ASSIGN(const UserBatch batch, list.next(kPeopleAtOnce));
    if (batch.size() == 0) break;
    needs.people += static_cast<std::int64_t>(batch.size());
    needs.noisy = needs.noisy || std::any_of(batch.noise.begin(), batch.noise.end(), [](double sd) { return sd > 0; });
    for (std::size_t i = 0; i < batch.has.size(); ++i) {
      if (!reader.is_new(batch.has[i])) continue;
      EXPLAINEE_TRY(
          reader.read(batch.has[i], products, list.table().where(batch.first + static_cast<std::int64_t>(i))));
    }
  }
  reader.finish(needs.kept);
  return needs;
}

}  // namespace explainee::cohort
