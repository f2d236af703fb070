#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "sim/base/hash.hpp"
#include "sim/base/ids.hpp"
#include "sim/events/events.hpp"

namespace lanescope::trace {

// The combinations that recur in a trace are stored once each and named by their index.
struct Masks {
  LaneMask active = 0, executed = 0;
  friend bool operator==(const Masks&, const Masks&) = default;
  [[nodiscard]] std::uint64_t hash() const { return mix(active ^ mix(executed)); }
};
// lanes 0: those that the step executed, as nearly always.
struct AccessShape {
  events::Space space = events::Space::Global;
  events::Access kind = events::Access::Load;
  std::uint8_t bytes = 4;
  events::SharedAccess rule = events::SharedAccess::Load;
  LaneMask lanes = 0, fetchers = 0;
  friend bool operator==(const AccessShape&, const AccessShape&) = default;
  [[nodiscard]] std::uint64_t hash() const {
    const auto word = static_cast<std::uint64_t>(rule) << 24U |
                      static_cast<std::uint64_t>(space) << 16U |
                      static_cast<std::uint64_t>(kind) << 8U | bytes;
    return mix(lanes ^ mix(word ^ mix(fetchers)));
  }
};
// The usual branch, whose guard sends its executed lanes one way and the other active ones the
// other, has both masks 0: the step tells them.
struct BranchShape {
  LaneMask taken = 0, not_taken = 0;
  bool divergent = false;
  Pc reconvergence;
  friend bool operator==(const BranchShape&, const BranchShape&) = default;
  [[nodiscard]] std::uint64_t hash() const {
    return mix(taken ^
               mix(not_taken ^ mix(std::uint64_t{reconvergence.value} * 2 + (divergent ? 1 : 0))));
  }
};

// Gives each distinct value its index, in order of first appearance. A small table in front of the
// map answers for values met lately.
template <typename T>
class Dictionary {
 public:
  [[nodiscard]] std::uint32_t index_of(const T& value) {
    const std::uint64_t hash = value.hash();
    std::uint32_t& guess = recent_[hash % recent_.size()];
    if (guess < values_.size() && values_[guess] == value) return guess;
    const auto [found, is_new] =
        indices_.try_emplace(value, static_cast<std::uint32_t>(values_.size()));
    if (is_new) values_.push_back(value);
    return guess = found->second;
  }
  [[nodiscard]] const std::vector<T>& values() const { return values_; }

 private:
  struct Hash {
    std::size_t operator()(const T& value) const noexcept {
      return static_cast<std::size_t>(value.hash());
    }
  };
  std::vector<T> values_;
  std::unordered_map<T, std::uint32_t, Hash> indices_;
  std::array<std::uint32_t, 256> recent_{};
};

}  // namespace lanescope::trace
