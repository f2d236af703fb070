#include "ui/panels/image/live_choices.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "ui/view/numbers.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::panels::image {
namespace {

using Size = std::pair<std::uint32_t, std::uint32_t>;

bool has(const lesson::Rung& rung, const char* parameter) {
  return std::ranges::find(rung.parameters, parameter, &lesson::Parameter::name) !=
         rung.parameters.end();
}

std::vector<LiveChoice> sizes_of(const view::ImageView& view) {
  std::vector<Size> all{{0, 0}, {1280, 720}, {1920, 1080}, {3840, 2160}};
  const Size present{view.live_width, view.live_height};
  if (std::ranges::find(all, present) == all.end()) all.push_back(present);
  std::vector<LiveChoice> out;
  for (const auto& [width, height] : all) {
    const bool stepped = width == 0 || height == 0;
    out.push_back({stepped ? tr("size as stepped")
                           : say("{} × {}", view::with_commas(width), view::with_commas(height)),
                   stepped ? "image size=stepped" : fmt::format("image size={}x{}", width, height),
                   Size{width, height} == present});
  }
  return out;
}

std::vector<LiveChoice> radii_of(const view::ImageView& view) {
  std::vector<std::uint32_t> all{0, 4, 8, 16, view::kMostLiveRadius};
  if (std::ranges::find(all, view.live_radius) == all.end()) all.push_back(view.live_radius);
  std::vector<LiveChoice> out;
  for (const std::uint32_t radius : all)
    out.push_back({radius == 0 ? tr("radius as stepped") : say("radius {}", radius),
                   radius == 0 ? "image radius=stepped" : fmt::format("image radius={}", radius),
                   radius == view.live_radius});
  return out;
}

}  // namespace

LiveChoices live_choices(const session::Session& session) {
  const lesson::Rung* rung = session.rung();
  const view::ImageView& view = session.state().tools.image;
  if (rung == nullptr || !has(*rung, "width") || !has(*rung, "height")) return {};
  return {sizes_of(view), has(*rung, "r") ? radii_of(view) : std::vector<LiveChoice>{}};
}

}  // namespace lanescope::ui::panels::image
