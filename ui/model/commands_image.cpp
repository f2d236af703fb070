#include <algorithm>
#include <array>
#include <string_view>

#include "ui/model/command_rows.hpp"
#include "ui/model/picture.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui {
namespace {

template <typename T>
struct Name {
  std::string_view name;
  T value;
};

constexpr std::array<Name<ImagePart>, 4> kParts{{{"all", ImagePart::All},
                                                 {"before", ImagePart::Before},
                                                 {"after", ImagePart::After},
                                                 {"difference", ImagePart::Difference}}};
constexpr std::array<Name<ImageOverlay>, 4> kOverlays{{{"none", ImageOverlay::None},
                                                       {"divergence", ImageOverlay::Divergence},
                                                       {"sectors", ImageOverlay::Sectors},
                                                       {"conflicts", ImageOverlay::Conflicts}}};
constexpr std::array<Name<bool>, 2> kSwitch{{{"off", false}, {"on", true}}};
constexpr std::array<Name<bool>, 2> kMoments{{{"end", false}, {"tick", true}}};

// Leaves `into` alone when the command does not have the key.
template <typename T, std::size_t N>
Result<void> choose(const Command& c, std::string_view key, const std::array<Name<T>, N>& names,
                    T& into) {
  const auto value = argument(c, key);
  if (!value) return {};
  const auto row = std::ranges::find(names, *value, &Name<T>::name);
  if (row == names.end()) return bad_input(say("image: '{}' is no {}", *value, key));
  into = row->value;
  return {};
}

Result<void> image(SessionEditor& e, const Command& c) {
  ImageView wanted = e.state().image;
  Result<void> done = choose(c, "part", kParts, wanted.part);
  if (done) done = choose(c, "overlay", kOverlays, wanted.overlay);
  if (done) done = choose(c, "moment", kMoments, wanted.at_tick);
  if (done) done = choose(c, "live", kSwitch, wanted.live);
  if (done) done = choose(c, "pattern", kSwitch, wanted.pattern);
  if (!done) return done;
  if (const auto name = argument(c, "after")) wanted.after = *name;
  e.state().image = std::move(wanted);
  return {};
}

Result<void> record(SessionEditor& e, const Command& c) {
  const auto words = needed(c, "blocks");
  if (!words) return words.error();
  std::uint64_t blocks = kMostRecordedBlocks;
  if (*words != "all") {
    const auto number = parse_number(*words);
    if (!number) return number.error();
    blocks = *number;
  }
  if (blocks < 1 || blocks > kMostRecordedBlocks)
    return bad_input(say("record: from 1 to {} blocks, or all", kMostRecordedBlocks));
  if (*words == "all") e.state().window.first = BlockIndex{0};
  if (e.state().window.count == blocks) return {};
  e.state().window.count = static_cast<std::uint32_t>(blocks);
  return e.rerun();
}

constexpr std::array kRows{
    CommandRow{"image", mark("Image"), "",
               "[part=all|before|after|difference] [overlay=none|divergence|sectors|conflicts] "
               "[moment=end|tick] [after=BUFFER] [live=on|off] [pattern=on|off]",
               mark("Chooses what the Image panel shows."), mark("View"), always, image},
    CommandRow{"record", mark("Record blocks"), "", "blocks=N|all",
               mark("Records that many blocks, from the first recorded one on, and runs again."),
               mark("Experiment"), has_trace, record},
};

}  // namespace

std::span<const CommandRow> image_rows() { return kRows; }

}  // namespace lanescope::ui
