#pragma once

#include <string>
#include <vector>

#include "ui/figures/threads/thread_grid.hpp"
#include "ui/lane_language/lane_names.hpp"

namespace lanescope::ui::figures::threads {

// A variable of the source that follows from a thread's place, with the numbers of a thread:
//
//   i = blockIdx.x * blockDim.x + threadIdx.x = 1 * 8 + 3 = 11
struct ThreadFormula {
  std::string name, written, filled, value;  // filled: empty where it is the value already
};

// Those of the shown launch that the text tells (source_locals.hpp), the plainest first. Reads the
// source: kept while run and launch stay.
class ThreadFormulas {
 public:
  explicit ThreadFormulas(const view::View& view);
  // Of one thread of the launch. A run is there.
  [[nodiscard]] std::vector<ThreadFormula> of(const view::View& view, const ThreadGrid& grid,
                                              const ThreadRef& thread) const;

 private:
  lane_language::LaneNames names_;
  std::vector<std::string> shown_;
};

}  // namespace lanescope::ui::figures::threads
