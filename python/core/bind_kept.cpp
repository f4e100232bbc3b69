#include "kept.h"

#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <map>

#include "bindings.h"
#include "collected.h"
#include "explainee/explain/kept/check.h"
#include "explainee/explain/kept/explainer_file.h"
#include "explainee/explain/rows/explain_rows.h"
#include "explainee/explain/rows/fact_values.h"
#include "explainee/report/json/check_json.h"
#include "explainee/view/names/part_value.h"
#include "explainee/view/names/plain_names.h"
#include "interruptible.h"

namespace explainee::python {
namespace {

namespace nb = nanobind;

/// The rows taken apart, as row_columns() has them.
nb::list explain_rows(const HeldExplainer& held, const ColumnTable& shared, nb::handle progress) {
  ColumnTable table(shared);
  Collected collected(explain::row_columns(held.content));
  run_interruptibly(1, progress, [&](const base::Control& control) {
    return explain::explain_rows(held.content, table, &collected, control);
  });
  return collected.take_columns();
}

/// What the facts are in each row that can be used, and the columns by which facts of several are shown.
nb::list fact_values(const HeldExplainer& held, const ColumnTable& shared) {
  ColumnTable table(shared);
  Collected collected(explain::fact_columns(held.content));
  run_interruptibly(1, nb::none(), [&](const base::Control& control) {
    return explain::read_facts(held.content, table, collected, control);
  });
  return collected.take_columns();
}

std::string check(const HeldExplainer& held, const ColumnTable& shared, int threads, nb::handle progress) {
  ColumnTable table(shared);
  const explain::CheckReport report = run_interruptibly(
      threads, progress, [&](const base::Control& control) { return explain::check(held.content, table, control); });
  return report::check_json_text(report);
}

/// The columns of the explainer, some of them computed from others: name → levels of a text, None for numbers.
nb::dict columns(const HeldExplainer& held) {
  nb::dict all;
  for (const explain::KeptNumber& number : held.content.numbers) all[number.column.c_str()] = nb::none();
  for (const explain::KeptText& text : held.content.texts) all[text.column.c_str()] = nb::cast(text.levels);
  return all;
}

nb::list facts(const HeldExplainer& held) {
  nb::list all;
  for (const family::Description& fact : held.content.facts) {
    nb::dict entry;
    entry["name"] = fact.name;
    entry["sources"] = nb::cast(fact.sources);
    entry["family"] = fact.family;
    all.append(entry);
  }
  return all;
}

/// (fact, column, whether it is named) of the columns that stand behind the facts' own in fact_values().
nb::list shown_sources(const HeldExplainer& held) {
  nb::list all;
  for (const explain::ShownSource& source : explain::shown_sources(held.content))
    all.append(nb::make_tuple(source.fact, source.column, source.named));
  return all;
}

/// How people call columns and, where `held` is given, its facts.
view::PlainNames plain_names(const ColumnTable* table, const HeldExplainer* held) {
  const view::PlainNames names = read_names(table);
  if (held == nullptr) return names;
  std::map<std::string, family::Description> derived;
  for (const family::Description& fact : held->content.facts) {
    if (!fact.saying.empty()) derived.emplace(fact.name, fact);
  }
  return names.with_facts(derived);
}

}  // namespace

void bind_kept(nb::module_& module) {
  nb::class_<HeldExplainer>(module, "Kept", "An explanation kept so that it can be used on other rows.")
      .def_static(
          "read",
          [](const std::string& text, const std::string& where) {
            return HeldExplainer{value_of(explain::read_explainer(text, where))};
          },
          nb::arg("text"), nb::arg("where"))
      .def("write", [](const HeldExplainer& held) { return explain::write_explainer(held.content); })
      .def("explain_rows", &explain_rows, nb::arg("table"), nb::arg("progress").none() = nb::none())
      .def("fact_values", &fact_values, nb::arg("table"))
      .def("check", &check, nb::arg("table"), nb::arg("threads"), nb::arg("progress").none() = nb::none())
      .def_prop_ro("columns", &columns)
      .def_prop_ro("facts", &facts)
      .def_prop_ro("shown_sources", &shown_sources)
      .def_prop_ro("information_json",
                   [](const HeldExplainer& held) { return report::information_json_text(held.content.then); })
      .def_prop_ro("person", [](const HeldExplainer& held) { return held.content.person; })
      .def_prop_ro("predictions", [](const HeldExplainer& held) { return held.content.predictions; })
      .def_prop_ro("id", [](const HeldExplainer& held) { return held.content.id; })
      .def_prop_ro("drop_missing", [](const HeldExplainer& held) { return held.content.drop_missing; });
  nb::class_<view::PlainNames>(module, "PlainNames", "How people call columns, and in which units they know them.")
      .def(nb::new_(&plain_names), nb::arg("table").none() = nb::none(), nb::arg("kept").none() = nb::none())
      .def("name", &view::PlainNames::name, nb::arg("column"))
      .def("value", &view::PlainNames::value, nb::arg("column"), nb::arg("value"))
      .def(
          "source_values",
          [](const view::PlainNames& names, const std::vector<std::pair<std::string, double>>& sources, bool named) {
            return view::source_values(sources, named, names);
          },
          nb::arg("sources"), nb::arg("named"));
}

}  // namespace explainee::python
