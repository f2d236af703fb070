#include "runtime/arrays.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace lanescope::runtime {
namespace {

std::array<int, 4> channel_bits(const cudaChannelFormatDesc& format) {
  return {format.x, format.y, format.z, format.w};
}

std::uint8_t channels(const cudaChannelFormatDesc& format) {
  const std::array<int, 4> bits = channel_bits(format);
  return static_cast<std::uint8_t>(std::ranges::count_if(bits, [](int each) { return each > 0; }));
}

Result<TexelFormat> texels_of(const cudaChannelFormatDesc& format) {
  using Kind = TexelFormat::Kind;
  TexelFormat texels;
  switch (format.f) {
    case cudaChannelFormatKindSigned:
      texels.kind = Kind::Signed;
      break;
    case cudaChannelFormatKindUnsigned:
      texels.kind = Kind::Unsigned;
      break;
    case cudaChannelFormatKindFloat:
      texels.kind = Kind::Float;
      break;
    default:
      return missing("textures of compressed, planar or normalised formats are not there");
  }
  texels.bits = static_cast<std::uint8_t>(format.x);
  texels.channels = channels(format);
  return texels;
}

std::uint64_t address(const void* pointer) { return reinterpret_cast<std::uintptr_t>(pointer); }

Result<TextureDescriptor> over_array(const Array& array) {
  Result<TexelFormat> texels = texels_of(array.format);
  if (!texels) return texels.error();
  TextureDescriptor texture;
  texture.data = Address{address(array.data)};
  texture.layered = array.layered();
  const bool deep = array.extent.depth > 0 && !array.layered();
  texture.dimensions = array.extent.height == 0 ? 1 : deep ? 3 : 2;
  texture.width = array.extent.width;
  texture.height = array.rows();
  texture.depth = array.slices();
  texture.row_bytes = array.pitch();
  texture.slice_bytes = array.pitch() * array.rows();
  texture.format = *texels;
  return texture;
}

Result<TextureDescriptor> over_memory(const void* data, const cudaChannelFormatDesc& format,
                                      std::size_t width, std::size_t height, std::size_t pitch) {
  Result<TexelFormat> texels = texels_of(format);
  if (!texels) return texels.error();
  TextureDescriptor texture;
  texture.data = Address{address(data)};
  texture.dimensions = height == 0 ? 1 : 2;
  texture.width = width;
  texture.height = height == 0 ? 1 : height;
  texture.row_bytes = pitch;
  texture.format = *texels;
  return texture;
}

// Of the 3D copy: a pointer's elements are bytes, an array's its own.
Result<CopySide> side_of(cudaArray_t handle, const cudaPitchedPtr& pitched, const cudaPos& at,
                         const Copy& copy) {
  if (handle == nullptr) {
    auto* begin = static_cast<std::byte*>(pitched.ptr);
    const std::size_t slice = pitched.ysize * pitched.pitch;
    return CopySide{begin + at.z * slice + at.y * pitched.pitch + at.x, pitched.pitch, slice};
  }
  const Array* array = Arrays::get().find(handle);
  if (array == nullptr) return bad_input("there is no such array, or it was freed");
  CopySide side;
  if (!side_of(*array, {at.x * array->element_bytes(), at.y, at.z}, copy.width, copy.height,
               copy.depth, side)) {
    return bad_input(
        fmt::format("{} x {} x {} elements from ({}, {}, {}) of an array of {} x {} x {}",
                    copy.width / array->element_bytes(), copy.height, copy.depth, at.x, at.y, at.z,
                    array->extent.width, array->rows(), array->slices()));
  }
  return side;
}

}  // namespace

std::size_t Array::element_bytes() const {
  return static_cast<std::size_t>(format.x + format.y + format.z + format.w) / 8;
}

Arrays& Arrays::get() {
  static Arrays* const kArrays = new Arrays;  // NOLINT(cppcoreguidelines-owning-memory)
  return *kArrays;
}

// Handles are never used again.
cudaArray_t Arrays::add(const Array& array) {
  constexpr std::uint64_t kApart = 16;
  const auto handle = reinterpret_cast<cudaArray_t>(kApart * ++made_);  // NOLINT: opaque
  arrays_[handle] = array;
  return handle;
}

const Array* Arrays::find(cudaArray_const_t handle) const {
  const auto found = arrays_.find(handle);
  return found == arrays_.end() ? nullptr : &found->second;
}

bool Arrays::remove(cudaArray_const_t handle) { return arrays_.erase(handle) > 0; }

std::string why_no_array(const Array& array) {
  const cudaExtent& extent = array.extent;
  if ((array.flags & cudaArrayCubemap) != 0) return "cube maps are not there on the model";
  if (extent.width == 0) return "an array of no elements";
  if (extent.depth > 0 && extent.height == 0 && !array.layered())
    return "an array of three dimensions has a height";
  const std::uint8_t count = channels(array.format);
  const int bits = array.format.x;
  if ((count != 1 && count != 2 && count != 4) || (bits != 8 && bits != 16 && bits != 32))
    return "elements have 1, 2 or 4 channels of 8, 16 or 32 bits";
  for (std::uint8_t i = 0; i < count; ++i) {
    if (channel_bits(array.format)[i] != bits) return "the channels of an element are of one size";
  }
  return {};
}

bool side_of(const Array& array, const cudaPos& at_bytes, std::size_t width_bytes,
             std::size_t height, std::size_t depth, CopySide& side) {
  const auto fits = [](std::size_t at, std::size_t count, std::size_t all) {
    return at <= all && count <= all - at;
  };
  if (!fits(at_bytes.x, width_bytes, array.pitch()) || !fits(at_bytes.y, height, array.rows()) ||
      !fits(at_bytes.z, depth, array.slices()))
    return false;
  const std::size_t slice = array.pitch() * array.rows();
  side = {static_cast<std::byte*>(array.data) + at_bytes.z * slice + at_bytes.y * array.pitch() +
              at_bytes.x,
          array.pitch(), slice};
  return true;
}

Result<Copy> copy_of(const cudaMemcpy3DParms& p) {
  Copy copy;
  copy.width = p.extent.width;
  copy.height = p.extent.height;
  copy.depth = p.extent.depth;
  copy.kind = p.kind;
  for (cudaArray_t handle : {p.srcArray, p.dstArray}) {
    const Array* array = handle == nullptr ? nullptr : Arrays::get().find(handle);
    if (array == nullptr) continue;
    copy.width = p.extent.width * array->element_bytes();
    break;
  }
  const Result<CopySide> to = side_of(p.dstArray, p.dstPtr, p.dstPos, copy);
  if (!to) return to.error();
  const Result<CopySide> from = side_of(p.srcArray, p.srcPtr, p.srcPos, copy);
  if (!from) return from.error();
  copy.to = *to;
  copy.from = *from;
  return copy;
}

Result<TextureDescriptor> descriptor_of(const cudaResourceDesc& resource) {
  switch (resource.resType) {
    case cudaResourceTypeArray: {
      const Array* array = Arrays::get().find(resource.res.array.array);
      if (array == nullptr) return bad_input("there is no such array, or it was freed");
      return over_array(*array);
    }
    case cudaResourceTypeLinear: {
      const auto& linear = resource.res.linear;
      Array element;
      element.format = linear.desc;
      if (element.element_bytes() == 0) return bad_input("texels of no bytes");
      return over_memory(linear.devPtr, linear.desc, linear.sizeInBytes / element.element_bytes(),
                         0, 0);
    }
    case cudaResourceTypePitch2D: {
      const auto& rows = resource.res.pitch2D;
      return over_memory(rows.devPtr, rows.desc, rows.width, rows.height, rows.pitchInBytes);
    }
    default:
      return missing("textures with mipmaps are not there on the model");
  }
}

}  // namespace lanescope::runtime
