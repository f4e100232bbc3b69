// bench/read_gram.h: a problem of one prediction from a file of bench/gram_file.py.
#pragma once

#include <cstdint>
#include <fstream>
#include <optional>
#include <string>

#include "explainee/search/problem/problem.h"

namespace explainee::bench {

/// n as int64, then n² + n + 1 doubles: G, b, q. None when the file is not there or too short.
inline std::optional<search::Problem> read_gram(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::int64_t n = 0;
  file.read(reinterpret_cast<char*>(&n), sizeof n);
  if (!file) return std::nullopt;
  search::Problem problem;
  problem.gram.resize(n, n);
  problem.cross.resize(n, 1);
  problem.target.resize(1, 1);
  for (Eigen::MatrixXd* part : {&problem.gram, &problem.cross, &problem.target}) {
    file.read(reinterpret_cast<char*>(part->data()), static_cast<std::streamsize>(part->size() * sizeof(double)));
  }
  if (!file) return std::nullopt;
  problem.column_scale = problem.gram.diagonal();
  problem.target_scale = problem.target.diagonal();
  for (int j = 0; j < n; ++j) problem.candidates.push_back({j, 1});
  return problem;
}

}  // namespace explainee::bench
