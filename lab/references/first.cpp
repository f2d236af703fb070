#include <algorithm>

#include "lab/references/reference.hpp"

namespace lanescope::references {
namespace {

std::vector<Expectation> thread_numbers(const ReferenceInput& s) {
  const std::size_t block = s.number("block");
  Numbers blocks(s.before("block_of").size());
  Numbers threads(blocks.size());
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    blocks[i] = static_cast<double>(i / block);
    threads[i] = static_cast<double>(i % block);
  }
  return {{"block_of", std::move(blocks)}, {"thread_of", std::move(threads)}};
}

Numbers scaled_first(Numbers values, double factor, std::size_t count) {
  for (std::size_t i = 0; i < std::min(count, values.size()); ++i)
    values[i] = static_cast<double>(static_cast<float>(factor * values[i]));
  return values;
}
std::vector<Expectation> scaled(const ReferenceInput& s) {
  const double factor =
      static_cast<double>(s.number("times")) / static_cast<double>(s.number("over"));
  return {{"v", scaled_first(s.before("v"), factor, s.number("count"))}};
}
// Each `step`-th number, from the first.
std::vector<Expectation> scaled_every(const ReferenceInput& s) {
  Numbers values = s.before("v");
  for (std::size_t i = 0; i < values.size(); i += s.number("step"))
    values[i] =
        static_cast<double>(static_cast<float>(static_cast<double>(s.number("times")) * values[i]));
  return {{"v", std::move(values)}};
}
// Whole blocks only: the tails keep what they were filled with.
std::vector<Expectation> scaled_by_blocks(const ReferenceInput& s) {
  const auto factor = static_cast<double>(s.number("times"));
  const std::size_t block = s.number("block");
  const auto whole = [&](const char* name) {
    Numbers values = s.before(name);
    const std::size_t count = values.size() / block * block;
    return scaled_first(std::move(values), factor, count);
  };
  return {{"v", whole("v")}, {"w", whole("w")}};
}

std::vector<Expectation> warp_numbers(const ReferenceInput& s) {
  Numbers warps(s.before("warp").size());
  Numbers lanes(warps.size());
  for (std::size_t i = 0; i < warps.size(); ++i) {
    warps[i] = static_cast<double>(i / 32);
    lanes[i] = static_cast<double>(i % 32);
  }
  return {{"warp", std::move(warps)}, {"lane", std::move(lanes)}};
}

}  // namespace

std::vector<Reference> first_references() {
  return {{"thread_numbers", {"block_of", "thread_of", "block"}, thread_numbers},
          {"scaled", {"v", "times", "over", "count"}, scaled},
          {"scaled_every", {"v", "times", "step"}, scaled_every},
          {"scaled_by_blocks", {"v", "w", "times", "block"}, scaled_by_blocks},
          {"warp_numbers", {"warp", "lane"}, warp_numbers}};
}

}  // namespace lanescope::references
