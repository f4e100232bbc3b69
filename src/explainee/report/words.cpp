#include "explainee/report/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "explainee/base/bits.h"
#include "explainee/report/number_text.h"
#include "explainee/report/part_value.h"

namespace explainee::report {
namespace {

using base::to_bits;
using explain::Contribution;
using explain::Explanation;
using explain::Fact;

std::string bits_text(double nats) {
  const std::string number = number_text(to_bits(nats));
  return number + (number == "1" ? " bit" : " bits");
}

/// "0.9 of 1.4 explainable bits", or "0.9 bits" where there is no ceiling.
std::string bits_of_text(const explain::Information& info) {
  if (!info.of_nats) return bits_text(info.nats);
  if (info.nats >= *info.of_nats)
    return fmt::format("{}, all of the {} that can be explained", bits_text(info.nats),
                       number_text(to_bits(*info.of_nats)));
  return fmt::format("{} of {} explainable bits", number_text(to_bits(info.nats)), number_text(to_bits(*info.of_nats)));
}

std::string information_text(double nats, bool infinite) { return infinite ? "infinitely many bits" : bits_text(nats); }

/// Nats below which a fact tells nothing.
constexpr double kNothing = 1e-9;
/// Sums of coefficients are exact but for this.
constexpr double kRounding = 1e-9;
/// Share of what was open below which nothing is.
constexpr double kSettled = 1e-6;

class Writer {
 public:
  Writer(const Explanation& explanation, const PlainNames& names) : e_(explanation), names_(names) {}

  std::vector<Paragraph> write() {
    begin();
    if (e_.nothing_to_explain) {
      nothing_to_explain();
    } else if (e_.score) {
      judged();
    } else if (e_.facts.empty()) {
      no_facts();
    } else {
      e_.label ? chances() : errors();
      facts();
    }
    if (e_.local) near();
    draws();
    understanding();
    begin();
    if (e_.answers) answers();
    begin();
    if (e_.row) row();
    begin();
    if (!e_.nothing_to_explain && !e_.facts.empty()) {
      if (!e_.score) proof();
      if (e_.lasso && e_.method == "lasso") lasso();
      certainty();
      begin();
      if (!e_.score) others();
    }
    begin();
    add("{}", kNotCauses);
    std::erase_if(paragraphs_, [](const Paragraph& paragraph) { return paragraph.empty(); });
    return std::move(paragraphs_);
  }

 private:
  void begin() { paragraphs_.emplace_back(); }

  template <class... Args>
  void add(fmt::format_string<Args...> format, Args&&... args) {
    paragraphs_.back().push_back(fmt::format(format, std::forward<Args>(args)...));
  }

  [[nodiscard]] std::string list(const std::vector<std::string>& columns) const {
    std::vector<std::string> plain;
    for (const std::string& column : columns) plain.push_back(names_.name(column));
    return list_text(plain);
  }

  [[nodiscard]] std::string who() const { return person_text(e_, names_); }

  void nothing_to_explain() {
    if (e_.summary.empty()) {
      add("The prediction is the same in every row{}: there is nothing to explain.",
          e_.uncertainty.floor ? " on average over its draws" : "");
    } else {
      add("The prediction follows completely from what {} has before her{}: 0 bits are left, there is nothing to "
          "explain.",
          who(), e_.uncertainty.floor ? ", but for what varies from draw to draw" : "");
    }
  }

  void no_facts() {
    const bool implied = std::any_of(e_.already_known.begin(), e_.already_known.end(),
                                     [](const explain::AlreadyKnown& known) { return !known.by.empty(); });
    if (e_.method == "lasso" && e_.options.lambda) {
      add("With this penalty the Lasso chooses no fact at all.");
    } else if (implied) {
      add("Everything in the table that goes along with the prediction is known to this person already.");
    } else {
      add("No fact in the table goes along with the prediction.");
    }
  }

  void errors() {
    const bool one = e_.facts.size() == 1;
    std::vector<std::string> told;
    for (const Fact& fact : e_.facts) told.push_back(fact.name);
    const std::string these = list(told);
    for (std::size_t k = 0; k < e_.predictions.size(); ++k) {
      const std::string& column = e_.predictions[k];
      const std::string title = names_.name(column);
      const auto& u = e_.uncertainty;
      if (e_.information.infinite && e_.predictions.size() == 1) {
        add("For {}, the typical error about {} is {}; {} {} the prediction completely: nothing is left open.", who(),
            title, names_.amount(column, u.before[k]), these, one ? "settles" : "settle");
        continue;
      }
      add("For {}, the typical error about {} is {}; with {} it is {}, {} less.", who(), title,
          names_.amount(column, u.before[k]), these, names_.amount(column, u.after[k]), percent_text(u.removed[k]));
    }
    if (!e_.uncertainty.helped.empty() && e_.predictions.size() == 1 && !e_.information.infinite) {
      if (e_.uncertainty.helped.front() == 1) {
        add("Every row comes closer to the prediction that way.");
      } else {
        add("{} of the rows come closer to the prediction that way; for the others it leads further away.",
            percent_text(e_.uncertainty.helped.front()));
      }
    }
  }

  /// The same for a class: how much is open, and how often the likeliest class is the predicted one.
  void chances() {
    const explain::LabelReport& label = *e_.label;
    std::vector<std::string> told;
    for (const Fact& fact : e_.facts) told.push_back(fact.name);
    const double open = e_.information.of_nats.value_or(0);
    const bool settled = open - e_.information.nats < kSettled * open;
    const std::string bits = bits_text(open);
    add("For {}, {} of {} {} open; {} {}.", who(), bits, names_.name(label.column), bits == "1 bit" ? "is" : "are",
        list(told),
        settled ? (told.size() == 1 ? "answers all of it" : "answer all of it")
                : fmt::format("{} {} of them", told.size() == 1 ? "answers" : "answer",
                              number_text(to_bits(e_.information.nats))));
    add("Naming the likeliest class she would be right in {} of the rows, with {} in {}.",
        percent_text(label.right_before), told.size() == 1 ? "this fact" : "these facts",
        percent_text(label.right_after));
  }

  void near() {
    const explain::LocalReport& local = *e_.local;
    add("All this is of the {} rows most like row {}, alike in {}, nearer ones counting more.", local.neighbours,
        local.row, list(local.metric));
    std::vector<std::string> here;
    for (const Fact& fact : e_.facts) here.push_back(fact.name);
    std::vector<std::string> everywhere = local.everywhere.features;
    std::sort(here.begin(), here.end());
    std::sort(everywhere.begin(), everywhere.end());
    if (here == everywhere) {
      add("Over all rows the same facts tell most.");
    } else {
      add("Over all rows {} {} most.", list(local.everywhere.features),
          local.everywhere.features.size() == 1 ? "tells" : "tell");
    }
  }

  void understanding() {
    if (e_.summary_noise.empty()) return;
    std::vector<std::string> parts;
    for (const explain::SummaryNoise& noise : e_.summary_noise)
      parts.push_back(fmt::format("{} ({})", names_.name(noise.name),
                                  names_.amount(noise.name, e_.noise_free ? noise.used_sd : noise.sd)));
    if (e_.noise_free) {
      add("The noise in {} is taken out: what counts is what she understands beneath it.", list_text(parts));
    } else {
      add("The noise in {} counts as it is: she has the noisy numbers.", list_text(parts));
    }
  }

  /// What a few answers leave open about her.
  void answers() {
    const explain::AnswersReport& answers = *e_.answers;
    add("Who she is was learnt from {} answer{}, together with all rows.", answers.answers,
        answers.answers == 1 ? "" : "s");
    if (answers.follows_none) {
      add("Her answers hardly follow from the facts: no simple weighing of them explains what she said, so little is "
          "known of what she understands.");
    }
    if (!answers.probability_best) return;
    add("The chance that no other facts would tell her over 1 % more is {}; against knowing her exactly, {} bits of {} "
        "are expected to be lost.",
        percent_text(*answers.probability_best), number_text(base::to_bits(answers.lost_nats)),
        number_text(base::to_bits(answers.expected_nats + answers.lost_nats)));
  }

  void draws() {
    if (e_.uncertainty.floor.value_or(0) > 0) {
      add("In one and the same row the prediction varies from draw to draw by {}; no fact of the row tells that.",
          names_.amount(e_.predictions.front(), *e_.uncertainty.floor));
    }
  }

  void facts() {
    std::vector<std::string> parts;
    for (const Fact& fact : e_.facts) parts.push_back(fact_text(fact));
    add("The {}{}: {}.", parts.size() == 1 ? "fact" : "facts, weightiest first",
        e_.summary.empty() ? "" : ", given what she has", list_text(parts));
    if (e_.cost()) {
      add("{} {} of the {} that facts may cost.", parts.size() == 1 ? "It costs" : "Together they cost",
          number_text(*e_.cost()), number_text(*e_.options.budget));
    }
  }

  [[nodiscard]] std::string fact_text(const Fact& fact) const {
    std::string text = names_.name(fact.name);
    const auto derived = e_.derived.find(fact.name);
    if (derived != e_.derived.end() && derived->second.shown != family::Shown::kNumber &&
        derived->second.shown != family::Shown::kLevel) {
      text += derived_text(fact, derived->second);
    } else if (e_.label && !fact.coefficient.empty()) {
      text += chance_text(fact, e_.label->classes);
    } else if (fact.coefficient.size() > 1 && are_chances(fact)) {
      std::vector<std::string> plain;
      for (const std::string& column : e_.predictions) plain.push_back(names_.name(column));
      text += chance_text(fact, plain);
    } else if (fact.coefficient.size() == 1) {
      const bool together = std::find(fact.marks.begin(), fact.marks.end(), "with_others") != fact.marks.end();
      const std::string code = names_.unit(fact.name);  // a unit in brackets explains a code: (1 female, 2 male)
      text +=
          fmt::format(" ({}higher goes with {}{})",
                      code.starts_with('(') && code.ends_with(')') ? code.substr(1, code.size() - 2) + "; " : "",
                      fact.coefficient.front() > 0 ? "higher" : "lower", together ? ", together with the others" : "");
    } else if (!fact.columns.empty()) {
      text += fmt::format(" (a category{})", levels_text(fact));
    }
    if (std::find(fact.marks.begin(), fact.marks.end(), "not_an_input") != fact.marks.end())
      text += " (the model does not see it)";
    if (fact.shown_with.noise > 0)
      text += fmt::format(" (shown with noise of {})", names_.amount(fact.name, fact.shown_with.noise));
    if (fact.shown_with.step > 0)
      text += fmt::format(" (shown in steps of {})", names_.amount(fact.name, fact.shown_with.step));
    return text;
  }

  /// Which way a fact that is no number goes, where it goes one way.
  [[nodiscard]] static std::string derived_text(const Fact& fact, const family::Candidate& candidate) {
    if (fact.coefficient.size() != 1) return "";
    const std::string_view way = fact.coefficient.front() > 0 ? "higher" : "lower";
    switch (candidate.shown) {
      case family::Shown::kYesNo:
        return fmt::format(" (if so, {})", way);
      case family::Shown::kShare:
        return fmt::format(" (the more alike, the {})", way);
      default:
        return fmt::format(" (both high or both low goes with {})", way);  // a product
    }
  }

  /// Several predictions that sum to one: whatever a fact gives to one of them it takes from the others.
  [[nodiscard]] bool are_chances(const Fact& fact) const {
    double sum = 0;
    double size = 0;
    for (const double coefficient : fact.coefficient) {
      sum += coefficient;
      size += std::abs(coefficient);
    }
    double constant = 0;
    for (const double intercept : e_.intercept) constant += intercept;
    return std::abs(sum) <= kRounding * size && std::abs(constant - 1) <= kRounding;
  }

  /// Which class a higher value makes likelier.
  [[nodiscard]] static std::string chance_text(const Fact& fact, const std::vector<std::string>& classes) {
    std::size_t up = fact.coefficient.size() == 1 && fact.coefficient.front() > 0 ? 1 : 0;
    if (fact.coefficient.size() > 1) {
      const auto most = std::max_element(fact.coefficient.begin(), fact.coefficient.end());
      up = static_cast<std::size_t>(most - fact.coefficient.begin());
    }
    const bool together = std::find(fact.marks.begin(), fact.marks.end(), "with_others") != fact.marks.end();
    return fmt::format(" (higher raises the chance of {}{})", classes[up],
                       together ? ", together with the others" : "");
  }

  /// Which level goes with the highest and which with the lowest prediction; nothing for several predictions.
  [[nodiscard]] static std::string levels_text(const Fact& fact) {
    if (fact.columns.front().coefficient.size() != 1) return "";
    const auto by_coefficient = [](const explain::FactColumn& a, const explain::FactColumn& b) {
      return a.coefficient.front() < b.coefficient.front();
    };
    const auto [low, high] = std::minmax_element(fact.columns.begin(), fact.columns.end(), by_coefficient);
    if (low == high) return "";
    return fmt::format("; {} goes with the highest, {} with the lowest", high->level, low->level);
  }

  void judged() {
    std::vector<std::string> given;
    for (const Fact& fact : e_.facts) given.push_back(fact.name);
    const auto& info = e_.information;
    const bool nothing_new = !info.infinite && info.nats < kNothing;
    add("To {}, {} {} {}.", who(), list(given), given.size() == 1 ? "tells" : "tell",
        nothing_new
            ? (e_.summary.empty() ? "nothing: 0 bits" : "nothing that does not follow from what she has: 0 bits")
            : information_text(e_.label ? info.nats : info.objective_nats, info.infinite));
    if (e_.label && !nothing_new) chances();
    for (std::size_t k = 0; k < e_.predictions.size() && !nothing_new && !e_.label; ++k) {
      add("The typical error about {} goes from {} to {}.", names_.name(e_.predictions[k]),
          names_.amount(e_.predictions[k], e_.uncertainty.before[k]),
          names_.amount(e_.predictions[k], e_.uncertainty.after[k]));
    }
    const std::string most = given.size() == 1 ? "fact" : fmt::format("{} facts", e_.sparsity);
    if (!e_.score->lost_infinite && e_.score->lost_nats < kNothing) {
      const bool proven = e_.certificate.optimal && !e_.label;  // of a class the proof is about indicators
      add("No other {} {} her more{}.", most,
          proven              ? "would tell"
          : given.size() == 1 ? "was found to tell"
                              : "were found to tell",
          proven || e_.label ? "" : ", as far as was looked");
    } else {
      add("The best {} for her, {}, would tell {}; {} lost.", most, list(e_.score->best.features),
          information_text(e_.score->best.nats, e_.score->best.infinite),
          e_.score->lost_infinite ? "infinitely many bits are" : bits_text(e_.score->lost_nats) + " are");
    }
    if (e_.score->average) {
      add("As one average of {} columns, weighted by the map, it tells {}.", e_.score->average->features.size(),
          information_text(e_.score->average->nats, e_.score->average->infinite));
    }
    if (info.p_value) {
      add("Were it chance, rows like these would look so informative with probability {}.",
          *info.p_value < 1e-4 ? "below 0.0001" : number_text(*info.p_value));
    }
  }

  /// One row of a class: what moves the chance of the class that was predicted.
  void class_row() {
    const explain::RowExplanation& r = *e_.row;
    std::size_t k = 0;  // of several: the predicted one
    if (r.prediction.size() > 1)
      k = static_cast<std::size_t>(std::max_element(r.prediction.begin(), r.prediction.end()) - r.prediction.begin());
    const bool low = r.prediction.size() == 1 && r.prediction[0] == 0;
    const std::string predicted = e_.label->classes[r.prediction.size() > 1 ? k : (low ? 0 : 1)];
    std::vector<std::string> parts;
    for (const Contribution& part : r.contributions) {
      const double moved = low ? -part.contribution[k] : part.contribution[k];
      parts.push_back(fmt::format("{} {} its chance", part_is(part), moved < 0 ? "lowers" : "raises"));
    }
    add("In {} the model says {}.", r.id.empty() ? fmt::format("row {}", r.index) : "row " + r.id, predicted);
    if (!parts.empty()) add("There {}.", list_text(parts));
  }

  /// "bmi, 32 where she would expect 27,"
  [[nodiscard]] std::string part_is(const Contribution& part) const {
    if (part.shown == family::Shown::kLevel) return fmt::format("{} {}", part_label(part, names_), part.level);
    if (part.shown != family::Shown::kNumber)
      return fmt::format("{} ({})", names_.name(part.name), part_value(part, names_));
    return fmt::format("{}, {} where she would expect {},", names_.name(part.name),
                       names_.value(part.name, *part.value), names_.value(part.name, part.expected.value_or(0)));
  }

  void row() {
    const explain::RowExplanation& r = *e_.row;
    const std::string name = r.id.empty() ? fmt::format("row {}", r.index) : "row " + r.id;
    if (e_.label) class_row();
    for (std::size_t k = 0; k < e_.predictions.size() && !e_.label; ++k) {
      const std::string& column = e_.predictions[k];
      std::vector<std::string> parts;
      for (const Contribution& part : r.contributions) parts.push_back(part_text(part, k));
      const std::string where = name + (e_.predictions.size() == 1 ? "" : ", for " + names_.name(column) + ",");
      if (r.guesses.size() == 1) {
        add("In {} she guesses {}; whoever has seen how her guesses run against the model would expect {}, and the "
            "model says {}.",
            where, names_.value(column, r.guesses.front().second), names_.value(column, r.expected[k]),
            names_.value(column, r.prediction[k]));
      } else {
        add("In {} she would have expected {}; the model says {}.", where, names_.value(column, r.expected[k]),
            names_.value(column, r.prediction[k]));
      }
      if (!parts.empty()) {
        add("There {}. Left over: {}.", list_text(parts), moved_text(r.remainder[k], k) + unit_text(column));
      }
      row_verdict(r, k);
    }
    if (r.surprise_removed_nats && (e_.predictions.size() == 1 || e_.label)) {
      const double removed = *r.surprise_removed_nats;
      if (removed < 0) {
        add("For this row {}: the prediction is more surprising with {} than without, by {}.",
            e_.facts.size() == 1 ? "the fact does not help" : "the facts do not help",
            e_.facts.size() == 1 ? "it" : "them", bits_text(-removed));
      } else {
        add("For this row the {} {} of surprise.", e_.facts.size() == 1 ? "fact removes" : "facts remove",
            bits_text(removed));
      }
    }
  }

  /// A signed difference of the k-th prediction, as it is shown.
  [[nodiscard]] std::string moved_text(double value, std::size_t k) const {
    const double slope = names_.slope(e_.predictions[k]).value_or(1);
    return signed_at_scale(slope * value, std::abs(slope) * e_.uncertainty.before[k]);
  }

  [[nodiscard]] std::string unit_text(const std::string& column) const {
    const std::string unit = names_.unit(column);
    return unit.empty() ? "" : " " + unit;
  }

  [[nodiscard]] std::string part_text(const Contribution& part, std::size_t k) const {
    const std::string moved = moved_text(part.contribution[k], k) + unit_text(e_.predictions[k]);
    if (part.shown == family::Shown::kLevel)
      return fmt::format("{} is {}: {}", part_label(part, names_), part.level, moved);
    if (part.shown != family::Shown::kNumber)
      return fmt::format("{} ({}): {}", names_.name(part.name), part_value(part, names_), moved);
    // A unit in brackets explains a code, and a code has no value in between that one would expect.
    if (names_.unit(part.name).starts_with('(')) {
      return fmt::format("{} is {}: {}", names_.name(part.name), names_.value(part.name, *part.value), moved);
    }
    return fmt::format("{} is {} where she would expect {}: {}", names_.name(part.name),
                       names_.value(part.name, *part.value), names_.value(part.name, part.expected.value_or(0)), moved);
  }

  void row_verdict(const explain::RowExplanation& r, std::size_t k) {
    if (r.one_in_before.empty()) return;
    const double gap = std::abs(r.prediction[k] - r.expected[k]);
    if (r.one_in_after.empty()) {
      add("So large a gap from what she expected ({}) occurs in {}; nothing is left of it.",
          names_.amount(e_.predictions[k], gap), how_often(r.one_in_before[k]));
      return;
    }
    add("So large a gap from what she expected ({}) occurs in {}; so large a rest ({}) in {}.",
        names_.amount(e_.predictions[k], gap), how_often(r.one_in_before[k]),
        names_.amount(e_.predictions[k], std::abs(r.remainder[k])), how_often(r.one_in_after[k]));
  }

  /// "40 % of the rows", or "one row in 120" for what is rare.
  [[nodiscard]] static std::string how_often(double one_in) {
    constexpr double kRare = 10;
    return one_in < kRare ? percent_text(1 / one_in) + " of the rows" : fmt::format("one row in {:.0f}", one_in);
  }

  void proof() {
    const auto& certificate = e_.certificate;
    if (certificate.optimal) {
      add("Proven: {}.", certificate.statement);
    } else if (certificate.bound_nats) {
      add("Not proven best: {}, which is {} more than this one.", certificate.statement,
          bits_text(certificate.gap_nats));
    } else {
      add("Not proven best: {}.", certificate.statement);
    }
  }

  void lasso() {
    const explain::LassoReport& lasso = *e_.lasso;
    if (lasso.lambda && lasso.lambda->first != lasso.lambda->second) {
      add("The Lasso has exactly these facts for λ between {} and {}.", number_text(lasso.lambda->first),
          number_text(lasso.lambda->second));
    }
    if (lasso.equal_for) {
      add("It chooses the exact answer for λ between {} and {}.", number_text(lasso.equal_for->first),
          number_text(lasso.equal_for->second));
    } else {
      add("No λ makes it choose the exact answer.");
    }
    add("The largest correlation among the facts given what she knows is {}, of a fact with what she knows {}.",
        number_text(lasso.max_correlation_given_user), number_text(lasso.max_correlation_with_user));
  }

  void certainty() {
    const auto& info = e_.information;
    if (info.infinite) return;
    std::string text = fmt::format("In bits: {}", bits_of_text(info));
    if (info.interval_nats) {
      text += fmt::format(" (95 % interval {} to {})", number_text(to_bits(info.interval_nats->first)),
                          number_text(to_bits(info.interval_nats->second)));
    }
    if (!e_.label && info.nats - info.objective_nats > 1e-6) {
      text += fmt::format(", less {} charged for facts with several columns",
                          number_text(to_bits(info.nats - info.objective_nats)));
    }
    if (info.honest_nats && *info.honest_nats <= 0) {
      text +=
          fmt::format("; on rows that took no part in the choice the facts tell nothing ({}), so this may be chance",
                      bits_text(*info.honest_nats));
    } else if (info.honest_nats) {
      text += *info.honest_nats > info.nats
                  ? fmt::format("; no less on rows that took no part in the choice ({})", bits_text(*info.honest_nats))
                  : fmt::format("; {} on rows that took no part in the choice", bits_text(*info.honest_nats));
    }
    add("{}{}", text,
        e_.label                     ? "."
        : e_.predictions.size() == 1 ? "; each bit halves the typical error."
                                     : ", for all predictions together.");
    if (info.stability) {
      add("Choosing again on random halves of the rows gives the same {} in {} of cases.",
          e_.facts.size() == 1 ? "fact" : "facts", percent_text(*info.stability));
    }
  }

  void others() {
    const auto same = [&](const explain::NamedSet& set) {
      std::vector<std::string> mine;
      for (const Fact& fact : e_.facts) mine.push_back(fact.name);
      std::vector<std::string> other = set.features;
      std::sort(mine.begin(), mine.end());
      std::sort(other.begin(), other.end());
      return mine == other;
    };
    if (!e_.summary.empty() && e_.impersonal_unknown) {
      if (same(*e_.impersonal_unknown)) {
        add("Among the facts she lacks, the same {} would be best for somebody who knows nothing of the row.",
            e_.facts.size() == 1 ? "one" : "ones");
      } else {
        add("One explanation for everybody, of the facts she lacks, would be {}; it would tell her {}.",
            list(e_.impersonal_unknown->features),
            information_text(e_.impersonal_unknown->nats, e_.impersonal_unknown->infinite));
      }
    }
    std::vector<std::string> alike;
    for (const auto& other : e_.alternatives) {
      if (other.indistinguishable.value_or(false)) alike.push_back(fmt::format("{{{}}}", list(other.features)));
    }
    if (!alike.empty()) add("Nearly as good, and the difference may be chance: {}.", list_text(alike));
    std::vector<std::string> known;
    for (const auto& entry : e_.already_known) {
      const bool itself = entry.by.size() == 1 && entry.by.front() == entry.name;
      const bool derived = e_.derived.contains(entry.name);  // of what she knows: that it is known too is plain
      if (!itself && !derived && !entry.by.empty())
        known.push_back(fmt::format("{} (follows from {})", names_.name(entry.name), list(entry.by)));
    }
    if (!known.empty()) add("Nothing new to her: {}.", list_text(known));
  }

  const Explanation& e_;
  const PlainNames& names_;
  std::vector<Paragraph> paragraphs_;
};

}  // namespace

std::string person_text(const Explanation& e, const PlainNames& names) {
  using user::Way;
  const auto having = [&](Way way) {
    std::vector<std::string> found;
    for (const explain::SummaryEntry& entry : e.summary) {
      if (entry.way == way) found.push_back(names.name(entry.name));
    }
    return found;
  };
  std::vector<std::string> parts;
  const auto add = [&](const char* verb, const std::vector<std::string>& what) {
    if (!what.empty()) parts.push_back(verb + list_text(what));
  };
  add("knows ", having(Way::kKnows));
  add("was told ", having(Way::kTold));
  add("understands ", having(Way::kUnderstands));
  add("sees ", having(Way::kSees));
  add("guesses ", having(Way::kGuesses));
  if (!having(Way::kAnswered).empty())
    parts.emplace_back(e.answers ? "was asked about some rows" : "was asked about these rows");
  for (const explain::SummaryEntry& entry : e.summary) {
    if (entry.way != Way::kReasons) continue;
    std::vector<std::string> from;
    for (const std::string& column : entry.reasons) from.push_back(names.name(column));
    add("reasons from ", from);
    break;  // several predictions: the same columns again
  }
  return parts.empty() ? "somebody who knows nothing of the row" : "somebody who " + list_text(parts);
}

std::vector<Paragraph> paragraphs(const Explanation& explanation, const PlainNames& names) {
  return Writer(explanation, names).write();
}

std::vector<std::string> sentences(const std::vector<Paragraph>& paragraphs) {
  std::vector<std::string> all;
  for (const Paragraph& paragraph : paragraphs) all.insert(all.end(), paragraph.begin(), paragraph.end());
  return all;
}

}  // namespace explainee::report
