// apps/cli/data_folder.h: where the program's own data lies, in the build tree or after an install.
#pragma once

#include <string>

namespace explainee::cli {

/// The folder beside the installed program (../share/explainee/data), else the one of the source tree.
[[nodiscard]] std::string data_folder();

}  // namespace explainee::cli
