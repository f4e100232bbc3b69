#include <memory>

#include "commands.h"
#include "data_input.h"
#include "explainee/base/threads/thread_pool.h"
#include "explainee/files/bytes/text_file.h"
#include "explainee/verify/verify.h"
#include "terminal.h"
#include "verify_statement.h"

namespace explainee::cli {
namespace {

using base::Result;

struct VerifyRequest {
  std::string certificate;
  std::string moments;
  bool list = false;
  double time_limit = 0;  ///< seconds, 0: none
};

Result<std::string> check(const VerifyRequest& request) {
  EXPLAINEE_ASSIGN(const std::string text, files::read_text(request.certificate));
  EXPLAINEE_ASSIGN(const verify::Certificate certificate, verify::read_certificate(text, request.certificate));
  const std::string path = request.moments.empty() ? request.certificate + ".moments" : request.moments;
  auto read = read_moments({path});
  if (!read.ok() && read.error().code == base::ErrorCode::kNoSuchFile && request.moments.empty()) {
    return base::Error{read.error().code,
                       "the moments that the certificate is about are not beside it; bring them along, or give yours "
                       "with --moments",
                       path};
  }
  EXPLAINEE_ASSIGN(const moments::Moments moments, std::move(read));
  base::Control control = make_control(false);
  if (request.time_limit > 0) control = control.within(request.time_limit);
  control.threads = base::resolve_threads(0);
  auto confirmed = verify::verify(certificate, moments, control);
  if (!confirmed.ok()) {
    base::Error error = confirmed.error();
    if (error.subject.nowhere()) error.subject.file = request.certificate;
    return error;
  }
  return statement(certificate, confirmed.value(), moments, request.list);
}

}  // namespace

Command add_verify(CLI::App& program) {
  CLI::App* command = program.add_subcommand(
      "verify", "checks a certificate of 'explain --certificate' on its own: accepted, or why not (exit status 4)");
  auto request = std::make_shared<VerifyRequest>();
  command->add_option("FILE", request->certificate, "the certificate")->required()->type_name("");
  command->add_option("--moments", request->moments, "the moments it is about (FILE.moments)")->type_name("M");
  command->add_flag("--list", request->list, "name every candidate and column, however many there are");
  command->add_option("--time-limit", request->time_limit, "give up after so many seconds: not proven then")
      ->type_name("SECONDS")
      ->check(CLI::NonNegativeNumber);
  return {command, [request] {
            const auto outcome = check(*request);
            return outcome.ok() ? print_output(outcome.value()) : report_error(outcome.error());
          }};
}

}  // namespace explainee::cli
