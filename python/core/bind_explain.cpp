#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "asked_model.h"
#include "bindings.h"
#include "collected.h"
#include "explainee/base/errors/speech.h"
#include "explainee/explain/explain.h"
#include "explainee/explain/local/local_rows.h"
#include "explainee/report/json/explanation_json.h"
#include "explainee/report/json/view_json.h"
#include "explainee/report/text/terminal_text.h"
#include "explainee/request/json/json.h"
#include "explainee/request/records/records.h"
#include "explainee/verify/certificate.h"
#include "explainee/view/make_view.h"
#include "explainee/view/sentences/phrases/person_text.h"
#include "interruptible.h"
#include "kept.h"
#include "options.h"

namespace explainee::python {
namespace {

namespace nb = nanobind;
using explain::Explanation;

/// An explanation and how people call its columns.
struct Answer {
  Explanation explanation;
  view::PlainNames names;
  bool stopped = false;  ///< by Ctrl-C, not by a limit

  /// Who she is; empty for nobody in particular.
  [[nodiscard]] std::string person() const {
    return explanation.summary.empty() && explanation.answers == std::nullopt ? std::string()
                                                                              : view::person_text(explanation, names);
  }
  [[nodiscard]] view::View shown() const { return view::make_view(explanation, names, base::python()); }
};

std::string json(const Answer& answer) { return report::to_json_text(answer.explanation, answer.shown().sentences); }

std::string text(const Answer& answer, int width, bool colour) {
  return report::terminal_text(answer.shown(), {.colour = colour, .width = width});
}

/// Code and text of each warning, as Python says it.
std::vector<std::pair<std::string, std::string>> warnings(const Answer& answer) {
  std::vector<std::pair<std::string, std::string>> list;
  for (const explain::Warning& warning : answer.explanation.warnings)
    list.emplace_back(warning.code, base::text(warning.message, base::python()));
  return list;
}

std::optional<HeldExplainer> kept(const Answer& answer) {
  if (answer.explanation.explainer == nullptr) return std::nullopt;
  return HeldExplainer{*answer.explanation.explainer};
}

nb::object local_rows(const Answer& answer, int threads, nb::handle progress) {
  if (answer.explanation.local_rows == nullptr) return nb::none();
  const explain::LocalRows& rows = *answer.explanation.local_rows;
  Collected collected(explain::local_row_columns(rows));
  run_interruptibly(threads, progress, [&](const base::Control& control) {
    return explain::explain_rows_locally(rows, collected, control);
  });
  return collected.take();
}

/// The proof as text and the moments it is about.
std::optional<std::pair<std::string, HeldMoments>> proof(const Answer& answer) {
  if (answer.explanation.proof == nullptr) return std::nullopt;
  return std::pair(verify::write_certificate(answer.explanation.proof->certificate),
                   HeldMoments{answer.explanation.proof->moments});
}

using Work = base::Result<Explanation> (*)(const explain::Input&, const request::Request&, const base::Control&);

/// What Python gives beside the options that have records.
struct Beside {
  const ColumnTable* answers = nullptr;
  const ColumnTable* names = nullptr;
  bool keep = false;
  bool certificate = false;
  nb::handle model;  ///< None: it is not asked
};

nb::object run(Work work, const std::vector<request::Record>& records, nb::handle data, const nb::dict& given,
               const Beside& beside, nb::handle progress) {
  const request::Written written = read_keywords(records, given);
  const GivenData own(data);
  explain::Input input = own.input();
  std::optional<ColumnTable> answers;
  if (beside.answers != nullptr) input.answers = &answers.emplace(*beside.answers);
  request::Request request = value_of(request::resolve(written, records, explain::columns_of(input)));
  request.how.keep = beside.keep;
  request.how.certificate = beside.certificate;
  const view::PlainNames names = read_names(beside.names);
  bool stopped = false;
  AskedModel model(beside.model);
  std::function<void()> attend;
  if (!beside.model.is_none()) attend = [&model] { model.attend(); };
  const auto whole = [&](const base::Control& control) {
    if (attend) input.asking.model = [&](const explain::RowColumns& rows) { return model.ask(rows, control); };
    return work(input, request, control);
  };
  Explanation explanation = run_interruptibly(request.how.threads, progress, whole, nullptr, &stopped, attend);
  return hold_answer(std::move(explanation), names, stopped);
}

}  // namespace

view::PlainNames read_names(const ColumnTable* names) {
  if (names == nullptr) return {};
  ColumnTable own(*names);
  return value_of(view::PlainNames::read(own));
}

nb::object hold_answer(Explanation explanation, const view::PlainNames& names, bool stopped) {
  view::PlainNames plain = names.with_facts(explanation.derived);
  return nb::cast(Answer{std::move(explanation), std::move(plain), stopped});
}

void bind_explain(nb::module_& module) {
  nb::class_<Answer>(module, "Answer", "An explanation as the core found it.")
      .def("json", &json)
      .def("text", &text, nb::arg("width"), nb::arg("colour") = false)
      .def("view", [](const Answer& answer) { return report::view_json_text(answer.shown()); })
      .def("warnings", &warnings)
      .def("kept", &kept)
      .def("local_rows", &local_rows, nb::arg("threads"), nb::arg("progress").none() = nb::none(),
           nb::sig("def local_rows(self, threads: int, progress: object | None = None) -> dict | None"))
      .def("proof", &proof)
      .def_prop_ro("person", &Answer::person)
      .def_ro("stopped", &Answer::stopped)
      .def_prop_ro("interrupted", [](const Answer& answer) { return answer.explanation.interrupted; });
  const auto bind = [&module](const char* name, Work work, const std::vector<request::Record>& records,
                              const char* signature) {
    module.def(
        name,
        [work, &records](nb::handle data, const nb::dict& given, ColumnTable* answers, ColumnTable* names, bool keep,
                         bool certificate, nb::handle progress, nb::handle model) {
          return run(work, records, data, given, {answers, names, keep, certificate, model}, progress);
        },
        nb::arg("data"), nb::arg("options"), nb::arg("answers").none() = nb::none(),
        nb::arg("names").none() = nb::none(), nb::arg("keep") = false, nb::arg("certificate") = false,
        nb::arg("progress").none() = nb::none(), nb::arg("model").none() = nb::none(), nb::sig(signature));
  };
  bind("explain", explain::explain, request::explain_records(),
       "def explain(data: Table | Moments, options: dict, answers: Table | None = None, names: Table | None = None, "
       "keep: bool = False, certificate: bool = False, progress: object | None = None, model: object | None = None) -> "
       "Answer");
  bind("score", explain::score, request::score_records(),
       "def score(data: Table | Moments, options: dict, answers: Table | None = None, names: Table | None = None, "
       "keep: bool = False, certificate: bool = False, progress: object | None = None, model: object | None = None) -> "
       "Answer");
  module.def(
      "read_request",
      [](const std::string& text, const std::string& where) {
        const request::Written written = value_of(request::read_request(text, request::explain_records(), where));
        nb::dict keywords;
        for (const auto& [name, value] : written.values()) keywords[keyword(name).c_str()] = nb::cast(value);
        return keywords;
      },
      nb::arg("text"), nb::arg("where"));
  module.def(
      "write_request",
      [](const nb::dict& options) {
        const auto& records = request::explain_records();
        return request::write_request(read_keywords(records, options), records);
      },
      nb::arg("options"));
  module.def("explain_options", [] { return describe_options(request::explain_records()); });
  module.def("score_options", [] { return describe_options(request::score_records()); });
}

}  // namespace explainee::python
