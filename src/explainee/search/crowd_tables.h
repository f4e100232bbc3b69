// explainee/search/crowd_tables.h: inverse and eigenvalues of the Gram matrix that a crowd shares (search §7).
#pragma once

namespace explainee::search {

struct CrowdTables {};

}  // namespace explainee::search
