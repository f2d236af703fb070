#include "lab/report/host_textures.hpp"

#include <array>

#include <fmt/format.h>

#include "lab/experiment/texture.hpp"
#include "lab/report/host_values.hpp"

namespace lanescope::report::host {
namespace {

std::string texel_words(const TexelFormat& format) {
  constexpr std::array<std::string_view, 3> kKinds{"Unsigned", "Signed", "Float"};
  const auto bits = [&](int channel) { return channel < format.channels ? format.bits : 0; };
  return fmt::format("cudaCreateChannelDesc({}, {}, {}, {}, cudaChannelFormatKind{})", bits(0),
                     bits(1), bits(2), bits(3), kKinds.at(static_cast<std::size_t>(format.kind)));
}

std::string sampling_lines(const std::string& how, const TextureDescriptor& texture) {
  constexpr std::array<std::string_view, 4> kModes{"Wrap", "Clamp", "Mirror", "Border"};
  std::string text = fmt::format("  cudaTextureDesc {}{{}};\n", how);
  for (std::uint32_t i = 0; i < texture.dimensions; ++i) {
    text += fmt::format("  {}.addressMode[{}] = cudaAddressMode{};\n", how, i,
                        kModes.at(static_cast<std::size_t>(texture.address[i])));
  }
  if (texture.linear) text += fmt::format("  {}.filterMode = cudaFilterModeLinear;\n", how);
  if (texture.normalized_values)
    text += fmt::format("  {}.readMode = cudaReadModeNormalizedFloat;\n", how);
  if (texture.normalized_coordinates) text += fmt::format("  {}.normalizedCoords = 1;\n", how);
  return text;
}

}  // namespace

std::string texture_name(std::size_t launch, const std::string& argument) {
  return fmt::format("t{}_{}", launch, argument);
}

std::string texture_lines(const run::Prepared& prepared) {
  std::string text;
  std::size_t number = 0;
  const auto& launches = prepared.experiment.launches;
  for (std::size_t i = 0; i < launches.size(); ++i) {
    for (const experiment::NamedTexture& one : experiment::textures_of(launches[i])) {
      const TextureDescriptor& texture = prepared.plan->textures[number++].descriptor;
      const std::string name = texture_name(i, one.name), how = name + "_how";
      text += sampling_lines(how, texture);
      text +=
          fmt::format("  const host::Texture {}({}, {},\n      make_cudaExtent({}, {}, {}), {});\n",
                      name, on_gpu(one.value->buffer), texel_words(texture.format), texture.width,
                      texture.dimensions > 1 ? texture.height : 0,
                      texture.dimensions > 2 ? texture.depth : 0, how);
    }
  }
  return text;
}

}  // namespace lanescope::report::host
