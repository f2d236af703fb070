#pragma once

#include <cstddef>

#include <driver_types.h>

#include "runtime/memory.hpp"
#include "runtime/record/issue.hpp"

namespace lanescope::runtime {

// One end of a copy: rows are `pitch` bytes apart, slices `slice`.
struct CopySide {
  std::byte* data = nullptr;
  std::size_t pitch = 0, slice = 0;
};
// A box of `width` bytes, `height` rows and `depth` slices.
struct Copy {
  CopySide to, from;
  std::size_t width = 0, height = 1, depth = 1;
  cudaMemcpyKind kind = cudaMemcpyDefault;
  [[nodiscard]] std::size_t bytes() const { return width * height * depth; }
};
// Elements of 1, 2 or 4 bytes, `width` of them in a row.
struct Fill {
  CopySide to;
  unsigned value = 0, element_bytes = 1;
  std::size_t width = 0, height = 1, depth = 1;
  [[nodiscard]] std::size_t bytes() const { return width * element_bytes * height * depth; }
};

// A direction and pitches that can be: what CUDA looks at before anything is copied.
[[nodiscard]] Outcome check(const Copy& copy);
[[nodiscard]] Outcome check(const Fill& fill);
// The caller has the memory for itself: the device is idle, or it is the device's thread.
[[nodiscard]] Outcome perform(Memory& memory, const Copy& copy);
[[nodiscard]] Outcome perform(Memory& memory, const Fill& fill);

// As the record tells of it.
[[nodiscard]] record::IssuedWork issued(const Memory& memory, const Copy& copy);
[[nodiscard]] record::IssuedWork issued(const Memory& memory, const Fill& fill);

}  // namespace lanescope::runtime
