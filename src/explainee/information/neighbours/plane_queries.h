// explainee/information/neighbours/plane_queries.h: how many points of a plane are in rectangles, with vector
// instructions.
#pragma once

#include <cstddef>
#include <cstdint>

#include "explainee/information/neighbours/plane.h"

namespace explainee::information {

/// How many points are in each of `count` rectangles of places.
void points_within(const Plane& plane, const Places* across, const Places* along, std::size_t count,
                   std::uint32_t* points);

}  // namespace explainee::information
