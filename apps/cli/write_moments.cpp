#include "write_moments.h"

#include "explainee/moments/moments_file.h"
#include "terminal.h"

namespace explainee::cli {

base::Result<std::unique_ptr<base::OutputFile>> begin_moments(const moments::Moments& moments,
                                                              const std::string& path) {
  EXPLAINEE_ASSIGN(auto file, base::OutputFile::create(path));
  EXPLAINEE_TRY(moments::serialize_to([&](std::span<const char> bytes) { return file->write(bytes); }, moments,
                                      make_control(true)));
  return file;
}

base::Result<void> write_moments(const moments::Moments& moments, const std::string& path) {
  EXPLAINEE_ASSIGN(const auto file, begin_moments(moments, path));
  return file->finish();
}

}  // namespace explainee::cli
