#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <memory>
#include <mutex>

#include "bindings.h"
#include "explainee/dialogue/dialogue.h"
#include "explainee/view/people/dialogue_words.h"
#include "interruptible.h"
#include "options.h"

namespace explainee::python {
namespace {

namespace nb = nanobind;
using dialogue::Dialogue;

/// A dialogue and the table it reads; one call at a time.
struct HeldDialogue {
  std::unique_ptr<ColumnTable> table;
  std::unique_ptr<Dialogue> content;
  std::unique_ptr<std::atomic<bool>> cancel;  ///< the dialogue asks it whatever call is running
  std::unique_ptr<std::mutex> one_at_a_time = std::make_unique<std::mutex>();

  /// Runs work on the dialogue without the interpreter's lock, when no other thread does.
  template <class Work>
  auto run(Work work) {
    *cancel = false;
    return run_interruptibly(
        1, nb::none(),
        [&](const base::Control&) {
          const std::lock_guard lock(*one_at_a_time);
          return work(*content);
        },
        cancel.get());
  }
};

HeldDialogue open(const ColumnTable& shared, const nb::dict& given, const nb::dict& settings_given,
                  nb::handle progress) {
  const request::Request request = value_of(
      request::resolve(read_keywords(dialogue::shared_records(), given), dialogue::shared_records(), shared.columns()));
  dialogue::DialogueSettings settings;
  fill_options(dialogue::dialogue_options(), settings_given, settings);
  auto table = std::make_unique<ColumnTable>(shared);
  auto cancel = std::make_unique<std::atomic<bool>>(false);
  auto opened = run_interruptibly(
      request.how.threads, progress,
      [&](const base::Control& control) {
        base::Control lasting = control;
        lasting.progress = {};  // it ends with this call, and the dialogue does not
        return [&]() -> base::Result<std::unique_ptr<Dialogue>> {
          EXPLAINEE_ASSIGN(auto rows, table->reader());
          return Dialogue::open(data::Dataset::make(std::move(rows)), request, settings, {}, lasting);
        }();
      },
      cancel.get());
  return {std::move(table), std::move(opened), std::move(cancel)};
}

nb::object question(HeldDialogue& held) {
  const auto next = held.run([](Dialogue& talk) { return talk.next_question(); });
  if (!next) return nb::none();
  nb::dict values;
  for (const dialogue::ShownValue& value : next->values) {
    if (value.number) {
      values[value.column.c_str()] = *value.number;
    } else {
      values[value.column.c_str()] = value.text;
    }
  }
  nb::dict shown;
  shown["row"] = next->row;
  shown["id"] = next->id;
  shown["values"] = values;
  shown["question"] = held.content->settings().question;
  return shown;
}

const char* ending_name(dialogue::Ending ending) {
  switch (ending) {
    case dialogue::Ending::kNone:
      return nullptr;
    case dialogue::Ending::kNothingToTell:
      return "nothing_to_tell";
    case dialogue::Ending::kSettled:
      return "settled";
    case dialogue::Ending::kUnmoved:
      return "unmoved";
    case dialogue::Ending::kMost:
      return "most_answers";
    case dialogue::Ending::kPassedOver:
      return "passed_over";
    case dialogue::Ending::kAllAsked:
      return "all_asked";
  }
  return nullptr;
}

nb::dict verdict(HeldDialogue& held) {
  const dialogue::Standing standing = held.run([](Dialogue& talk) { return talk.verdict(); });
  nb::dict entry;
  entry["answers"] = standing.answers;
  entry["probability_best"] = standing.probability_best;
  entry["expected_bits"] = standing.expected_bits;
  entry["expected_loss_bits"] = standing.expected_loss_bits;
  entry["expected_loss_share"] = standing.expected_loss_share;
  entry["features"] = nb::cast(standing.facts);
  entry["ending"] = nb::cast(ending_name(standing.ending));
  entry["sentences"] = nb::cast(view::ending_sentences(standing));
  return entry;
}

void answer(HeldDialogue& held, std::int64_t row, nb::handle said) {
  const std::vector<std::string>& words = held.content->settings().answer_words;
  if (words.empty()) {
    const auto number = cast_value<double>("answer", said, "a number");
    held.run([&](Dialogue& talk) { return talk.answer(row, number); });
    return;
  }
  const auto word = cast_value<std::string>("answer", said, "one of the words");
  const auto found = std::find(words.begin(), words.end(), word);
  if (found == words.end())
    throw CoreError({base::ErrorCode::kBadOption, fmt::format("'{}' is none of the words she answers by", word), ""});
  const auto place = static_cast<int>(found - words.begin());
  held.run([&](Dialogue& talk) { return talk.answer_word(row, place); });
}

const char* reply_name(dialogue::Reply reply) {
  return reply == dialogue::Reply::kAnswered ? "answered" : reply == dialogue::Reply::kSkipped ? "skipped" : "unknown";
}

nb::list said(HeldDialogue& held) {
  nb::list all;
  const dialogue::DialogueState state =
      held.run([](Dialogue& talk) { return base::Result<dialogue::DialogueState>(talk.state()); });
  for (const dialogue::Turn& turn : state.turns) {
    nb::dict entry;
    entry["row"] = turn.row;
    entry["reply"] = reply_name(turn.reply);
    if (turn.reply != dialogue::Reply::kAnswered) {
      entry["answer"] = nb::none();
    } else if (held.content->settings().answer_words.empty()) {
      entry["answer"] = turn.number;
    } else {
      entry["answer"] = held.content->settings().answer_words[static_cast<std::size_t>(turn.number)];
    }
    all.append(entry);
  }
  return all;
}

}  // namespace

void bind_dialogue(nb::module_& module) {
  nb::class_<HeldDialogue>(module, "Dialogue", "Questions to one person, and the explanation for her.")
      .def_static("open", &open, nb::arg("table"), nb::arg("options"), nb::arg("settings"),
                  nb::arg("progress").none() = nb::none())
      .def_prop_ro(
          "choices",
          [](HeldDialogue& held) {
            return held.run([](Dialogue& talk) { return base::Result<std::vector<std::string>>(talk.choices()); });
          })
      .def_prop_ro(
          "knows",
          [](HeldDialogue& held) {
            return held.run([](Dialogue& talk) { return base::Result<std::vector<std::string>>(talk.state().knows); });
          })
      .def("set_knows",
           [](HeldDialogue& held, const std::vector<std::string>& columns) {
             const auto names = value_of(request::expand_names("knows", held.table->columns(), columns));
             held.run([&](Dialogue& talk) { return talk.set_knows(names); });
           })
      .def("next_question", &question, nb::sig("def next_question(self) -> dict | None"))
      .def("answer", &answer, nb::arg("row"), nb::arg("answer"))
      .def("skip", [](HeldDialogue& held) { held.run([](Dialogue& talk) { return talk.skip(); }); })
      .def("do_not_know", [](HeldDialogue& held) { held.run([](Dialogue& talk) { return talk.do_not_know(); }); })
      .def("undo",
           [](HeldDialogue& held) {
             return held.run([](Dialogue& talk) { return base::Result<bool>(talk.undo().has_value()); });
           })
      .def_prop_ro("said", &said)
      .def("verdict", &verdict)
      .def(
          "explanation",
          [](HeldDialogue& held, const ColumnTable* names) {
            return hold_answer(held.run([](Dialogue& talk) { return talk.explanation(); }), read_names(names));
          },
          nb::arg("names").none() = nb::none(), nb::sig("def explanation(self, names: Table | None = None) -> Answer"));
  module.def("dialogue_options", [] { return describe_options(dialogue::shared_records()); });
  module.def("dialogue_settings", [] { return describe_options(dialogue::dialogue_options()); });
}

}  // namespace explainee::python
