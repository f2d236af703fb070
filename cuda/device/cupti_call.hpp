#pragma once

#include <cstddef>
#include <string>

#include "sim/base/result.hpp"

// What CUPTI's interfaces share: blocks that tell their size, and codes in words.
namespace lanescope::cuda::device {

using CuptiResult = int;
// `size` is that of the members up to the last one, without padding behind it
// (CUPTI_PROFILER_STRUCT_SIZE).
struct CuptiBlock {
  std::size_t size = 0;
  void* reserved = nullptr;
};
struct CuptiChipName : CuptiBlock {
  std::size_t device = 0;
  const char* name = nullptr;
};

template <typename Block, typename Member>
[[nodiscard]] Block sized(Member Block::*last) {
  Block block;
  const auto* begin = reinterpret_cast<const std::byte*>(&block);
  const auto* end = reinterpret_cast<const std::byte*>(&(block.*last)) + sizeof(Member);
  block.size = static_cast<std::size_t>(end - begin);
  return block;
}

// Missing, with the remedy where one is known: "choosing the counters: … (CUPTI error 35)".
using CuptiResultString = CuptiResult (*)(CuptiResult code, const char** text);
[[nodiscard]] Error cupti_error(CuptiResultString words, CuptiResult code,
                                const std::string& doing);

// The library at `path`, for dlsym; it stays loaded.
[[nodiscard]] Result<void*> open_cupti(const std::string& path);

}  // namespace lanescope::cuda::device
