#include "ui/figures/flow/flow_words.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "ui/view/numbers.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::figures::flow {
namespace {

std::string listed(const std::vector<std::string>& parts) {
  std::string out;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) out += i + 1 == parts.size() ? tr(" and ") : ", ";
    out += parts[i];
  }
  return out;
}

// "16 elements of a and 16 of b"; a single one is named: "in[7]".
std::string counted(const FlowGround& ground, const FlowSources& sources, FlowPart part) {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < ground.arrays.size(); ++i) {
    const FlowSource* first = nullptr;
    std::size_t count = 0;
    for (const FlowSource& source : sources.sources) {
      if (source.array != i || source.part != part) continue;
      if (count++ == 0) first = &source;
    }
    if (count == 0) continue;
    const std::string& name = ground.arrays[i].info.name;
    parts.push_back(count == 1      ? element_name(ground.arrays[i], first->element)
                    : parts.empty() ? say("{} elements of {}", count, name)
                                    : say("{} of {}", count, name));
  }
  return listed(parts);
}

std::string made_of(const FlowGround& ground, const FlowFocus& focus, const FlowSources& sources,
                    const std::string& element) {
  const std::string values = counted(ground, sources, FlowPart::Value);
  if (!focus.atomic)
    return values.empty() ? say("No element of another array flows into {}.", element)
                          : say("{} is made of {}.", element, values);
  const std::string text = say_many(focus.stores.size(), "The block adds to {} once.",
                                    "The block adds to {} {} times.", element, focus.stores.size());
  return values.empty() ? text : text + " " + say("Into it flow {}.", values);
}

std::string so_far(const FlowSources& sources, Tick now) {
  std::size_t values = 0, read = 0;
  for (const FlowSource& source : sources.sources) {
    if (source.part != FlowPart::Value) continue;
    ++values;
    if (source.read < now) ++read;
  }
  if (values == 0) return {};
  if (read == 0) return tr(" None has been read yet.");
  return read == values ? std::string() : say(" Read so far: {} of {}.", read, values);
}

std::string ways(const FlowGround& ground, const FlowSources& sources) {
  std::string text;
  if (const auto steers = counted(ground, sources, FlowPart::Steers); !steers.empty())
    text += say(" Where or which is told by {} (blue).", steers);
  if (const auto others = counted(ground, sources, FlowPart::AlsoRead); !others.empty())
    text += say(" The thread also read {} (dots).", others);
  if (sources.shared) text += tr(" The way leads through shared memory.");
  if (sources.constant) text += tr(" Constants flow in, too.");
  if (sources.exchanged) text += tr(" What lanes exchanged counts from each lane that took part.");
  if (sources.copied) text += tr(" What is copied beside the threads (cp.async) is not followed.");
  if (sources.truncated) text += tr(" There are more than can be followed.");
  return text;
}

}  // namespace

std::string element_name(const FlowArray& array, std::uint32_t element) {
  if (array.columns == 0) return fmt::format("{}[{}]", array.info.name, element);
  return fmt::format("{}[{}][{}]", array.info.name, element / array.columns,
                     element % array.columns);
}

std::string flow_caption(const FlowArray& array, const FlowRegion& region) {
  const std::string& name = array.info.name;
  if (region.pitch == 0) {
    if (region.columns >= array.count()) return name;
    return say("{}[{}–{}] of {}", name, view::with_commas(region.column),
               view::with_commas(region.column + region.columns - 1),
               view::with_commas(array.count()));
  }
  if (region.rows == array.rows() && region.columns == array.columns) return name;
  return say("{}[{}–{}][{}–{}] of {} × {}", name, region.row, region.row + region.rows - 1,
             region.column, region.column + region.columns - 1, array.rows(), array.columns);
}

std::string flow_thread(const view::View& view, const FlowGround& ground, const FlowFocus& focus) {
  const trace::LaunchRecord& launch = view.trace()->launches()[ground.launch];
  return say("block {}, thread {}",
             view::place_text(launch.grid.at(ground.block.value), launch.grid),
             view::place_text(launch.block.at(focus.thread), launch.block));
}

std::string flow_sentence(const view::View& view, const FlowGround& ground,
                          const std::optional<FlowFocus>& focus, const FlowSources* sources) {
  if (!ground.has_target) return tr("This block writes no array in this launch.");
  if (!focus) return say("This block writes no element of {}.", ground.target().info.name);
  if (sources == nullptr) return tr("A long way back: it is being followed…");
  const std::string element = element_name(ground.target(), focus->element);
  return made_of(ground, *focus, *sources, element) + so_far(*sources, view.state().cursor.tick) +
         ways(ground, *sources);
}

std::string left_out_words(const FlowScene& scene) {
  if (scene.strokes.size() >= scene.all_strokes) return {};
  return say(" Of {} lines {} are drawn.", view::with_commas(scene.all_strokes),
             scene.strokes.size());
}

}  // namespace lanescope::ui::figures::flow
