#include "explainee/cohort/catalogue.h"

#include <algorithm>
#include <cmath>

#include "explainee/base/tolerances.h"

namespace explainee::cohort {
namespace {

/// All choices are looked at up to this many additions of one person's value.
constexpr double kLookAtAll = 3e8;
constexpr int kMostSwaps = 50;

double choices(double of, int k) {
  double count = 1;
  for (int i = 0; i < k; ++i) count *= (of - i) / (i + 1);
  return count;
}

/// Every choice of k columns, in lexicographic order, so that the first of equals stays.
class AllChoices {
 public:
  AllChoices(const Eigen::MatrixXd& values, int k, const base::Control& control)
      : values_(values), control_(control), served_(static_cast<std::size_t>(k) + 1) {
    served_[0] = Eigen::VectorXd::Zero(values.rows());
    best_.exact = true;
    best_.value = -1;
    extend(0, k);
  }
  [[nodiscard]] CatalogueChoice take() { return std::move(best_); }

 private:
  void extend(Eigen::Index from, int left) {
    const std::size_t depth = chosen_.size();
    if (left == 0) {
      const double value = served_[depth].sum();
      if (value > best_.value) {
        best_.value = value;
        best_.chosen = chosen_;
      }
      return;
    }
    for (Eigen::Index column = from; column + left <= values_.cols(); ++column) {
      if (control_.cancelled()) return;
      served_[depth + 1] = served_[depth].cwiseMax(values_.col(column));
      chosen_.push_back(static_cast<int>(column));
      extend(column + 1, left - 1);
      chosen_.pop_back();
    }
  }

  const Eigen::MatrixXd& values_;
  const base::Control& control_;
  std::vector<Eigen::VectorXd> served_;  ///< by how many are chosen: the most each person is told
  std::vector<int> chosen_;
  CatalogueChoice best_;
};

Eigen::VectorXd served_by(const Eigen::MatrixXd& values, const std::vector<int>& chosen) {
  Eigen::VectorXd served = Eigen::VectorXd::Zero(values.rows());
  for (const int column : chosen) served = served.cwiseMax(values.col(column));
  return served;
}

/// Adds the column that is worth most beside `chosen`.
double add_best(const Eigen::MatrixXd& values, std::vector<int>& chosen) {
  const Eigen::VectorXd served = served_by(values, chosen);
  int best = -1;
  double most = -1;
  for (Eigen::Index column = 0; column < values.cols(); ++column) {
    const double value = served.cwiseMax(values.col(column)).sum();
    if (value > most && std::find(chosen.begin(), chosen.end(), column) == chosen.end()) {
      most = value;
      best = static_cast<int>(column);
    }
  }
  chosen.push_back(best);
  return most;
}

/// One more than the choice before, then single exchanges while they help: never worth less than forward selection.
CatalogueChoice grow(const Eigen::MatrixXd& values, std::vector<int> chosen, const base::Control& control) {
  CatalogueChoice choice;
  choice.value = add_best(values, chosen);
  choice.chosen = chosen;
  bool better = true;
  for (int round = 0; better && round < kMostSwaps; ++round) {
    better = false;
    for (std::size_t leave = 0; leave < choice.chosen.size() && !control.cancelled(); ++leave) {
      std::vector<int> other = choice.chosen;
      other.erase(other.begin() + static_cast<std::ptrdiff_t>(leave));
      const double value = add_best(values, other);
      if (!(value > choice.value * (1 + base::kSameTotal))) continue;
      choice.value = value;
      choice.chosen = other;
      better = true;
    }
  }
  std::sort(choice.chosen.begin(), choice.chosen.end());
  return choice;
}

}  // namespace

base::Result<std::vector<CatalogueChoice>> choose_catalogues(const Eigen::MatrixXd& values, int most,
                                                             const base::Control& control) {
  std::vector<CatalogueChoice> all;
  std::vector<int> forward;  // alone: its value is what the guarantee is about
  const double everything = values.size() > 0 ? values.rowwise().maxCoeff().sum() : 0.0;
  const int last = std::min(most, static_cast<int>(values.cols()));
  for (int k = 1; k <= last; ++k) {
    control.report("choosing the catalogue", static_cast<double>(k - 1) / last);
    add_best(values, forward);
    const double work = choices(static_cast<double>(values.cols()), k) * static_cast<double>(values.rows());
    if (work <= kLookAtAll) {
      all.push_back(AllChoices(values, k, control).take());
    } else {
      CatalogueChoice grown = grow(values, {forward.begin(), forward.end() - 1}, control);
      if (k > 1) {
        CatalogueChoice other = grow(values, all.back().chosen, control);
        if (other.value > grown.value) grown = std::move(other);
      }
      all.push_back(std::move(grown));
    }
    if (control.cancelled()) return base::interrupted();
    if (all.back().value >=
        everything * (1 - base::kSameTotal)) {  // everybody has the best for her: more would add nothing
      all.back().exact = true;
      return all;
    }
  }
  return all;
}

}  // namespace explainee::cohort
