#include "explainee/search/crowd/crowd_block.h"

#include <algorithm>

#include "explainee/search/crowd/crowd_kernels.h"

namespace explainee::search {

/// Known ones increasing and once each, then the barred ones that are not known.
void CrowdBlock::read_lists(const Member& member, Place& place) {
  place.known = lists_.size();
  const auto add = [&](std::span<const int> list) {
    const auto from = static_cast<std::ptrdiff_t>(lists_.size());
    lists_.insert(lists_.end(), list.begin(), list.end());
    std::sort(lists_.begin() + from, lists_.end());
    lists_.erase(std::unique(lists_.begin() + from, lists_.end()), lists_.end());
  };
  add(member.known);
  place.known_count = lists_.size() - place.known;
  add(member.barred);
  const auto first = lists_.begin() + static_cast<std::ptrdiff_t>(place.known);
  const auto middle = first + static_cast<std::ptrdiff_t>(place.known_count);
  lists_.erase(std::remove_if(middle, lists_.end(), [&](int j) { return std::binary_search(first, middle, j); }),
               lists_.end());
  place.barred_count = lists_.size() - place.known - place.known_count;
}

void CrowdBlock::read_columns(const Member& member, const Place& place) {
  const std::size_t k = member.cross_target.size();
  const std::size_t n = tables_->size;
  for (std::size_t u = 0; u < k; ++u) {
    double* row = cross_.data() + (place.column + u) * tables_->stride;
    const double* from = member.cross.data() + u * n;
    for (std::size_t j = 0; j < n; ++j) row[j] = from[j] * tables_->unit[j];
  }
  std::copy(member.inner.begin(), member.inner.end(), inner_.begin() + static_cast<std::ptrdiff_t>(place.inner));
  for (std::size_t u = 0; u < k; ++u) inner_[place.inner + k * k + u] = member.cross_target[u] * tables_->target_unit;
}

void CrowdBlock::read_weights(const Member& member, std::size_t row) {
  double* out = product_.data() + row * tables_->stride;
  for (std::size_t j = 0; j < tables_->size; ++j)
    out[j] = tables_->unit[j] > 0 ? member.weights[j] / tables_->unit[j] : 0;
}

/// c = Cw, v = wᵀc + noise, c_y = wᵀb.
void CrowdBlock::finish_weights(const Member& member, const Place& place) {
  const double* weights = product_.data() + place.column * tables_->stride;
  const double* cross = cross_.data() + place.column * tables_->stride;
  inner_[place.inner] = dot(weights, cross, tables_->stride) + member.noise_variance;
  inner_[place.inner + 1] = dot(weights, tables_->cross.data(), tables_->stride);
}

void CrowdBlock::read(std::span<const Member> members, std::span<const std::size_t> picked) {
  places_.clear();
  lists_.clear();
  std::size_t columns = 0;
  std::size_t inner = 0;
  std::size_t weighted = 0;
  // Those with weights first: their products are known, and covariances are what is multiplied for.
  for (const std::size_t m : picked) weighted += members[m].weights.empty() ? 0 : 1;
  std::size_t next_weighted = 0;
  std::size_t next_given = weighted;
  for (const std::size_t m : picked) {
    Place place;
    read_lists(members[m], place);
    const bool weights = !members[m].weights.empty();
    place.columns = weights ? 1 : members[m].cross_target.size();
    place.column = weights ? next_weighted++ : next_given;
    if (!weights) next_given += place.columns;
    place.inner = inner;
    place.exact = weights && members[m].noise_variance == 0;
    inner += place.columns * (place.columns + 1);
    columns += place.columns;
    places_.push_back(place);
  }
  const std::size_t stride = tables_->stride;
  if (cross_.size() < columns * stride) {
    cross_.resize(columns * stride);
    product_.resize(columns * stride);
  }
  inner_.resize(inner);
  for (std::size_t k = 0; k < picked.size(); ++k) {
    const Member& member = members[picked[k]];
    if (member.weights.empty()) {
      read_columns(member, places_[k]);
    } else {
      read_weights(member, places_[k].column);
    }
  }
  multiply_many(tables_->gram.data(), tables_->size, stride, product_.data(), weighted, cross_.data());
  if (tables_->invertible)
    multiply_many(tables_->precision.data(), tables_->size, stride, cross_.data() + weighted * stride,
                  columns - weighted, product_.data() + weighted * stride);
  for (std::size_t k = 0; k < picked.size(); ++k) {
    if (!members[picked[k]].weights.empty()) finish_weights(members[picked[k]], places_[k]);
  }
}

IncumbentMember CrowdBlock::member(std::size_t k) const {
  const Place& place = places_[k];
  IncumbentMember own;
  own.known = {lists_.data() + place.known, place.known_count};
  own.barred = {lists_.data() + place.known + place.known_count, place.barred_count};
  own.cross = cross_.data() + place.column * tables_->stride;
  own.product = product_.data() + place.column * tables_->stride;
  own.inner = {inner_.data() + place.inner, place.columns * place.columns};
  own.target = {inner_.data() + place.inner + place.columns * place.columns, place.columns};
  own.weights = place.exact ? own.product : nullptr;
  return own;
}

}  // namespace explainee::search
