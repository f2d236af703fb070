#pragma once

#include <string>
#include <string_view>

#include "lab/experiment/experiment.hpp"

namespace lanescope::experiment {

// An experiment as JSON text, for session files: the source with its text, arguments as the command
// line writes them.
//   {"source": {"file": "k.cu", "text": "…", "ptx": false, "include": []}, "arch": "sm_90",
//    "defines": [], "buffers": ["in:f32[64]=iota"], "symbols": [],
//    "launches": [{"kernel": "k", "grid": [2,1,1], "block": [32,1,1], "shared": 0,
//                  "arguments": [{"buffer": "in"}, "n:i32=64"]}],
//    "kept": {"in": {"address": 123, "bytes": "BASE64", "undefined": [[0, 16]]}},
//    "machine": {"warp_size": 32, "policy": 0, …}}
[[nodiscard]] std::string experiment_json(const Experiment& experiment);
// Never fails on any text but with an Error that says what is wrong.
[[nodiscard]] Result<Experiment> read_experiment_json(std::string_view text);

}  // namespace lanescope::experiment
