#include <utility>

#include "explainee/request/request.h"

namespace explainee::request {

Request as_in_the_paper(Request request) {
  if (!request.how.paper) return request;
  request.who.reader = ReaderKind::kLinear;
  request.facts.family = {"features"};
  request.facts.tell = Tell::kAll;
  request.what.prediction_scale = Scale::kPlain;
  request.how.work = 0;
  return request;
}

}  // namespace explainee::request
