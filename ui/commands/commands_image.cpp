#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "ui/commands/command_rows.hpp"
#include "ui/view/picture.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::commands {
namespace {

template <typename T>
struct Name {
  std::string_view name;
  T value;
};

constexpr std::array<Name<view::ImagePart>, 4> kParts{
    {{"all", view::ImagePart::All},
     {"before", view::ImagePart::Before},
     {"after", view::ImagePart::After},
     {"difference", view::ImagePart::Difference}}};
constexpr std::array<Name<view::ImageOverlay>, 4> kOverlays{
    {{"none", view::ImageOverlay::None},
     {"divergence", view::ImageOverlay::Divergence},
     {"sectors", view::ImageOverlay::Sectors},
     {"conflicts", view::ImageOverlay::Conflicts}}};
constexpr std::array<Name<bool>, 2> kSwitch{{{"off", false}, {"on", true}}};
constexpr std::array<Name<bool>, 2> kMoments{{{"end", false}, {"tick", true}}};

// Leaves `into` alone when the command does not have the key.
template <typename T, std::size_t N>
Result<void> choose(const session::Command& c, std::string_view key,
                    const std::array<Name<T>, N>& names, T& into) {
  const auto value = argument(c, key);
  if (!value) return {};
  const auto row = std::ranges::find(names, *value, &Name<T>::name);
  if (row == names.end()) return bad_input(say("image: '{}' is no {}", *value, key));
  into = row->value;
  return {};
}

// "1920x1080"; "stepped": as the picture that is stepped.
Result<void> choose_size(const session::Command& c, view::ImageView& wanted) {
  constexpr std::uint64_t kMost = 8192;
  const auto words = argument(c, "size");
  if (!words) return {};
  wanted.live_width = wanted.live_height = 0;
  if (*words == "stepped") return {};
  const std::size_t by = words->find('x');
  const auto width = parse_number(words->substr(0, by));
  const auto height = parse_number(by == std::string::npos ? "" : words->substr(by + 1));
  if (!width || !height || *width < 16 || *width > kMost || *height < 16 || *height > kMost)
    return bad_input(say("image: '{}' is no size; write 1920x1080, or stepped", *words));
  wanted.live_width = static_cast<std::uint32_t>(*width);
  wanted.live_height = static_cast<std::uint32_t>(*height);
  return {};
}

Result<void> choose_radius(const session::Command& c, view::ImageView& wanted) {
  const auto words = argument(c, "radius");
  if (!words) return {};
  const auto radius = *words == "stepped" ? Result<std::uint64_t>(0) : parse_number(*words);
  if (!radius || *radius > view::kMostLiveRadius)
    return bad_input(
        say("image: '{}' is no radius from 1 to {}, or stepped", *words, view::kMostLiveRadius));
  wanted.live_radius = static_cast<std::uint32_t>(*radius);
  return {};
}

Result<void> image(session::SessionEditor& e, const session::Command& c) {
  view::Tools tools = e.state().tools;
  view::ImageView& wanted = tools.image;
  Result<void> done = choose(c, "part", kParts, wanted.part);
  if (done) done = choose(c, "overlay", kOverlays, wanted.overlay);
  if (done) done = choose(c, "moment", kMoments, wanted.at_tick);
  if (done) done = choose(c, "live", kSwitch, wanted.live);
  if (done) done = choose(c, "pattern", kSwitch, wanted.pattern);
  if (done) done = choose_size(c, wanted);
  if (done) done = choose_radius(c, wanted);
  if (!done) return done;
  if (const auto name = argument(c, "after")) wanted.after = *name;
  e.set(std::move(tools));
  return {};
}

Result<void> record(session::SessionEditor& e, const session::Command& c) {
  const auto words = needed(c, "blocks");
  if (!words) return words.error();
  std::uint64_t blocks = view::kMostRecordedBlocks;
  if (*words != "all") {
    const auto number = parse_number(*words);
    if (!number) return number.error();
    blocks = *number;
  }
  if (blocks < 1 || blocks > view::kMostRecordedBlocks)
    return bad_input(say("record: from 1 to {} blocks, or all", view::kMostRecordedBlocks));
  trace::Window window = e.state().experiment.window;
  if (*words == "all") window.first = BlockIndex{0};
  window.count = static_cast<std::uint32_t>(blocks);
  return e.experiment().record(window);
}

constexpr std::array kRows{
    CommandRow{"image", mark("Image"), "",
               "[part=all|before|after|difference] [overlay=none|divergence|sectors|conflicts] "
               "[moment=end|tick] [after=BUFFER] [live=on|off] [pattern=on|off] "
               "[size=1920x1080|stepped] [radius=1…32|stepped]",
               mark("Chooses what the Image panel shows."), mark("View"), always, image},
    CommandRow{"record", mark("Record blocks"), "", "blocks=N|all",
               mark("Records that many blocks, from the first recorded one on, and runs again."),
               mark("Experiment"), has_trace, record},
};

}  // namespace

std::span<const CommandRow> image_rows() { return kRows; }

}  // namespace lanescope::ui::commands
