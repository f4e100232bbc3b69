#include "explainee/verify/leaf_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "explainee/base/tolerances.h"

namespace explainee::verify {
namespace {

constexpr double kEps = std::numeric_limits<double>::epsilon();
/// Looking at more sets than this is refused.
constexpr double kMostSets = 2e9;
/// A column that another one determines to this share of kDetermined never stands beside it in a set (search §5).
constexpr double kTwinShare = 0.1;

bool holds(const std::vector<int>& list, std::size_t candidate) {
  return std::find(list.begin(), list.end(), static_cast<int>(candidate)) != list.end();
}

/// Candidates that a set of the leaf may hold besides `in`: not out, and not determined by what is in.
std::vector<std::size_t> free_candidates(const PersonProblem& problem, const Leaf& leaf) {
  Regression facts(problem);
  for (const int j : leaf.in) facts.push(static_cast<std::size_t>(j));
  const std::size_t rank = facts.rank();
  std::vector<std::size_t> free;
  for (std::size_t j = 0; j < problem.candidates.size(); ++j) {
    if (holds(leaf.in, j) || holds(leaf.out, j)) continue;
    facts.push(j);
    if (facts.rank() > rank) free.push_back(j);
    facts.pop();
  }
  return free;
}

bool exceeds(const Worth& worth, const Limit& limit) {
  if (worth.settled != limit.settled) return worth.settled > limit.settled;
  return !(worth.nats <= limit.nats);
}

std::string name_of(const Certificate& certificate, const std::vector<std::size_t>& set) {
  std::string text;
  for (const std::size_t j : set) text += (text.empty() ? "" : ", ") + certificate.candidates[j].name;
  return "{" + text + "}";
}

// ---- enumerate: every set is looked at ----------------------------------------------------------------------------

std::string check_enumerate(const Certificate& certificate, const PersonProblem& problem, const Leaf& leaf,
                            const Limit& limit) {
  const std::vector<std::size_t> free = free_candidates(problem, leaf);
  const auto places = static_cast<std::size_t>(certificate.s) - leaf.in.size();
  double count = 1;
  double sets = 1;
  for (std::size_t k = 0; k < places && k < free.size(); ++k) {
    count *= static_cast<double>(free.size() - k) / static_cast<double>(k + 1);
    sets += count;
  }
  if (sets > kMostSets) return fmt::format("a leaf of {:.1e} sets is too large to be looked at", sets);
  Regression facts(problem);
  std::vector<std::size_t> set;
  for (const int j : leaf.in) {
    facts.push(static_cast<std::size_t>(j));
    set.push_back(static_cast<std::size_t>(j));
  }
  if (exceeds(facts.worth(), limit)) return name_of(certificate, set) + " tells more than the bound";
  std::string wrong;
  const std::function<void(std::size_t, std::size_t)> visit = [&](std::size_t from, std::size_t left) {
    for (std::size_t k = from; k < free.size() && left > 0 && wrong.empty(); ++k) {
      facts.push(free[k]);
      set.push_back(free[k]);
      if (exceeds(facts.worth(), limit)) wrong = name_of(certificate, set) + " tells more than the bound";
      visit(k + 1, left - 1);
      set.pop_back();
      facts.pop();
    }
  };
  visit(0, places);
  return wrong;
}

// ---- monotone: all allowed candidates together do not tell more ---------------------------------------------------

std::string check_monotone(const PersonProblem& problem, const Leaf& leaf, const Limit& limit) {
  if (!problem.bias_nats.empty()) return "a monotone leaf does not go with a charge for columns";
  Regression all(problem);
  for (const int j : leaf.in) all.push(static_cast<std::size_t>(j));
  for (const std::size_t j : free_candidates(problem, leaf)) all.push(j);
  return exceeds(all.worth(), limit) ? "all allowed facts together tell more than the bound" : "";
}

// ---- master and split: one prediction, one column per fact (search §3) --------------------------------------------

/// Sum of the `count` largest, rounded up.
double top_sum(std::vector<double> values, std::size_t count) {
  count = std::min(count, values.size());
  if (count == 0) return 0;
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(count - 1), values.end(),
                   std::greater<>());
  double sum = 0;
  for (std::size_t k = 0; k < count; ++k) sum += values[k];
  return sum * (1 + static_cast<double>(count) * kEps);
}

/// The largest sum of at most `places` gains that is not just the gains of all `chosen`: that set is looked at by
/// itself.
double most_but_chosen(const std::vector<double>& gains, const std::vector<std::size_t>& names,
                       const std::vector<int>& chosen, std::size_t places) {
  double own = 0;
  std::size_t found = 0;
  std::vector<double> others;
  for (std::size_t k = 0; k < gains.size(); ++k) {
    if (holds(chosen, names[k])) {
      own += gains[k];
      ++found;
    } else {
      others.push_back(gains[k]);
    }
  }
  if (found < chosen.size() || found > places) return top_sum(gains, places);  // no such set here
  // Another set lacks a chosen one, or holds all of them and one more where there is room.
  double most = 0;
  for (std::size_t k = 0; k < gains.size(); ++k) {
    if (!holds(chosen, names[k])) continue;
    std::vector<double> rest = gains;
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(k));
    most = std::max(most, top_sum(std::move(rest), places));
  }
  if (found < places && !others.empty()) most = std::max(most, own + top_sum(others, places - found));
  return most * (1 + 4 * kEps);
}

/// The correlations of the certificate's units, with or without its factors, and f(γ) = q − 2bᵀγ + γᵀCγ.
class Correlations {
 public:
  Correlations(const Certificate& certificate, const PersonProblem& problem, bool with_factors)
      : certificate_(certificate), problem_(problem), factors_(with_factors ? certificate.factors.size() : 0) {}

  [[nodiscard]] DoubleDouble entry(std::size_t j, std::size_t l) const {
    DoubleDouble c = problem_.given(j, l) * unit(j) * unit(l);
    for (std::size_t k = 0; k < factors_; ++k) c -= factor(k, j) * factor(k, l);
    return c;
  }
  [[nodiscard]] DoubleDouble cross(std::size_t j) const {
    DoubleDouble b = problem_.given(j, problem_.target(0)) * unit(j);
    for (std::size_t k = 0; k < factors_; ++k) b -= factor(k, j) * DoubleDouble(certificate_.scores[k]);
    return b;
  }
  [[nodiscard]] DoubleDouble variance() const {
    DoubleDouble q = problem_.given(problem_.target(0), problem_.target(0));
    for (std::size_t k = 0; k < factors_; ++k)
      q -= DoubleDouble(certificate_.scores[k]) * DoubleDouble(certificate_.scores[k]);
    return q;
  }
  /// An upper bound of |entry − given − ZᵀZ|, in double precision rounded outward.
  [[nodiscard]] double outer_bound(std::size_t j, std::size_t l,
                                   const std::vector<std::vector<double>>& shadows) const {
    double sum = problem_.given(j, l).high * certificate_.unit[j] * certificate_.unit[l];
    double size = std::abs(sum);
    const auto take = [&](double product) {
      sum -= product;
      size += std::abs(product);
    };
    for (std::size_t k = 0; k < factors_; ++k) take(certificate_.factors[k][j] * certificate_.factors[k][l]);
    for (const std::vector<double>& shadow : shadows) take(shadow[j] * shadow[l]);
    const auto terms = static_cast<double>(factors_ + shadows.size() + 6);
    return std::abs(sum) + terms * kEps * size;
  }

 private:
  [[nodiscard]] DoubleDouble unit(std::size_t j) const { return certificate_.unit[j]; }
  [[nodiscard]] DoubleDouble factor(std::size_t k, std::size_t j) const { return certificate_.factors[k][j]; }

  const Certificate& certificate_;
  const PersonProblem& problem_;
  std::size_t factors_;
};

/// ρ = b − Cγ of every candidate and f(γ), for γ on some columns.
struct Expansion {
  std::vector<double> slope;
  double value = 0;
};

Expansion expand(const Correlations& c, std::size_t size, const std::vector<int>& columns,
                 const std::vector<double>& gamma) {
  Expansion result;
  std::vector<DoubleDouble> slope(size);
  for (std::size_t j = 0; j < size; ++j) {
    slope[j] = c.cross(j);
    for (std::size_t k = 0; k < columns.size(); ++k) {
      if (gamma[k] != 0) slope[j] -= c.entry(j, static_cast<std::size_t>(columns[k])) * DoubleDouble(gamma[k]);
    }
    result.slope.push_back(slope[j].value());
  }
  DoubleDouble value = c.variance();  // q − bᵀγ − ρᵀγ
  for (std::size_t k = 0; k < columns.size(); ++k) {
    const auto j = static_cast<std::size_t>(columns[k]);
    value -= (c.cross(j) + slope[j]) * DoubleDouble(gamma[k]);
  }
  result.value = value.value();
  return result;
}

/// d·γ² + 2ργ + ρ²/d: what a column of the block may take off when it is in the set.
double gain(double held_back, double slope, double gamma) {
  const double root = held_back * gamma + slope;
  return root * root / held_back * (1 + 8 * kEps);
}

/// Cholesky of C_BB − D_B, and Z = L⁻¹C_B· in double precision; empty when it is not positive definite.
std::vector<std::vector<double>> shadows_of(const Correlations& c, std::size_t size, const SplitClass& part) {
  const std::size_t m = part.block.size();
  std::vector<std::vector<DoubleDouble>> lower(m);
  std::vector<std::vector<DoubleDouble>> shadows(m, std::vector<DoubleDouble>(size));
  for (std::size_t a = 0; a < m; ++a) {
    const auto column = static_cast<std::size_t>(part.block[a]);
    DoubleDouble left = c.entry(column, column) - part.held_back[a];
    for (std::size_t b = 0; b < a; ++b) {
      DoubleDouble sum = c.entry(column, static_cast<std::size_t>(part.block[b]));
      for (std::size_t k = 0; k < b; ++k) sum -= lower[a][k] * lower[b][k];
      lower[a].push_back(sum / lower[b][b]);
      left -= lower[a][b] * lower[a][b];
    }
    if (!(left.value() > 0)) return {};
    lower[a].push_back(square_root(left));
    for (std::size_t j = 0; j < size; ++j) {
      DoubleDouble sum = c.entry(column, j);
      for (std::size_t b = 0; b < a; ++b) sum -= lower[a][b] * shadows[b][j];
      shadows[a][j] = sum / lower[a][a];
    }
  }
  std::vector<std::vector<double>> rounded(m);
  for (std::size_t a = 0; a < m; ++a) {
    for (const DoubleDouble& cell : shadows[a]) rounded[a].push_back(cell.value());
  }
  return rounded;
}

bool twins(const PersonProblem& problem, std::size_t j, std::size_t l) {
  const double product = problem.given(j, l).value() * problem.given(j, l).value();
  const auto left = [&](std::size_t a, std::size_t b) {
    return problem.given(a, a).value() - product / problem.given(b, b).value() <=
           kTwinShare * base::kDetermined * problem.own[a];
  };
  return left(j, l) && left(l, j);
}

/// d of every outsider when p of them stand together: what the block and p − 1 others leave of it, by dominance.
std::vector<double> outsider_room(const Correlations& c, const PersonProblem& problem, const SplitClass& part,
                                  const std::vector<std::size_t>& outsiders) {
  const std::size_t size = problem.candidates.size();
  const std::vector<std::vector<double>> shadows = shadows_of(c, size, part);
  if (shadows.empty() && !part.block.empty()) return {};
  const auto weight = [&](std::size_t j) { return part.weights.empty() ? 1.0 : part.weights[j]; };
  std::vector<double> room;
  std::vector<double> row;
  for (const std::size_t j : outsiders) {
    double shadow = 0;
    for (const std::vector<double>& line : shadows) shadow += line[j] * line[j];
    const double own = c.entry(j, j).value();
    double left = own - shadow - (static_cast<double>(shadows.size()) + 6) * kEps * (std::abs(own) + shadow);
    if (part.p > 1) {
      row.clear();
      for (const std::size_t l : outsiders) {
        if (l == j || twins(problem, j, l)) continue;
        row.push_back(c.outer_bound(j, l, shadows) * weight(l) / weight(j) * (1 + 4 * kEps));
      }
      left -= top_sum(row, static_cast<std::size_t>(part.p - 1));
    }
    room.push_back(left);
  }
  return room;
}

std::string check_split(const Certificate& certificate, const PersonProblem& problem, const Leaf& leaf,
                        const Limit& limit) {
  const std::vector<std::size_t> free = free_candidates(problem, leaf);
  const int places = certificate.s - static_cast<int>(leaf.in.size());
  Regression itself(problem);
  for (const auto* list : {&leaf.in, &leaf.chosen}) {
    for (const int j : *list) itself.push(static_cast<std::size_t>(j));
  }
  if (exceeds(itself.worth(), limit)) return "its own set tells more than the bound";
  for (int p = 0; p <= places; ++p) {
    const auto part = std::find_if(leaf.split.begin(), leaf.split.end(), [p](const auto& own) { return own.p == p; });
    if (part == leaf.split.end()) {
      const auto& block = leaf.split.front().block;  // no part is needed where there are not so many outsiders
      const auto outside = std::count_if(free.begin(), free.end(), [&](std::size_t j) { return !holds(block, j); });
      if (outside >= p) return fmt::format("nothing is said of sets with {} outsiders", p);
      continue;
    }
    const double bound = split_bound(certificate, problem, leaf, *part);
    if (!(bound >= limit.residual)) {
      return fmt::format("sets with {} outsiders are only shown to leave {:.12g}, not {:.12g}", p, bound,
                         limit.residual);
    }
  }
  return "";
}

std::string check_master(const Certificate& certificate, const PersonProblem& problem, const Leaf& leaf,
                         const Limit& limit) {
  if (!certificate.least_eigenvalue) return "a master leaf needs a least eigenvalue";
  const double bound = master_bound(certificate, problem, leaf);
  if (bound >= limit.residual) return "";
  return fmt::format("its sets are only shown to leave {:.12g}, not {:.12g}", bound, limit.residual);
}

bool plain_facts(const PersonProblem& problem) {
  return problem.predictions == 1 && problem.columns == problem.candidates.size();
}

}  // namespace

double split_bound(const Certificate& certificate, const PersonProblem& problem, const Leaf& leaf,
                   const SplitClass& part) {
  constexpr double kNothing = -std::numeric_limits<double>::infinity();
  const Correlations c(certificate, problem, true);
  const std::size_t size = problem.candidates.size();
  const std::vector<std::size_t> free = free_candidates(problem, leaf);
  const auto places = certificate.s - static_cast<int>(leaf.in.size());
  for (const int j : leaf.in) {
    if (!holds(part.block, static_cast<std::size_t>(j))) return kNothing;
  }
  for (const double held_back : part.held_back) {
    if (!(held_back > 0)) return kNothing;
  }
  const Expansion at = expand(c, size, part.block, part.gamma);
  double value = at.value;
  std::vector<double> gains;
  std::vector<std::size_t> names;  // whose gains
  double sum_of_sizes = std::abs(value);
  for (std::size_t k = 0; k < part.block.size(); ++k) {
    const auto j = static_cast<std::size_t>(part.block[k]);
    const double absent = part.held_back[k] * part.gamma[k] * part.gamma[k] + 2 * at.slope[j] * part.gamma[k];
    value += absent;
    sum_of_sizes += std::abs(absent);
    const double most = gain(part.held_back[k], at.slope[j], part.gamma[k]);
    if (holds(leaf.in, j)) {
      value -= most;
      sum_of_sizes += most;
    } else if (std::find(free.begin(), free.end(), j) != free.end()) {
      gains.push_back(most);
      names.push_back(j);
    }
  }
  std::vector<std::size_t> outsiders;
  for (const std::size_t j : free) {
    if (!holds(part.block, j)) outsiders.push_back(j);
  }
  if (static_cast<std::size_t>(part.p) > outsiders.size()) return std::numeric_limits<double>::infinity();
  value -= part.p == 0 ? most_but_chosen(gains, names, leaf.chosen, static_cast<std::size_t>(places))
                       : top_sum(gains, static_cast<std::size_t>(places - part.p));
  if (part.p > 0) {
    const std::vector<double> room = outsider_room(c, problem, part, outsiders);
    if (room.empty()) return kNothing;
    std::vector<double> taken;
    for (std::size_t k = 0; k < outsiders.size(); ++k) {
      if (!(room[k] > 0)) return kNothing;
      const double slope = at.slope[outsiders[k]];
      taken.push_back(slope * slope / room[k] * (1 + 8 * kEps));
    }
    value -= top_sum(taken, static_cast<std::size_t>(part.p));
  } else if (shadows_of(c, size, part).empty() && !part.block.empty()) {
    return kNothing;
  }
  return value - (static_cast<double>(part.block.size()) + 16) * 4 * kEps * sum_of_sizes;
}

double master_bound(const Certificate& certificate, const PersonProblem& problem, const Leaf& leaf) {
  const double delta = certificate.least_eigenvalue.value_or(0);
  const Correlations c(certificate, problem, false);
  const std::size_t size = problem.candidates.size();
  std::vector<int> columns;
  std::vector<double> gamma;
  std::vector<double> full(size, 0.0);
  for (const auto& [column, value] : leaf.gamma) {
    columns.push_back(column);
    gamma.push_back(value);
    full[static_cast<std::size_t>(column)] = value;
  }
  const Expansion at = expand(c, size, columns, gamma);
  // f(β) ≥ f(γ) − 2ρᵀδ + δ‖β − γ‖²: a column not in the set has β = 0.
  double value = at.value;
  double sum_of_sizes = std::abs(value);
  std::vector<double> gain_of(size);
  for (std::size_t j = 0; j < size; ++j) {
    const double absent = delta * full[j] * full[j] + 2 * at.slope[j] * full[j];
    gain_of[j] = gain(delta, at.slope[j], full[j]);
    value += absent;
    sum_of_sizes += std::abs(absent);
    if (!holds(leaf.in, j)) continue;
    value -= gain_of[j];
    sum_of_sizes += gain_of[j];
  }
  value -= (static_cast<double>(size) + 16) * 4 * kEps * sum_of_sizes;
  const std::vector<std::size_t> free = free_candidates(problem, leaf);
  const std::size_t places = static_cast<std::size_t>(certificate.s) - leaf.in.size();
  const auto without = [&](int left_out) {
    std::vector<double> gains;
    for (const std::size_t j : free) {
      if (static_cast<int>(j) != left_out) gains.push_back(gain_of[j]);
    }
    return gains;
  };
  if (leaf.never.empty() && leaf.always.empty()) return value - top_sum(without(-1), places);
  double least = std::numeric_limits<double>::infinity();
  for (const int j : leaf.never) {
    if (places == 0 || !std::binary_search(free.begin(), free.end(), static_cast<std::size_t>(j))) continue;
    const double own = gain_of[static_cast<std::size_t>(j)];
    least = std::min(least, value - (own + top_sum(without(j), places - 1)) * (1 + 4 * kEps));
  }
  for (const int j : leaf.always) least = std::min(least, value - top_sum(without(j), places));
  return least;
}

std::string check_leaf(const Certificate& certificate, const PersonProblem& problem, const Leaf& leaf,
                       const Limit& limit) {
  if (leaf.kind == Leaf::Kind::kEnumerate) return check_enumerate(certificate, problem, leaf, limit);
  if (leaf.kind == Leaf::Kind::kMonotone) return check_monotone(problem, leaf, limit);
  if (!plain_facts(problem)) return "such a leaf needs one prediction and facts of one column";
  if (leaf.kind == Leaf::Kind::kMaster) return check_master(certificate, problem, leaf, limit);
  return check_split(certificate, problem, leaf, limit);
}

std::string check_least_eigenvalue(const Certificate& certificate, const PersonProblem& problem) {
  const double delta = certificate.least_eigenvalue.value_or(0);
  if (!(delta > 0)) return "the least eigenvalue is not positive";
  const Correlations c(certificate, problem, false);
  std::vector<std::size_t> used;
  double trace = 0;
  for (std::size_t j = 0; j < problem.candidates.size(); ++j) {
    if (!(certificate.unit[j] > 0)) continue;
    used.push_back(j);
    trace += c.entry(j, j).value();
  }
  const auto n = static_cast<Eigen::Index>(used.size());
  // A factorisation that succeeds in double precision proves definiteness up to this much (Rump 2006).
  const double slack = 2 * (static_cast<double>(n) + 4) * kEps * trace;
  Eigen::MatrixXd matrix(n, n);
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = 0; j <= i; ++j) {
      matrix(i, j) = c.entry(used[static_cast<std::size_t>(i)], used[static_cast<std::size_t>(j)]).value();
    }
    matrix(i, i) -= delta + slack;
  }
  const Eigen::LLT<Eigen::Ref<Eigen::MatrixXd>> factor(matrix);
  return factor.info() == Eigen::Success ? "" : "the correlations are not shown to have so large a least eigenvalue";
}

}  // namespace explainee::verify
