#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

#include <driver_types.h>

#include "runtime/copies.hpp"
#include "runtime/memory.hpp"
#include "sim/base/result.hpp"
#include "sim/base/texture.hpp"

namespace lanescope::runtime {

// A CUDA array: memory of the device whose layout programs do not see. Here it is rows without
// gaps.
struct Array {
  cudaChannelFormatDesc format{};
  cudaExtent extent{};  // in elements; 0 where it has no such dimension. Layers are its depth
  unsigned flags = 0;
  void* data = nullptr;

  [[nodiscard]] std::size_t element_bytes() const;
  [[nodiscard]] std::size_t rows() const { return extent.height == 0 ? 1 : extent.height; }
  [[nodiscard]] std::size_t slices() const { return extent.depth == 0 ? 1 : extent.depth; }
  [[nodiscard]] std::size_t pitch() const { return extent.width * element_bytes(); }
  [[nodiscard]] std::size_t bytes() const { return pitch() * rows() * slices(); }
  [[nodiscard]] bool layered() const { return (flags & cudaArrayLayered) != 0; }
};

// The arrays that the program has. Asked under the context's mutex.
class Arrays {
 public:
  static Arrays& get();
  cudaArray_t add(const Array& array);
  [[nodiscard]] const Array* find(cudaArray_const_t handle) const;
  bool remove(cudaArray_const_t handle);

 private:
  std::map<cudaArray_const_t, Array> arrays_;
  std::uint64_t made_ = 0;
};

// Why there can be no such array; empty: there can.
[[nodiscard]] std::string why_no_array(const Array& array);

// A box of an array that begins at byte `x` of row `y` of slice `z`. False: it does not lie in it.
[[nodiscard]] bool side_of(const Array& array, const cudaPos& at_bytes, std::size_t width_bytes,
                           std::size_t height, std::size_t depth, CopySide& side);
// What cudaMemcpy3D is asked for. An error: an array that there is not, or a box beyond one.
[[nodiscard]] Result<Copy> copy_of(const cudaMemcpy3DParms& parameters);

// How a machine reads what a resource has; an error: what the model has not.
[[nodiscard]] Result<TextureDescriptor> descriptor_of(const cudaResourceDesc& resource);

}  // namespace lanescope::runtime
