#include "sim/machine/textures/texture_table.hpp"

#include <fmt/format.h>

#include "sim/machine/memory/global_memory.hpp"
#include "sim/machine/textures/sample.hpp"

namespace lanescope::machine {
namespace {

constexpr std::uint64_t kFirstHandle = 0x7b00'0000'0001ULL;

Result<void> check_shape(const TextureDescriptor& texture) {
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

}  // namespace

Result<std::uint64_t> TextureTable::add(const TextureDescriptor& texture,
                                        const GlobalMemory& memory) {
  if (Result<void> ok = check_shape(texture); !ok) return ok.error();
  const Allocation* at = memory.find(texture.data.value);
  if (at == nullptr || bytes_of(texture) > at->end - texture.data.value)
    return bad_input(
        fmt::format("a texture of {} bytes does not lie in one allocation", bytes_of(texture)));
  textures_.push_back(std::make_shared<const TextureDescriptor>(texture));
  return kFirstHandle + textures_.size() - 1;
}

bool TextureTable::remove(std::uint64_t handle) {
  if (find(handle) == nullptr) return false;
  textures_[handle - kFirstHandle] = nullptr;
  return true;
}

const TextureDescriptor* TextureTable::find(std::uint64_t handle) const {
  if (handle < kFirstHandle || handle - kFirstHandle >= textures_.size()) return nullptr;
  return textures_[handle - kFirstHandle].get();
}

}  // namespace lanescope::machine
