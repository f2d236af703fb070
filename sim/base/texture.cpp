#include "sim/base/texture.hpp"

namespace lanescope {

Result<void> check(const TextureDescriptor& texture) {
  const TexelFormat& format = texture.format;
  if (texture.dimensions < 1 || texture.dimensions > 3 ||
      (texture.layered && texture.dimensions > 2))
    return bad_input("a texture has 1 to 3 dimensions, a layered one 1 or 2");
  if (texture.width == 0 || texture.height == 0 || texture.depth == 0)
    return bad_input("a texture without texels");
  const bool channels = format.channels == 1 || format.channels == 2 || format.channels == 4;
  const bool bits = format.bits == 8 || format.bits == 16 || format.bits == 32;
  if (!channels || !bits || (format.kind == TexelFormat::Kind::Float && format.bits == 8))
    return bad_input("texels have 1, 2 or 4 channels of 8, 16 or 32 bits, floats of 16 or 32");
  if (texture.normalized_values && format.bits == 32 && format.kind != TexelFormat::Kind::Float)
    return bad_input("integers of 32 bits are not read as fractions");
  if (texture.linear && !reads_floats(texture))
    return bad_input("integers that are not read as fractions are not filtered");
  if (row_stride(texture) < texture.width * format.bytes())
    return bad_input("a row of texels is longer than the rows are apart");
  return {};
}

bool reads_floats(const TextureDescriptor& texture) {
  return texture.format.kind == TexelFormat::Kind::Float || texture.normalized_values;
}

std::uint64_t row_stride(const TextureDescriptor& texture) {
  return texture.row_bytes != 0 ? texture.row_bytes : texture.width * texture.format.bytes();
}
std::uint64_t slice_stride(const TextureDescriptor& texture) {
  if (texture.slice_bytes != 0) return texture.slice_bytes;
  return row_stride(texture) * (texture.dimensions > 1 ? texture.height : 1);
}
std::uint64_t bytes_of(const TextureDescriptor& texture) {
  const bool slices = texture.layered || texture.dimensions > 2;
  const std::uint64_t rows = texture.dimensions > 1 ? texture.height : 1;
  return (slices ? texture.depth - 1 : 0) * slice_stride(texture) +
         (rows - 1) * row_stride(texture) + texture.width * texture.format.bytes();
}

}  // namespace lanescope
