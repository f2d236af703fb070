#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ports/device/gpu_types.hpp"

// A job that runs again and again, each time for one picture on the screen.
namespace lanescope::ports::device {

// Pictures lie in the worker's memory side by side: while one is drawn, the next is made.
inline constexpr std::uint32_t kLiveSlots = 2;
// From one picture to the next, for pictures of so many bytes: room for 64 bytes of the kernels
// that make them, too.
[[nodiscard]] constexpr std::uint64_t live_slot_bytes(std::uint64_t picture_bytes) {
  return (picture_bytes + 64 + 255) / 256 * 256;
}

struct LiveRequest {
  // What stands below it is new; else all is as in the request before, and empty here.
  bool begin = false;
  GpuJob job;  // its samples are not asked for
  // Turns results into the picture: rows of 32-bit pixels without gaps. A pointer to buffer
  // job.buffers.size() goes to the picture.
  std::vector<std::byte> show_cubin;
  std::vector<GpuLaunch> show;
  std::uint64_t picture_bytes = 0;

  std::uint32_t slot = 0;  // where this picture goes
  // In the place of what the job has for it; empty: as the job has it.
  std::uint32_t input_buffer = 0;
  std::vector<std::byte> input;
  bool through_host = false;  // the picture comes with the reply
};

struct LiveFrame {
  double milliseconds = 0.0;  // of the job's launches, by the GPU's own events
  // Empty: the pictures lie in memory that this process may import. Else why they do not, and they
  // come with the reply.
  std::string not_shared;
  std::vector<std::byte> picture;
};

}  // namespace lanescope::ports::device
