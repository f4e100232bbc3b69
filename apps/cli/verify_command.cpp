#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <memory>

#include "commands.h"
#include "data_input.h"
#include "explainee/base/threads/thread_pool.h"
#include "explainee/files/bytes/text_file.h"
#include "explainee/verify/shape.h"
#include "explainee/verify/verify.h"
#include "terminal.h"

namespace explainee::cli {
namespace {

using base::Result;

struct VerifyRequest {
  std::string certificate;
  std::string moments;
};

/// Who the certificate is about and what it explains.
std::string about(const verify::Certificate& certificate) {
  std::vector<std::string> has = certificate.who.knows;
  has.insert(has.end(), certificate.who.as_they_are.begin(), certificate.who.as_they_are.end());
  for (const auto& sum : certificate.who.reasons) {
    std::vector<std::string> names;
    for (const auto& [name, weight] : sum) names.push_back(name);
    has.push_back(fmt::format("a model of {}", fmt::join(names, ", ")));
  }
  const std::string who = has.empty() ? "she has nothing" : fmt::format("she has {}", fmt::join(has, ", "));
  const std::string shown = certificate.resolution_variance > 0
                                ? fmt::format(" in steps of {:.6g}", std::sqrt(12 * certificate.resolution_variance))
                                : "";
  std::string noisy;
  for (std::size_t i = 0; i < certificate.who.noisy.size(); ++i)
    noisy += fmt::format("; noise of {:.6g} in {} is taken out", std::sqrt(certificate.who.noise[i][i]),
                         certificate.who.noisy[i]);
  for (const verify::CandidateFact& fact : certificate.candidates) {
    if (fact.noise_variance > 0)
      noisy += fmt::format("; {} is shown with noise of {:.6g}", fact.name, std::sqrt(fact.noise_variance));
  }
  return fmt::format("(prediction {}{}{}; {}{}{})", certificate.draws ? "a draw of " : "",
                     fmt::join(certificate.prediction, ", "), shown, who,
                     certificate.who.squares_and_products ? ", with squares and products" : "", noisy);
}

/// What was confirmed, with the columns of facts whose name does not say what they are.
std::string statement(const verify::Certificate& certificate, const verify::Confirmation& confirmed,
                      const moments::Moments& moments) {
  std::vector<std::string> names;
  for (const int j : certificate.support) {
    const verify::CandidateFact& fact = certificate.candidates[static_cast<std::size_t>(j)];
    names.push_back(verify::is_group(fact, moments)
                        ? fmt::format("{} = {}", fact.name, fmt::join(fact.columns, " and "))
                        : fact.name);
  }
  const std::string support = fmt::format("{{{}}}", fmt::join(names, ", "));
  if (!certificate.bits)
    return fmt::format("accepted: {} settles the prediction completely for this person {}\n", support,
                       about(certificate));
  std::string all = fmt::format("no set of at most {} fact{} out of {}", certificate.s, certificate.s == 1 ? "" : "s",
                                certificate.candidates.size());
  if (certificate.budget)
    all += fmt::format(" that costs at most {} (by the costs that the certificate lists)", *certificate.budget);
  if (confirmed.optimal) {
    return fmt::format("accepted: {} tells this person more than {}, {:.6g} bits {}\n", all, support, *certificate.bits,
                       about(certificate));
  }
  return fmt::format("accepted: {} has more than {:.6g} bits; {} has {:.6g} {}\n", all, *certificate.bound_bits,
                     support, *certificate.bits, about(certificate));
}

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
  base::Control control = make_control(true);
  control.threads = base::resolve_threads(0);
  auto confirmed = verify::verify(certificate, moments, control);
  if (!confirmed.ok()) {
    base::Error error = confirmed.error();
    if (error.subject.nowhere()) error.subject.file = request.certificate;
    return error;
  }
  return statement(certificate, confirmed.value(), moments);
}

}  // namespace

Command add_verify(CLI::App& program) {
  CLI::App* command = program.add_subcommand(
      "verify", "checks a certificate of 'explain --certificate' on its own: accepted, or why not (exit status 4)");
  auto request = std::make_shared<VerifyRequest>();
  command->add_option("FILE", request->certificate, "the certificate")->required()->type_name("");
  command->add_option("--moments", request->moments, "the moments it is about (FILE.moments)")->type_name("M");
  return {command, [request] {
            const auto outcome = check(*request);
            return outcome.ok() ? print_output(outcome.value()) : report_error(outcome.error());
          }};
}

}  // namespace explainee::cli
