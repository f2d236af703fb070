#include "sim/timing/cache.hpp"

#include <algorithm>

#include "sim/base/hash.hpp"
#include "sim/events/memory_units.hpp"

namespace lanescope::timing {

Cache::Cache(std::int64_t bytes, int ways) : ways_(static_cast<std::size_t>(ways)) {
  const auto lines =
      static_cast<std::uint64_t>(std::max<std::int64_t>(bytes, 0)) / events::kLineBytes;
  sets_ = std::max<std::uint64_t>(1, lines / ways_);
  lines_.resize(sets_ * ways_);
}

// Sets are found by a hash, so that no stride falls on a few of them: GPUs do so, how is not known.
Cache::Line* Cache::set_of(std::uint64_t line) { return &lines_[mix(line) % sets_ * ways_]; }

Cache::Line* Cache::peek(std::uint64_t line) {
  Line* const set = set_of(line);
  for (std::size_t i = 0; i < ways_; ++i)
    if (set[i].tag == line) return &set[i];
  return nullptr;
}

Cache::Line* Cache::find(std::uint64_t line) {
  Line* const found = peek(line);
  if (found != nullptr) found->used = ++clock_;
  return found;
}

void Cache::clear() { std::ranges::fill(lines_, Line{}); }

Cache::Line& Cache::place(std::uint64_t line, Evicted& evicted) {
  if (Line* found = find(line)) return *found;
  Line* const set = set_of(line);
  Line* oldest = std::min_element(set, set + ways_,
                                  [](const Line& a, const Line& b) { return a.used < b.used; });
  evicted.dirty = oldest->dirty;
  *oldest = {line, 0, ++clock_, 0, 0};
  return *oldest;
}

}  // namespace lanescope::timing
