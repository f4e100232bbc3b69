#include "explainee/information/fine/fine_moments.h"

#include <algorithm>

namespace explainee::information {
namespace {

using base::DoubleDouble;
using base::Result;

/// One column's values of a block of rows, apart in halves, so that products of two columns take few operations.
struct Halves {
  Eigen::ArrayXd value;
  Eigen::ArrayXd leading;
  Eigen::ArrayXd rest;

  void set(const Eigen::Ref<const Eigen::ArrayXd>& values) {
    value = values;
    leading = values.unaryExpr([](double x) { return base::leading_half(x); });
    rest = value - leading;
  }
};

/// A sum in 32 digits (Ogita, Rump and Oishi 2005: what rounding takes off each sum is summed beside it).
struct LongSum {
  double sum = 0;
  double lost = 0;

  void add(double value, double beyond) {
    const DoubleDouble next = base::exact_sum(sum, value);
    sum = next.high;
    lost += next.low + beyond;
  }
  [[nodiscard]] DoubleDouble value() const { return base::exact_sum(sum, lost); }
};

/// Σ of the products of two columns; `beyond` is what `first` lacks of its exact value, empty for nothing.
void add_products(const Halves& first, const Eigen::ArrayXd& beyond, const Halves& second, LongSum& to) {
  for (Eigen::Index i = 0; i < first.value.size(); ++i) {
    const double product = first.value[i] * second.value[i];
    double rest = ((first.leading[i] * second.leading[i] - product) + first.leading[i] * second.rest[i] +
                   first.rest[i] * second.leading[i]) +
                  first.rest[i] * second.rest[i];
    if (beyond.size() > 0) rest += beyond[i] * second.value[i];
    to.add(product, rest);
  }
}

/// Weighted sums over the rows: of the columns, and of products of some of them with others.
class FineSums {
 public:
  FineSums(const std::vector<int>& some, const std::vector<int>& others)
      : some_(some),
        others_(others),
        sums_(others.size()),
        first_(some.size()),
        products_(some.size() * others.size()) {}

  void add(const Eigen::Ref<const Eigen::MatrixXd>& rows, const Eigen::VectorXd& weights) {
    Halves weight;
    weight.set(weights.array());
    const bool plain = (weights.array() == 1).all();
    Halves ones = weight;
    if (!plain) ones.set(Eigen::ArrayXd::Ones(weights.size()));
    add_products(weight, {}, ones, weight_);
    std::vector<Halves> values(others_.size());
    for (std::size_t j = 0; j < others_.size(); ++j) {
      values[j].set(rows.col(others_[j]).array());
      add_products(weight, {}, values[j], sums_[j]);
    }
    Halves own;
    Eigen::ArrayXd beyond;
    for (std::size_t i = 0; i < some_.size(); ++i) {
      own.set(rows.col(some_[i]).array());
      add_products(weight, {}, own, first_[i]);
      if (!plain) weigh(weight, own, beyond);
      for (std::size_t j = 0; j < others_.size(); ++j) {
        if (!counted_before(i, j)) add_products(own, beyond, values[j], products_[i * others_.size() + j]);
      }
    }
  }

  [[nodiscard]] FineMatrix covariance() const {
    const DoubleDouble weight = weight_.value();
    FineMatrix result(static_cast<Eigen::Index>(some_.size()), static_cast<Eigen::Index>(others_.size()));
    for (std::size_t i = 0; i < some_.size(); ++i) {
      for (std::size_t j = 0; j < others_.size(); ++j) {
        const std::size_t at = counted_before(i, j) ? j * others_.size() + i : i * others_.size() + j;
        result(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) =
            (products_[at].value() - first_[i].value() * sums_[j].value() / weight) / weight;
      }
    }
    return result;
  }

 private:
  /// Where both lists are the same the lower triangle is enough.
  [[nodiscard]] bool counted_before(std::size_t i, std::size_t j) const { return j > i && some_ == others_; }

  /// The column times the weights, exactly.
  static void weigh(const Halves& weight, Halves& own, Eigen::ArrayXd& beyond) {
    beyond.resize(own.value.size());
    Eigen::ArrayXd product(own.value.size());
    for (Eigen::Index k = 0; k < own.value.size(); ++k) {
      const DoubleDouble exact = base::exact_product(weight.value[k], own.value[k]);
      product[k] = exact.high;
      beyond[k] = exact.low;
    }
    own.set(product);
  }

  const std::vector<int>& some_;
  const std::vector<int>& others_;
  LongSum weight_;
  std::vector<LongSum> sums_;
  std::vector<LongSum> first_;
  std::vector<LongSum> products_;
};

}  // namespace

Result<FineMatrix> fine_covariance(Rows& rows, const std::vector<int>& some, const std::vector<int>& others,
                                   const base::Control& control) {
  FineSums sums(some, others);
  EXPLAINEE_TRY(rows.visit(control, [&](const auto& block, const Eigen::VectorXd& weights, const auto&) {
    sums.add(block, weights);
    return true;
  }));
  return sums.covariance();
}

Result<void> FineMoments::read(Rows& rows, const std::vector<int>& columns, const base::Control& control) {
  if (has(columns)) return {};
  std::vector<int> all = columns_;
  all.insert(all.end(), columns.begin(), columns.end());
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  EXPLAINEE_ASSIGN(covariance_, fine_covariance(rows, all, all, control));
  columns_ = std::move(all);
  return {};
}

bool FineMoments::has(const std::vector<int>& columns) const {
  return std::all_of(columns.begin(), columns.end(),
                     [&](int column) { return std::binary_search(columns_.begin(), columns_.end(), column); });
}

Eigen::Index FineMoments::place(int column) const {
  return std::lower_bound(columns_.begin(), columns_.end(), column) - columns_.begin();
}

const DoubleDouble& FineMoments::at(int i, int j) const { return covariance_(place(i), place(j)); }

}  // namespace explainee::information
