#include "data_folder.h"

#include <filesystem>

namespace explainee::cli {

std::string data_folder() {
  std::error_code failed;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", failed);
  if (!failed) {
    const std::filesystem::path beside = program.parent_path().parent_path() / "share" / "explainee" / "data";
    if (std::filesystem::is_directory(beside, failed)) return beside.string();
  }
  return EXPLAINEE_DATA_DIR;
}

}  // namespace explainee::cli
