#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>

#include "bind_options.h"
#include "commands.h"
#include "data_folder.h"
#include "explainee/base/bits.h"
#include "explainee/base/output/output_file.h"
#include "explainee/base/printable/printable.h"
#include "explainee/explain/explain.h"
#include "explainee/files/open_table.h"
#include "explainee/report/svg/waterfall_svg.h"
#include "explainee/view/make_view.h"
#include "explainee/view/numbers/number_text.h"
#include "explainee/view/sentences/sentences.h"
#include "output_options.h"
#include "terminal.h"

namespace explainee::cli {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;
using explain::Explanation;

constexpr int kFacts = 3;
constexpr int kBar = 24;
/// A patient for whom the facts work well for all three people; `--row` shows that they do not for everybody.
constexpr std::int64_t kPatient = 403;

struct DemoOptions {
  std::int64_t row = kPatient;
  std::string picture;
};

struct DemoPerson {
  const char* title;
  std::vector<std::string> knows;
};

const std::vector<base::Option<DemoOptions>>& demo_options() {
  static const std::vector<base::Option<DemoOptions>> kRecords = {
      {.name = "row",
       .group = "what",
       .argument = "N",
       .help = "another patient, 0 to 441",
       .field = &DemoOptions::row,
       .low = 0,
       .high = 441},
      {.name = "picture",
       .group = "out",
       .argument = "FILE.svg",
       .help = "save the three explanations as a picture",
       .field = &DemoOptions::picture},
  };
  return kRecords;
}

const std::array<DemoPerson, 3>& people() {
  static const std::array<DemoPerson, 3> kPeople = {DemoPerson{"A lay reader", {"age", "sex"}},
                                                    DemoPerson{"A GP", {"bmi", "bp"}},
                                                    DemoPerson{"A lipid nurse", {"s1", "s2", "s3"}}};
  return kPeople;
}

/// What one person is told, and what the first facts are worth to her.
struct Told {
  Explanation three;        ///< the best three facts, with the patient
  Explanation one;          ///< the best single fact
  std::string shap;         ///< SHAP's first fact among those she lacks
  double shap_bits = 0;     ///< what it tells her
  bool shap_known = false;  ///< it follows from what she knows
};

class Demo {
 public:
  static Result<std::string> run(const DemoOptions& options) {
    EXPLAINEE_TRY(check_picture(options.picture));
    std::unique_ptr<base::OutputFile> picture;  // where it cannot be written nobody waits
    if (!options.picture.empty()) {
      EXPLAINEE_ASSIGN(picture, base::OutputFile::create(options.picture));
    }
    Demo demo;
    EXPLAINEE_TRY(demo.open());
    EXPLAINEE_TRY(demo.tell(options.row));
    if (picture != nullptr) {
      const std::string svg = demo.picture(options.row);
      EXPLAINEE_TRY(picture->write(std::span(svg.data(), svg.size())));
      EXPLAINEE_TRY(picture->finish());
    }
    return demo.screen(options);
  }

 private:
  Result<void> open() {
    const std::string folder = data_folder();
    EXPLAINEE_ASSIGN(auto table, files::open_table(folder + "/diabetes.csv"));
    table_ = data::Dataset::make(std::move(table));
    EXPLAINEE_ASSIGN(names_, read_names(folder + "/diabetes_names.csv"));
    files::ReadOptions options;
    options.categories = {"feature"};
    EXPLAINEE_ASSIGN(const auto ranking, files::open_table(folder + "/diabetes_shap.csv", options));
    const std::vector<std::size_t> first = {0};
    EXPLAINEE_TRY(ranking->start(first));
    data::Batch batch;
    EXPLAINEE_ASSIGN(const bool any, ranking->next(batch));
    if (!any) return Error{ErrorCode::kMalformedTable, "the ranking is empty", ranking->name()};
    shap_.assign(batch.columns[0].texts.begin(), batch.columns[0].texts.end());
    return {};
  }

  Result<void> tell(std::int64_t row) {
    for (const DemoPerson& person : people()) {
      request::Request request;
      request.what.prediction = {"prediction"};
      request.what.label = "progression";
      request.who.knows = person.knows;
      request.facts.sparsity = kFacts;
      request.rows.row = row;
      Told told;
      EXPLAINEE_ASSIGN(told.three, explain::explain({.table = table_}, request, control_));
      request.facts.sparsity = 1;
      EXPLAINEE_ASSIGN(told.one, explain::explain({.table = table_}, request, control_));
      if (told.three.interrupted || told.one.interrupted) return base::interrupted();
      for (const std::string& feature : shap_) {
        if (std::find(person.knows.begin(), person.knows.end(), feature) != person.knows.end()) continue;
        told.shap = feature;
        break;
      }
      request::Request judged = request;
      judged.facts.sparsity.reset();
      judged.facts.features = {told.shap};
      EXPLAINEE_ASSIGN(const Explanation score, explain::score({.table = table_}, judged, control_));
      told.shap_bits = base::to_bits(score.information.nats);
      const auto& known = told.three.already_known;
      told.shap_known =
          std::any_of(known.begin(), known.end(), [&](const auto& fact) { return fact.name == told.shap; });
      told_.push_back(std::move(told));
    }
    return {};
  }

  [[nodiscard]] std::string known(std::size_t person) const {
    std::vector<std::string> plain;
    for (const std::string& column : people()[person].knows) plain.push_back(names_.name(column));
    return view::list_text(plain);
  }

  [[nodiscard]] std::string screen(const DemoOptions& options) const {
    const double said = told_.front().three.row->prediction.front();
    std::string out = bold("One model, one patient, three people") + "\n";
    out += fmt::format(
        "A boosted model predicts how far diabetes will progress within a year, for 442 patients.\n"
        "For patient {} it says {}. What should each of these people be told?\n",
        options.row, names_.value("prediction", said));
    for (std::size_t i = 0; i < told_.size(); ++i) out += "\n" + person_block(i);
    out += "\n" + bold("Was it worth asking who they are?") + "\n" + comparison();
    out += fmt::format("\n{}\n", view::kNotCauses);
    if (!options.picture.empty()) out += fmt::format("Picture: {}\n", base::printable(options.picture));
    return out + "Your own file:  explainee explain FILE.csv --prediction COLUMN --label TRUE_OUTCOME --knows A,B\n";
  }

  [[nodiscard]] std::string person_block(std::size_t person) const {
    const view::View view = view::make_view(told_[person].three, names_);
    const std::vector<view::Step>& steps = view.row.front().steps;
    std::string out = bold(fmt::format("{} who knows {}", people()[person].title, known(person))) +
                      fmt::format(" expects {}\n", steps.front().text);
    for (std::size_t i = 1; i + 1 < steps.size(); ++i) {
      const view::Step& step = steps[i];
      out += fmt::format("  {} {}  {}\n", view::pad_right(step.words(), 34), view::pad_left(step.text, 6),
                         coloured(view::bar_text(step.share, kBar), step.amount));
    }
    const view::Gap& error = view.gaps.front();
    out += fmt::format("  the model says {}; over all patients her typical error goes from {} to {}{}\n",
                       steps.back().text, view::number_text(error.before.value), error.after.text,
                       told_[person].three.claim.optimal() ? ", proven best" : "");
    return out;
  }

  [[nodiscard]] std::string comparison() const {
    std::string out = "                   best single fact for her       SHAP's first fact among those she lacks\n";
    for (std::size_t i = 0; i < told_.size(); ++i) {
      const Told& told = told_[i];
      const std::string best = told.one.facts.front().name;
      const double bits = base::to_bits(told.one.information.nats);
      out += fmt::format("  {} {}  {}\n", view::pad_right(people()[i].title, 16),
                         view::pad_right(fmt::format("{} {:.2f} bits", names_.name(best), bits), 29),
                         told.shap_known ? names_.name(told.shap) + ": already known"
                                         : fmt::format("{} {:.2f} bits{}", names_.name(told.shap), told.shap_bits,
                                                       best == told.shap ? " (the same)" : ""));
    }
    out +=
        "  The nurse's panel implies triglycerides (Friedewald: total = LDL + HDL + triglycerides/5), so to her\n"
        "  they are no news, though SHAP ranks them first in this model.\n";
    return out;
  }

  [[nodiscard]] std::string picture(std::int64_t row) const {
    std::vector<report::WaterfallPanel> panels;
    for (std::size_t i = 0; i < told_.size(); ++i) {
      const view::View view = view::make_view(told_[i].three, names_);
      panels.push_back(report::waterfall_panel(view, fmt::format("{} who knows {}", people()[i].title, known(i))));
    }
    return report::waterfall_svg(
        fmt::format("One model, patient {}, three people: predicted disease progression in points", row), panels);
  }

  [[nodiscard]] static std::string bold(const std::string& text) {
    return use_colour() ? "\033[1m" + text + "\033[0m" : text;
  }
  [[nodiscard]] static std::string coloured(const std::string& bar, double moved) {
    return use_colour() ? fmt::format("\033[{}m{}\033[0m", moved < 0 ? "34" : "31", bar) : bar;
  }

  std::shared_ptr<const data::Dataset> table_;
  view::PlainNames names_;
  std::vector<std::string> shap_;
  std::vector<Told> told_;
  base::Control control_ = make_control(true);
};

}  // namespace

Command add_demo(CLI::App& program) {
  CLI::App* command =
      program.add_subcommand("demo", "one model, one patient, three people: what this program does, on one screen");
  auto options = std::make_shared<DemoOptions>();
  bind_options(*command, demo_options(), *options);
  return {command, [options] {
            const auto screen = Demo::run(*options);
            return screen.ok() ? print_output(screen.value()) : report_error(screen.error());
          }};
}

}  // namespace explainee::cli
