#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lab/experiment/experiment.hpp"
#include "sim/base/texture.hpp"

// Textures among a kernel's arguments: `name:texture=BUFFER,64x48,linear,border`.
namespace lanescope::experiment {

// What stands behind the "=": the buffer, its texels as WIDTH, WIDTHxHEIGHT or WIDTHxHEIGHTxDEPTH,
// and words in any order (docs/CONTRACT.md, "Argument SPECs and fills").
[[nodiscard]] Result<TextureValue> parse_texture(std::string_view text);
// The same written again; what is usual is left out.
[[nodiscard]] std::string texture_text(const TextureValue& value);

// Those of a launch, in their order.
struct NamedTexture {
  std::string name;
  std::size_t argument = 0;  // its place in LaunchSpec::arguments
  const TextureValue* value = nullptr;
};
[[nodiscard]] std::vector<NamedTexture> textures_of(const LaunchSpec& launch);

// Over elements of a type, without its address. An error: what GPUs do not take as a texture, with
// the limits of an array on sm_90 (CUDA C++ Programming Guide, "Technical Specifications per
// Compute Capability").
[[nodiscard]] Result<TextureDescriptor> texture_descriptor(const TextureValue& value,
                                                           ElementType type);

}  // namespace lanescope::experiment
