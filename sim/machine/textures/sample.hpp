#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "sim/base/texture.hpp"
#include "sim/machine/textures/taps.hpp"

// What a texture fetch makes of its texels (CUDA C++ Programming Guide, "Texture Fetching").
namespace lanescope::machine {

// A texel's channels as a register holds them: floats by their bits, integers extended.
using Texel = std::array<std::uint32_t, 4>;
[[nodiscard]] Texel read_texel(const TextureDescriptor& texture, const std::byte* at);
[[nodiscard]] Texel border_texel(const TextureDescriptor& texture);

// What a fetch makes of its taps; `data` are the texture's bytes.
[[nodiscard]] Texel blend(const TextureDescriptor& texture, const std::byte* data,
                          const Taps& taps);
// One channel of each tap.
[[nodiscard]] Texel gather(const TextureDescriptor& texture, const std::byte* data,
                           const Taps& taps, std::size_t channel);

}  // namespace lanescope::machine
