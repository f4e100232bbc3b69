#include "explainee/result.h"

#include "explainee/api/fields.h"

namespace explainee {
inline namespace v0 {

std::string text(const Error& error) { return base::text(error, api::fields()); }

}  // namespace v0
}  // namespace explainee
