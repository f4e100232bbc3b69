#include "explainee/base/output/write_error.h"

#include <cerrno>
#include <cstring>

namespace explainee::base {

std::string why_not_written(int cause) {
  switch (cause) {
    case ENOENT:
    case ENOTDIR:
      return "its folder does not exist or takes no files; choose another";
    case EACCES:
    case EPERM:
    case EROFS:
      return "you have no permission to write in its folder; choose another";
    case EFBIG:
      return "it grows larger than this process may write; raise that limit (ulimit -f)";
    case ENOSPC:
    case EDQUOT:
      return std::string(std::strerror(cause)) + "; make room or choose another folder";
    default:
      return std::strerror(cause);
  }
}

Error write_error(const std::string& path, int cause) {
  return {ErrorCode::kUnwritableOutput, "cannot be written: " + why_not_written(cause), path};
}

}  // namespace explainee::base
