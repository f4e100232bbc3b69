#include <fmt/format.h>

#include <memory>

#include "commands.h"
#include "data_input.h"
#include "explainee/files/text_file.h"
#include "explainee/verify/verify.h"
#include "terminal.h"

namespace explainee::cli {
namespace {

using base::Result;

struct Request {
  std::string certificate;
  std::string moments;
};

Result<std::string> check(const Request& request) {
  EXPLAINEE_ASSIGN(const std::string text, files::read_text(request.certificate));
  EXPLAINEE_ASSIGN(const verify::Certificate certificate, verify::read_certificate(text, request.certificate));
  const std::string path = request.moments.empty() ? request.certificate + ".moments" : request.moments;
  EXPLAINEE_ASSIGN(const moments::Moments moments, read_moments({path}));
  auto confirmed = verify::verify(certificate, moments);
  if (!confirmed.ok()) {
    base::Error error = confirmed.error();
    if (error.where.empty()) error.where = request.certificate;
    return error;
  }
  std::string support;
  for (const int j : certificate.support) {
    support += (support.empty() ? "" : ", ") + certificate.candidates[static_cast<std::size_t>(j)].name;
  }
  const std::string facts = fmt::format("{} fact{}", certificate.s, certificate.s == 1 ? "" : "s");
  if (!certificate.bits)
    return fmt::format("accepted: {{{}}} settles the prediction completely for this person\n", support);
  if (confirmed.value().optimal) {
    return fmt::format("accepted: no set of at most {} out of {} tells this person more than {{{}}}, {:.6g} bits\n",
                       facts, certificate.candidates.size(), support, *certificate.bits);
  }
  return fmt::format("accepted: no set of at most {} out of {} has more than {:.6g} bits; {{{}}} has {:.6g}\n", facts,
                     certificate.candidates.size(), *certificate.bound_bits, support, *certificate.bits);
}

}  // namespace

Command add_verify(CLI::App& program) {
  CLI::App* command = program.add_subcommand(
      "verify", "checks a certificate of 'explain --certificate' on its own: accepted, or why not (exit status 4)");
  auto request = std::make_shared<Request>();
  command->add_option("FILE", request->certificate, "the certificate")->required()->type_name("");
  command->add_option("--moments", request->moments, "the moments it is about (FILE.moments)")->type_name("M");
  return {command, [request] {
            const auto said = check(*request);
            return said.ok() ? print_output(said.value()) : report_error(said.error());
          }};
}

}  // namespace explainee::cli
