#pragma once

#include <optional>
#include <string>

#include "ui/session/session.hpp"

namespace lanescope::ui::panels::experiment {

// A block's threads and warps: "256 = 8 warps", "100 threads, 4 warps", "16 × 16 = 256 threads,
// 8 warps". The last warp need not be full.
[[nodiscard]] std::string block_words(const Dim3& block, int warp_size);
// The block that the slider of this name shapes with the values on screen; nullopt: it shapes none,
// or the block has one extent and the slider is not of its size.
[[nodiscard]] std::optional<Dim3> block_of_slider(const session::Session& session,
                                                  const std::string& name);

}  // namespace lanescope::ui::panels::experiment
