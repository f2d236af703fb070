#include "cuda/device/textures.hpp"

#include <algorithm>

namespace lanescope::cuda::device {
namespace {

// CUDA Driver API, "enum CUarray_format".
unsigned array_format(const TexelFormat& format) {
  constexpr unsigned kUnsigned8 = 0x01, kSigned8 = 0x08, kHalf = 0x10, kFloat = 0x20;
  if (format.kind == TexelFormat::Kind::Float) return format.bits == 16 ? kHalf : kFloat;
  const unsigned width = format.bits == 8 ? 0 : format.bits == 16 ? 1 : 2;
  return (format.kind == TexelFormat::Kind::Unsigned ? kUnsigned8 : kSigned8) + width;
}

CuArrayShape shape_of(const TextureDescriptor& texture) {
  CuArrayShape shape;
  shape.width = texture.width;
  shape.height = texture.dimensions > 1 ? texture.height : 0;
  shape.depth = texture.dimensions > 2 ? texture.depth : 0;
  shape.format = array_format(texture.format);
  shape.channels = texture.format.channels;
  return shape;
}

CuTextureShape sampling_of(const TextureDescriptor& texture) {
  constexpr unsigned kReadAsInteger = 1, kNormalizedCoordinates = 2;  // CU_TRSF_…
  CuTextureShape shape;
  for (std::size_t i = 0; i < 3; ++i) {
    // CUDA Driver API, "enum CUaddress_mode": in the order of AddressMode.
    shape.address_mode[i] = static_cast<int>(texture.address[i]);
  }
  shape.filter_mode = texture.linear ? 1 : 0;
  shape.flags = (reads_floats(texture) ? 0 : kReadAsInteger) |
                (texture.normalized_coordinates ? kNormalizedCoordinates : 0);
  std::ranges::copy(texture.border, shape.border_color);
  return shape;
}

}  // namespace

CuResult Textures::make(const std::vector<ports::device::GpuTexture>& textures) {
  textures_ = textures;
  for (const ports::device::GpuTexture& texture : textures_) {
    const CuArrayShape shape = shape_of(texture.descriptor);
    CuArray array = nullptr;
    if (const CuResult code = cu_.cuArray3DCreate(&array, &shape); code != 0) return code;
    arrays_.push_back(array);
    CuResource resource;
    resource.array = array;
    const CuTextureShape sampling = sampling_of(texture.descriptor);
    CuTexture object = 0;
    const CuResult code = cu_.cuTexObjectCreate(&object, &resource, &sampling, nullptr);
    if (code != 0) return code;
    objects_.push_back(object);
  }
  return 0;
}

CuResult Textures::fill(std::span<const CuAddress> buffers) const {
  for (std::size_t i = 0; i < objects_.size(); ++i) {
    const TextureDescriptor& texture = textures_[i].descriptor;
    CuCopy3D copy;
    copy.from_device = buffers[textures_[i].buffer];
    copy.from_pitch = row_stride(texture);
    copy.from_height = texture.height;
    copy.to_array = arrays_[i];
    copy.width_bytes = texture.width * texture.format.bytes();
    copy.height = texture.height;
    copy.depth = texture.depth;
    if (const CuResult code = cu_.cuMemcpy3D(&copy); code != 0) return code;
  }
  return 0;
}

void Textures::drop() {
  for (const CuTexture object : objects_) cu_.cuTexObjectDestroy(object);
  for (const CuArray array : arrays_) cu_.cuArrayDestroy(array);
  objects_.clear();
  arrays_.clear();
  textures_.clear();
}

}  // namespace lanescope::cuda::device
