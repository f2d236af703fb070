#pragma once

#include <string>

namespace lanescope::cuda::toolchain {

// Where `lanescope fetch` puts NVIDIA's tools: $XDG_DATA_HOME/lanescope/deps, which is below
// ~/.local/share unless that is set. Empty: neither HOME nor XDG_DATA_HOME is set.
[[nodiscard]] std::string user_deps_folder();

}  // namespace lanescope::cuda::toolchain
