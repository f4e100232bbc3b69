#include <fmt/format.h>

#include <array>
#include <memory>

#include "bind_options.h"
#include "commands.h"
#include "data_folder.h"
#include "explainee/base/bits.h"
#include "explainee/explain/explain.h"
#include "explainee/files/open_table.h"
#include "explainee/files/text_file.h"
#include "explainee/report/number_text.h"
#include "explainee/report/waterfall_svg.h"
#include "explainee/report/words.h"
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
  Explanation three;     ///< the best three facts, with the patient
  Explanation one;       ///< the best single fact
  std::string shap;      ///< SHAP's first fact among those she lacks
  double shap_bits = 0;  ///< what it tells her
};

class Demo {
 public:
  static Result<std::string> run(const DemoOptions& options) {
    if (!options.picture.empty() && !options.picture.ends_with(".svg"))
      return Error{ErrorCode::kBadOption, "--picture writes an SVG image; end its name in .svg", options.picture};
    Demo demo;
    EXPLAINEE_TRY(demo.open());
    EXPLAINEE_TRY(demo.tell(options.row));
    if (!options.picture.empty()) {
      const std::string svg = demo.picture(options.row);
      EXPLAINEE_TRY(files::write_file(options.picture, std::span(svg.data(), svg.size())));
    }
    return demo.screen(options);
  }

 private:
  Result<void> open() {
    const std::string folder = data_folder();
    EXPLAINEE_ASSIGN(table_, files::open_table(folder + "/diabetes.csv"));
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
      explain::Options options;
      options.prediction = {"prediction"};
      options.label = "progression";
      options.knows = person.knows;
      options.sparsity = kFacts;
      options.row = row;
      Told told;
      EXPLAINEE_ASSIGN(told.three, explain::explain({.table = table_.get()}, options, control_));
      options.sparsity = 1;
      EXPLAINEE_ASSIGN(told.one, explain::explain({.table = table_.get()}, options, control_));
      if (told.three.interrupted || told.one.interrupted) return base::interrupted();
      for (const std::string& feature : shap_) {
        if (std::find(person.knows.begin(), person.knows.end(), feature) != person.knows.end()) continue;
        told.shap = feature;
        break;
      }
      explain::Options judged = options;
      judged.sparsity.reset();
      judged.features = {told.shap};
      EXPLAINEE_ASSIGN(const Explanation score, explain::score({.table = table_.get()}, judged, control_));
      told.shap_bits = base::to_bits(score.information.nats);
      told_.push_back(std::move(told));
    }
    return {};
  }

  [[nodiscard]] std::string known(std::size_t person) const {
    std::vector<std::string> plain;
    for (const std::string& column : people()[person].knows) plain.push_back(names_.name(column));
    return report::list_text(plain);
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
    out += fmt::format("\n{}\n", report::kNotCauses);
    if (!options.picture.empty()) out += fmt::format("Picture: {}\n", options.picture);
    return out + "Your own file:  explainee explain FILE.csv --prediction COLUMN --label TRUE_OUTCOME --knows A,B\n";
  }

  [[nodiscard]] std::string person_block(std::size_t person) const {
    const Explanation& e = told_[person].three;
    const auto& row = *e.row;
    const std::string unit = names_.unit("prediction");
    double most = std::abs(row.remainder.front());
    for (const auto& part : row.contributions) most = std::max(most, std::abs(part.contribution.front()));
    std::string out = bold(fmt::format("{} who knows {}", people()[person].title, known(person))) +
                      fmt::format(" expects {}\n", names_.value("prediction", row.expected.front()));
    const auto line = [&](const std::string& label, double moved) {
      out += fmt::format("  {} {}  {}\n", report::pad_right(label, 34),
                         report::pad_left(report::signed_at_scale(moved, e.uncertainty.before.front()), 6),
                         coloured(report::bar_text(std::abs(moved) / most, kBar), moved));
    };
    for (const auto& part : row.contributions)
      line(names_.name(part.name) + " " + names_.value(part.name, *part.value), part.contribution.front());
    line("the rest", row.remainder.front());
    out += fmt::format(
        "  the model says {}; over all patients her typical error goes from {} to {}{}\n",
        names_.value("prediction", row.prediction.front()), report::number_text(e.uncertainty.before.front()),
        names_.amount("prediction", e.uncertainty.after.front()), e.certificate.optimal ? ", proven best" : "");
    return out;
  }

  [[nodiscard]] std::string comparison() const {
    std::string out = "                   best single fact for her       SHAP's first fact among those she lacks\n";
    for (std::size_t i = 0; i < told_.size(); ++i) {
      const Told& told = told_[i];
      const std::string best = told.one.facts.front().name;
      const double bits = base::to_bits(told.one.information.nats);
      out += fmt::format("  {} {}  {}\n", report::pad_right(people()[i].title, 16),
                         report::pad_right(fmt::format("{} {:.2f} bits", names_.name(best), bits), 29),
                         fmt::format("{} {:.2f} bits{}", names_.name(told.shap), told.shap_bits,
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
      const auto& u = told_[i].three.uncertainty;
      panels.push_back({fmt::format("{} who knows {}", people()[i].title, known(i)),
                        fmt::format("typical error {} → {}", report::number_text(u.before.front()),
                                    names_.amount("prediction", u.after.front())),
                        &told_[i].three});
    }
    return report::waterfall_svg(
        fmt::format("One model, patient {}, three people: predicted disease progression in points", row), panels,
        names_);
  }

  [[nodiscard]] static std::string bold(const std::string& text) {
    return use_colour() ? "\033[1m" + text + "\033[0m" : text;
  }
  [[nodiscard]] static std::string coloured(const std::string& bar, double moved) {
    return use_colour() ? fmt::format("\033[{}m{}\033[0m", moved < 0 ? "34" : "31", bar) : bar;
  }

  std::unique_ptr<data::TableSource> table_;
  report::PlainNames names_;
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
