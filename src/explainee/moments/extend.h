// explainee/moments/extend.h: further columns that are affine functions of those the moments have.
#pragma once

#include <Eigen/Dense>
#include <string>

#include "explainee/moments/moments.h"

namespace explainee::moments {

/// Appends the column constant + weights·x (x in the table's units), exactly as if it had been in the table.
void append_affine_column(Moments& moments, const std::string& name, const Eigen::VectorXd& weights, double constant);

}  // namespace explainee::moments
