#include "explainee/explanation.h"

#include <utility>

#include "explainee/api/fields.h"
#include "explainee/api/held.h"
#include "explainee/base/bits.h"
#include "explainee/base/errors/message.h"
#include "explainee/base/errors/speech.h"
#include "explainee/data/dataset/dataset.h"
#include "explainee/explain/explain.h"
#include "explainee/report/json/explanation_json.h"
#include "explainee/report/svg/waterfall_svg.h"
#include "explainee/report/text/terminal_text.h"
#include "explainee/view/make_view.h"
#include "explainee/view/sentences/sentences.h"

namespace explainee {
inline namespace v0 {
namespace {

Result<Explanation> share(Result<explain::Explanation> found) {
  if (!found.ok()) return std::move(found).error();
  return Explanation(std::make_shared<const api::HeldExplanation>(api::HeldExplanation{std::move(found).value()}));
}

}  // namespace

std::vector<Fact> Explanation::facts() const {
  std::vector<Fact> facts;
  facts.reserve(answer_->facts.size());
  for (const explain::Fact& fact : answer_->facts) facts.push_back({fact.name, fact.coefficient, fact.stability});
  return facts;
}

std::optional<double> Explanation::bits() const {
  if (infinite()) return std::nullopt;
  return base::to_bits(answer_->information.nats);
}

bool Explanation::infinite() const { return answer_->information.infinite; }

bool Explanation::optimal() const { return answer_->claim.optimal(); }

std::optional<double> Explanation::bound_bits() const {
  if (!answer_->claim.bound_nats) return std::nullopt;
  return base::to_bits(*answer_->claim.bound_nats);
}

std::vector<double> Explanation::before() const { return answer_->uncertainty.before; }

std::vector<double> Explanation::after() const { return answer_->uncertainty.after; }

std::optional<RowExplanation> Explanation::row() const {
  if (!answer_->row) return std::nullopt;
  const explain::RowExplanation& own = *answer_->row;
  RowExplanation row{own.index, own.prediction, own.expected, {}, own.remainder, own.id};
  for (const explain::Contribution& part : own.contributions)
    row.contributions.push_back({part.name, part.value, part.level, part.expected, part.contribution});
  return row;
}

std::vector<std::string> Explanation::warnings() const {
  std::vector<std::string> warnings;
  warnings.reserve(answer_->warnings.size());
  for (const explain::Warning& warning : answer_->warnings)
    warnings.push_back(warning.code + ": " + base::text(warning.message, api::fields()));
  return warnings;
}

std::string Explanation::json() const {
  return report::to_json_text(*answer_, view::make_view(*answer_, {}).sentences);
}

std::vector<std::string> Explanation::sentences() const {
  std::vector<std::string> texts;
  for (const view::Sentence& sentence : view::make_view(*answer_, {}, api::fields()).sentences)
    texts.push_back(sentence.text);
  return texts;
}

std::string Explanation::words(int width) const {
  return report::terminal_text(view::make_view(*answer_, {}, api::fields()), {.width = width});
}

Result<std::string> Explanation::waterfall_svg() const {
  const view::View view = view::make_view(*answer_, {});
  if (view.row.empty()) {
    return Error{
        ErrorCode::kNeedsRows, base::say("the picture is of one row; say which with {}", base::option("row")), {}};
  }
  const report::WaterfallPanel panel = report::waterfall_panel(view, view.person);
  return report::waterfall_svg(view.title, std::span(&panel, 1));
}

Result<Explainer> Explanation::explainer() const {
  if (answer_->explainer)
    return Explainer(std::make_shared<const api::HeldExplainer>(api::HeldExplainer{*answer_->explainer}));
  return Error{ErrorCode::kBadOption, "nothing was kept for other rows; ask for it with Request::how.keep", {}};
}

Result<Explanation> explain(const Dataset& dataset, const Request& request, const Control& control) {
  return share(explain::explain({.table = dataset.table()}, request, control));
}

Result<Explanation> explain(const Dataset& dataset, const Request& request, const Dataset& answers,
                            const Control& control) {
  const std::unique_ptr<data::TableSource> asked = answers.table()->cursor();
  return share(explain::explain({.table = dataset.table(), .answers = asked.get()}, request, control));
}

Result<Explanation> score(const Dataset& dataset, const Request& request, const Control& control) {
  return share(explain::score({.table = dataset.table()}, request, control));
}

Result<Explanation> score(const Dataset& dataset, const Request& request, const Dataset& answers,
                          const Control& control) {
  const std::unique_ptr<data::TableSource> asked = answers.table()->cursor();
  return share(explain::score({.table = dataset.table(), .answers = asked.get()}, request, control));
}

}  // namespace v0
}  // namespace explainee
