#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "lab/run/run_model.hpp"

namespace lanescope::run {

// A page of a buffer: `buffer` is its place in engine::Plan::buffers, and each buffer begins with a
// page of its own.
struct TouchedPage {
  std::uint32_t buffer = 0;
  std::uint64_t page = 0;  // of the buffer, from 0
  bool read = false, written = false;
};
// What each launch of a run touches of its buffers, by launch, each page once, in the order of
// buffers and pages. By running the plan once more. Nothing: the run did not end by itself, or
// takes too long.
[[nodiscard]] std::optional<std::vector<std::vector<TouchedPage>>> touched_pages(
    const ModelRun& run, std::uint64_t page_bytes);

}  // namespace lanescope::run
