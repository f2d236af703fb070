#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sim/flow/cfg.hpp"
#include "sim/flow/liveness.hpp"
#include "sim/ptx/module.hpp"

namespace lanescope::flow {

// What an instruction does with the values in registers. It uses them for good (as an address, to
// decide a branch, to be stored), or it makes another value of them, which may come to nothing.
// Registers are indices into ptx::Function::registers.
struct ValueUse {
  struct Source {
    std::uint32_t reg = 0;
    // Only in lanes where this predicate is true (negated: false) the result depends on it.
    std::uint32_t predicate = ptx::kNone;
    bool negated = false;
  };
  std::vector<std::uint32_t> used;  // for good, by the lanes that execute it
  std::vector<Source> sources;      // what all of `written` is made of
  std::vector<std::uint32_t> written;
  std::uint32_t guard = ptx::kNone;  // used for good, by all lanes that come here
  bool uses_all = false;             // what is read here or later counts as used for good here
};

// Where what an instruction in this loop (an index, or kNoLoop) has written is not followed any
// further, since compilers move nothing into a loop: behind the loop, and in its next round.
[[nodiscard]] bool ends_round(const ControlFlow& flow, std::uint32_t loop, std::uint32_t block);

// By instruction: a value that it writes is used for good in every lane, whichever way it goes, or
// is kept when the round of its loop ends.
[[nodiscard]] std::vector<bool> surely_used(const ControlFlow& flow, const Liveness& live,
                                            std::span<const ValueUse> uses);

// Whether what is in the register when lanes come to the instruction (`use`, at this position of
// the body) may be read by it or later.
[[nodiscard]] bool may_be_read(const Liveness& live, const ValueUse& use, std::uint32_t reg,
                               std::uint32_t at);

}  // namespace lanescope::flow
