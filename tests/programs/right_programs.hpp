#pragma once

#include <array>

namespace lanescope::programs_test {

// Programs of tests/programs/right, of one file each, that check themselves: what they print on the
// model is what they print on a GPU.
inline constexpr std::array kRightPrograms{"vector_add",
                                           "reduction",
                                           "scan",
                                           "pitch",
                                           "managed",
                                           "mapped_flag",
                                           "streams",
                                           "symbols",
                                           "templates",
                                           "printf",
                                           "grid_sync",
                                           "histogram",
                                           "cub_block",
                                           "curand",
                                           "thrust",
                                           "errors",
                                           "launch_ex",
                                           "graph_built",
                                           "graph_captured",
                                           "graph_memory",
                                           "textures",
                                           "surfaces",
                                           "pools",
                                           "registered",
                                           "advice",
                                           "library",
                                           "driver_link",
                                           "overlap",
                                           "managed_turns",
                                           "cluster_histogram",
                                           "cluster_reduction",
                                           "cluster_errors"};

}  // namespace lanescope::programs_test
