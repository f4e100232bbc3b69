// tests/hostile_moments_test.cpp: moments files that were changed and sealed again are refused or explained, and
// nothing else happens.
#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <cmath>
#include <cstring>

#include "explainee/moments/accumulate/accumulate.h"
#include "explainee/moments/join_folds.h"
#include "explainee/moments/merge.h"
#include "explainee/moments/moments_file.h"
#include "explainee/moments/plan_table.h"
#include "testing/hostile_files.h"

namespace explainee {
namespace {

using hostile::Json;
using moments::Moments;

constexpr std::size_t kHeaderAt = 20;

/// A moments file as its parts.
struct Parts {
  Json header;
  std::vector<double> numbers;
};

Parts parts_of(const std::string& bytes) {
  std::uint64_t length = 0;
  std::memcpy(&length, bytes.data() + 12, sizeof(length));
  Parts parts{Json::parse(bytes.substr(kHeaderAt, length)), {}};
  const std::size_t at = kHeaderAt + length;
  parts.numbers.resize((bytes.size() - moments::kChecksumBytes - at) / sizeof(double));
  std::memcpy(parts.numbers.data(), bytes.data() + at, parts.numbers.size() * sizeof(double));
  return parts;
}

std::string file_of(const Parts& parts) {
  const std::string header = hostile::text_of(parts.header);
  const std::uint32_t version = 1;
  const std::uint64_t length = header.size();
  std::string bytes(moments::kMagic);
  bytes.append(reinterpret_cast<const char*>(&version), sizeof(version));
  bytes.append(reinterpret_cast<const char*>(&length), sizeof(length));
  bytes += header;
  bytes.append(reinterpret_cast<const char*>(parts.numbers.data()), parts.numbers.size() * sizeof(double));
  const auto hash = base::sha256(bytes);
  return bytes.append(reinterpret_cast<const char*>(hash.data()), hash.size());
}

Moments moments_of(const moments::PlanOptions& options) {
  data::MemoryTable table = hostile::small_table(60);
  return moments::accumulate(table, moments::plan_table(table, options, {}).value().plan, {}).value();
}

std::vector<std::string> genuine_files() {
  std::vector<std::string> files;
  for (int k = 0; k < 4; ++k) {
    moments::PlanOptions options;
    options.folds = k == 0 ? 1 : 4;
    if (k > 1) options.products = {"a", "b"};
    if (k == 2) options.weight = "w";
    if (k == 3) options.block = "day";
    files.push_back(moments::serialize(moments_of(options)));
  }
  return files;
}

/// As many numbers as the header wants, where it wants not too many.
void fit(Parts& parts) {
  if (!parts.header.is_object() || !parts.header.contains("columns") || !parts.header.contains("folds")) return;
  const std::size_t n = parts.header["columns"].size();
  const std::size_t wanted = parts.header["folds"].size() * (n + n * (n + 1) / 2);
  constexpr std::size_t kMost = 100000;
  if (wanted > kMost || parts.numbers.empty()) return;
  const std::vector<double> had = parts.numbers;
  parts.numbers.resize(wanted);
  for (std::size_t i = had.size(); i < wanted; ++i) parts.numbers[i] = had[i % had.size()];
}

void change_numbers(std::vector<double>& numbers, base::Random& random) {
  for (std::size_t changes = 1 + hostile::pick(random, 4); changes > 0 && !numbers.empty(); --changes) {
    double& number = numbers[hostile::pick(random, numbers.size())];
    switch (hostile::pick(random, 5)) {
      case 0:
        number = hostile::extreme_number(random);
        break;
      case 1:
        number = numbers[hostile::pick(random, numbers.size())];
        break;
      case 2:
        number = std::numeric_limits<double>::quiet_NaN();
        break;
      case 3:
        number *= 1 + 1e-12;
        break;
      default:
        number *= 4 * random.uniform() - 2;
    }
  }
}

/// An independent look at what was accepted: no correlation matrix has a negative eigenvalue.
void expect_possible(const Moments& moments) {
  for (const moments::Fold& fold : moments.folds) {
    if (fold.rows == 0) continue;
    Eigen::MatrixXd matrix = fold.scatter.selfadjointView<Eigen::Lower>();
    const double least = fold.weight * 1e-280;
    const Eigen::VectorXd roots = matrix.diagonal().cwiseMax(least).cwiseSqrt();
    matrix = roots.cwiseInverse().asDiagonal() * matrix * roots.cwiseInverse().asDiagonal();
    if (matrix.size() == 0) continue;
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(matrix, Eigen::EigenvaluesOnly);
    EXPECT_GT(solver.eigenvalues()[0], -1e-7 * static_cast<double>(matrix.rows()));
  }
}

void use(const Moments& moments, const Moments& other) {
  expect_possible(moments);
  (void)moments::rare_levels(moments, 10);
  const Moments fewer = moments::with_rows_per_fold(moments, 10);
  EXPECT_EQ(fewer.rows(), moments.rows());
  Moments sum = other;
  if (const auto merged = moments::merge(sum, moments, "part"); !merged.ok()) hostile::expect_sentence(merged.error());
  for (const char* knows : {"", "b"}) {
    request::Request request = about_p(2);
    if (*knows != '\0') request.who.knows = {knows};
    const auto found =
        explain::explain({.moments = std::make_shared<const Moments>(moments)}, request, base::Control().within(0.5));
    if (!found.ok()) hostile::expect_sentence(found.error());
  }
}

TEST(HostileMoments, AreRefusedOrExplained) {
  const std::vector<std::string> genuine = genuine_files();
  base::Random random(4);
  int read_well = 0;
  for (int i = 0; i < scaled(hostile::kFiles); ++i) {
    const std::string& own = genuine[hostile::pick(random, genuine.size())];
    std::string bytes = own;
    if (i % 4 == 0) {
      hostile::mutate(bytes, random);
      EXPECT_TRUE(bytes == own || !moments::deserialize(bytes, "").ok());
    } else {
      Parts parts = parts_of(own);
      if (i % 4 == 1) {
        change_numbers(parts.numbers, random);
      } else {
        hostile::mutate(parts.header, random);
      }
      if (i % 2 == 0) fit(parts);
      bytes = file_of(parts);
    }
    const auto read = moments::deserialize(bytes, "t.moments");
    if (!read.ok()) {
      EXPECT_EQ(read.error().subject.file, "t.moments");
      hostile::expect_sentence(read.error());
      continue;
    }
    ++read_well;
    const std::string written = moments::serialize(read.value());
    const auto again = moments::deserialize(written, "");
    ASSERT_TRUE(again.ok());
    EXPECT_EQ(moments::serialize(again.value()), written);
    use(read.value(), moments::deserialize(own, "").value());
  }
  EXPECT_GT(read_well, scaled(hostile::kFiles) / 20);
  RecordProperty("read_well", read_well);
}

}  // namespace
}  // namespace explainee
