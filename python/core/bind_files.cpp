#include <nanobind/stl/string.h>

#include <span>
#include <string>

#include "bindings.h"
#include "explainee/base/output/output_file.h"
#include "raise.h"

namespace explainee::python {
namespace {

namespace nb = nanobind;

std::span<const char> content_of(const nb::bytes& content) { return {content.c_str(), content.size()}; }

/// Names of files are bytes, whatever they mean; an error names them as Python does.
void write_file(const nb::bytes& path, const nb::bytes& content, const std::string& shown) {
  const std::string place(path.c_str(), path.size());
  base::Result<void> written;
  {
    const nb::gil_scoped_release free;
    written = base::write_file(place, content_of(content));
  }
  if (!written.ok()) written.error().subject.file = shown;
  value_of(written);
}

base::Result<void> write_pair(const std::string& first, std::span<const char> first_content, const std::string& second,
                              std::span<const char> second_content) {
  EXPLAINEE_ASSIGN(const auto one, base::OutputFile::create(first));
  EXPLAINEE_TRY(one->write(first_content));
  EXPLAINEE_ASSIGN(const auto other, base::OutputFile::create(second));
  EXPLAINEE_TRY(other->write(second_content));
  return base::OutputFile::finish_both(*one, *other);
}

void write_both(const nb::bytes& first, const nb::bytes& first_content, const nb::bytes& second,
                const nb::bytes& second_content, const std::string& shown) {
  const std::string place(first.c_str(), first.size());
  const std::string other(second.c_str(), second.size());
  base::Result<void> written;
  {
    const nb::gil_scoped_release free;
    written = write_pair(place, content_of(first_content), other, content_of(second_content));
  }
  if (!written.ok()) written.error().subject.file = shown;
  value_of(written);
}

}  // namespace

void bind_files(nb::module_& module) {
  module.def("write_file", &write_file, nb::arg("path"), nb::arg("content"), nb::arg("shown"),
             "A file that appears whole or not at all.");
  module.def("write_both", &write_both, nb::arg("first"), nb::arg("first_content"), nb::arg("second"),
             nb::arg("second_content"), nb::arg("shown"), "Two files that belong together: both or neither.");
}

}  // namespace explainee::python
