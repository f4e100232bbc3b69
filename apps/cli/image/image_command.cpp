#include <fmt/format.h>

#include <chrono>
#include <memory>

#include "bind_options.h"
#include "commands.h"
#include "data_input.h"
#include "explainee/explain/explain.h"
#include "explainee/files/open_table.h"
#include "explainee/request/grammar/grammar.h"
#include "explainee/request/records/records.h"
#include "image/image_options.h"
#include "image/image_picture.h"
#include "image/image_table.h"
#include "kept_files.h"
#include "output_options.h"
#include "terminal.h"

namespace explainee::cli {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

constexpr int kDefaultFolds = 20;

/// What the command line holds for image.
struct ImageRequest {
  std::string photo;
  ImageOptions image;
  request::Written written;
  OutputOptions output;
};

/// All but those that ask a model: these models are fitted here, and read pixels.
const std::vector<request::Record>& image_records() {
  static const std::vector<request::Record> kRecords = [] {
    std::vector<request::Record> records = request::explain_records();
    std::erase_if(records, [](const request::Record& record) { return record.name.starts_with("ask"); });
    return records;
  }();
  return kRecords;
}

/// What was written with the defaults of a photograph: its models, its blocks, pixels as the only facts, and the
/// paper's way of answering, since it is the paper's experiment.
request::Written with_defaults(request::Written written, const ImageOptions& image) {
  if (written.find("reader") == nullptr) written.set("reader", std::string("linear"));
  if (written.find("family") == nullptr) written.set("family", std::vector<std::string>{"features"});
  if (written.find("tell") == nullptr) written.set("tell", std::string("all"));
  if (written.find("prediction") == nullptr) written.set("prediction", std::vector<std::string>{image.model});
  if (written.find("block") == nullptr) written.set("block", std::string(kBlockColumn));
  if (written.find("features") == nullptr) {
    std::vector<std::string> exclude = written.list("exclude");
    exclude.insert(exclude.end(), other_columns().begin(), other_columns().end());
    written.set("exclude", std::move(exclude));
  }
  return written;
}

/// The whole number that was written, or this one.
std::int64_t whole_or(const request::Written& written, std::string_view name, std::int64_t otherwise) {
  const request::Value* value = written.find(name);
  return value == nullptr ? otherwise : std::get<std::int64_t>(*value);
}

Result<PixelTable> read_pixels(const ImageRequest& request) {
  EXPLAINEE_ASSIGN(const files::Image image, files::read_png(request.photo));
  const RowPlan plan{static_cast<std::uint64_t>(whole_or(request.written, "seed", 0)),
                     static_cast<int>(whole_or(request.written, "folds", kDefaultFolds))};
  return make_pixel_table(image, request.image, plan);
}

Result<explain::Explanation> explain_pixels(const ImageRequest& request, PixelTable& pixels) {
  explain::Input input;
  input.table = data::Dataset::borrow(pixels.table);
  std::unique_ptr<data::TableSource> answers;
  if (const std::string path = request.written.text("answers"); !path.empty()) {
    EXPLAINEE_ASSIGN(answers, open_answers(path, request.written.list("answer-words")));
    input.answers = answers.get();
  }
  EXPLAINEE_ASSIGN(request::Request asked, request::resolve(with_defaults(request.written, request.image),
                                                            image_records(), pixels.table.columns()));
  const PixelWindow& window = pixels.window;
  for (int j = 0; j < window.size(); ++j)
    asked.facts.plane[fmt::format("x{}", j + 1)] = {window.row_offset(j), window.column_offset(j)};
  asked.how.certificate = !request.output.certificate.empty();
  asked.how.keep = !request.output.output.empty() || !request.output.all_rows.empty();
  EXPLAINEE_TRY(check_kept(request.output, true, asked));
  return explain::explain(input, asked, make_control(request.output.quiet));
}

/// Wrong options are told before anything is read.
Result<void> check_request(const ImageRequest& request) {
  EXPLAINEE_TRY(parse_window(request.image.window));
  EXPLAINEE_TRY(parse_crop(request.image.crop));
  const std::string& picture = request.image.picture;
  if (picture.empty() || picture.ends_with(".png")) return {};
  return Error{ErrorCode::kBadOption, "--picture writes a PNG image; end its name in .png", picture};
}

/// Reads, explains and writes the files; these appear together or not at all.
Result<explain::Explanation> run_request(const ImageRequest& request, const view::PlainNames& names) {
  EXPLAINEE_TRY(check_request(request));
  EXPLAINEE_TRY(check_outputs({request.image.picture, request.image.table, request.output.certificate,
                               request.output.certificate + ".moments", request.output.output, request.output.all_rows},
                              {request.photo, request.written.text("answers"), request.output.names}));
  const auto start = std::chrono::steady_clock::now();
  EXPLAINEE_ASSIGN(PixelTable pixels, read_pixels(request));
  const std::chrono::duration<double> reading = std::chrono::steady_clock::now() - start;
  EXPLAINEE_ASSIGN(const auto table_file, write_pixel_table(pixels, request.image.table));
  EXPLAINEE_ASSIGN(explain::Explanation explanation, explain_pixels(request, pixels));
  EXPLAINEE_TRY(check_names(explanation, names, request.output.names));
  append_given(explanation, image_options(), request.image);
  explanation.timings.insert(explanation.timings.begin(), {"photograph and models", reading.count()});
  if (!request.image.picture.empty()) {
    EXPLAINEE_TRY(files::write_png(request.image.picture, draw_window(pixels, explanation)));
  }
  if (table_file) EXPLAINEE_TRY(table_file->finish());
  if (explanation.explainer != nullptr)
    EXPLAINEE_TRY(write_kept(explanation, data::Dataset::borrow(pixels.table).get(), request.output,
                             make_control(request.output.quiet)));
  EXPLAINEE_TRY(write_proof(explanation, request.output.certificate));
  return explanation;
}

int run_image(const ImageRequest& request) {
  const auto names = read_names(request.output.names);
  if (!names.ok()) return report_error(names.error());
  const auto result = run_request(request, names.value());
  if (result.ok()) return print_explanation(result.value(), names.value(), request.output);
  Error error = result.error();
  const bool usage = base::error_info(error.code).exception == base::ExceptionClass::kUsageError;
  if (error.subject.nowhere() && !usage) error.subject.file = request.photo;
  return report_error(error);
}

}  // namespace

Command add_image(CLI::App& program) {
  CLI::App* command = program.add_subcommand(
      "image", "the paper's experiment: predictions of a photograph's pixels from their neighbours, explained");
  auto request = std::make_shared<ImageRequest>();
  command->add_option("PHOTO", request->photo, "a PNG image")->required()->type_name("");
  bind_options(*command, image_options(), request->image);
  bind_options(*command, image_records(), request->written);
  bind_options(*command, output_options(), request->output);
  return {command, [request] { return run_image(*request); }};
}

}  // namespace explainee::cli
