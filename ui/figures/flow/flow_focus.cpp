#include "ui/figures/flow/flow_focus.hpp"

#include <algorithm>
#include <bit>
#include <map>

namespace lanescope::ui::figures::flow {
namespace {

using analysis::ElementWrite;
using Writes = std::vector<ElementWrite>;
constexpr std::size_t kMostStores = 4096;

// The first that is not over at the tick, else the last of all.
template <typename Is>
const ElementWrite* next_or_last(const Writes& writes, Tick tick, Is is) {
  const auto from = std::ranges::lower_bound(writes, tick, {},
                                             [](const ElementWrite& w) { return w.stored.tick; });
  const auto next = std::find_if(from, writes.end(), is);
  if (next != writes.end()) return &*next;
  const auto last = std::find_if(writes.rbegin(), writes.rend(), is);
  return last == writes.rend() ? nullptr : &*last;
}

const ElementWrite* chosen(const view::View& view, const FlowGround& ground, Tick tick) {
  const Writes& writes = ground.target().footprint.writes;
  const auto& selected = view.state().cursor.selection.element;
  if (selected && selected->array == ground.target().info.name) {
    const std::uint32_t element = selected->index;
    const auto* of_it = next_or_last(
        writes, tick, [element](const ElementWrite& w) { return w.element == element; });
    if (of_it != nullptr) return of_it;
  }
  if (const auto thread = shown_thread(view)) {
    const auto* of_it =
        next_or_last(writes, tick, [thread](const ElementWrite& w) { return w.thread == *thread; });
    if (of_it != nullptr) return of_it;
  }
  return next_or_last(writes, tick, [](const ElementWrite&) { return true; });
}

// The same thread's store before: what it read until then went into that.
Tick since(const FlowGround& ground, const ElementWrite& write, Tick start) {
  Tick last = start;
  for (const ElementWrite& other : ground.target().footprint.writes) {
    if (other.stored.tick >= write.stored.tick) break;
    if (other.thread == write.thread) last = Tick{other.stored.tick.value + 1};
  }
  return last;
}

class Collected {
 public:
  void add(FlowSource source) {
    const auto [at, is_new] = sources_.try_emplace({source.array, source.element}, source);
    if (is_new) return;
    if (source.part == at->second.part)
      at->second.own = at->second.own || source.own;
    else if (source.part < at->second.part)
      at->second.own = source.own;
    at->second.part = std::min(at->second.part, source.part);
    at->second.read = std::min(at->second.read, source.read);
  }
  [[nodiscard]] std::vector<FlowSource> take() {
    std::vector<FlowSource> out;
    out.reserve(sources_.size());
    for (auto& [place, source] : sources_) out.push_back(source);
    return out;
  }

 private:
  std::map<std::pair<std::size_t, std::uint32_t>, FlowSource> sources_;
};

void add_origin(const FlowGround& ground, const FlowFocus& focus, const analysis::Origin& origin,
                Collected& into) {
  const FlowPart part = origin.steers ? FlowPart::Steers : FlowPart::Value;
  for (std::uint64_t byte = origin.address; byte < origin.address + origin.bytes;) {
    const auto place = place_at(ground.arrays, byte);
    if (!place) return;
    into.add({place->array, place->element, part, origin.read, origin.thread == focus.thread});
    const view::ArrayInfo& info = ground.arrays[place->array].info;
    byte = info.base + (std::uint64_t{place->element} + 1) * info.element_bytes;
  }
}

void add_other_loads(const FlowQuestion& question, const FlowGround& ground, const FlowFocus& focus,
                     Collected& into) {
  std::vector<analysis::ArrayRef> refs;
  for (const FlowArray& array : ground.arrays) refs.push_back(array.footprint.array);
  const auto loads =
      analysis::loads_of_thread(*question.plan, *question.trace, ground.launch, ground.block,
                                focus.thread, focus.since, focus.tick, refs);
  for (std::size_t array = 0; array < loads.size(); ++array)
    for (const auto& [element, read] : loads[array])
      into.add({array, element, FlowPart::AlsoRead, read, true});
}

}  // namespace

std::optional<std::uint32_t> shown_thread(const view::View& view) {
  const auto step = view.shown_step();
  if (!step || view.run() == nullptr) return std::nullopt;
  const auto warp_size = static_cast<std::uint32_t>(view.run()->plan().options.warp_size);
  const WarpIndex warp = view.shown_warp();
  const auto& selected = view.state().cursor.selection.lane;
  if (selected && *selected < warp_size) return warp.value * warp_size + *selected;
  LaneMask lanes = warp == step->warp ? step->active : full_mask(static_cast<int>(warp_size));
  // Not the half of them: that is the first of a row where rows have sixteen threads.
  for (int skip = std::popcount(lanes) * 5 / 8; skip > 0; --skip) lanes &= lanes - 1;
  if (lanes == 0) return std::nullopt;
  return warp.value * warp_size + static_cast<std::uint32_t>(std::countr_zero(lanes));
}

std::optional<FlowFocus> flow_focus(const view::View& view, const FlowGround& ground) {
  if (!ground.has_target) return std::nullopt;
  const Tick now = view.state().cursor.tick;
  // The shown instruction is the one before the tick.
  const ElementWrite* write = chosen(view, ground, Tick{now.value - (now.value > 0 ? 1 : 0)});
  if (write == nullptr) return std::nullopt;
  FlowFocus focus{write->element, write->thread, write->stored.tick, write->atomic, {}, {}};
  const Tick start = view.trace()->launches()[ground.launch].first;
  focus.since = since(ground, *write, start);
  if (!write->atomic) {
    focus.stores.push_back(write->stored);
    return focus;
  }
  for (const ElementWrite& other : ground.target().footprint.writes)
    if (other.element == write->element && other.atomic && focus.stores.size() < kMostStores)
      focus.stores.push_back(other.stored);
  return focus;
}

FlowSources flow_sources(const FlowQuestion& question, const FlowGround& ground,
                         const FlowFocus& focus) {
  const analysis::Origins origins = analysis::origins_of(*question.plan, *question.trace,
                                                         ground.launch, ground.block, focus.stores);
  Collected collected;
  FlowSources out;
  for (const analysis::Origin& origin : origins.origins) {
    if (origin.space == events::Space::Global)
      add_origin(ground, focus, origin, collected);
    else
      out.constant = true;
  }
  if (!focus.atomic) add_other_loads(question, ground, focus, collected);
  out.sources = collected.take();
  out.shared = origins.shared;
  out.exchanged = origins.exchanged;
  out.copied = origins.copied;
  out.truncated = origins.truncated;
  return out;
}

}  // namespace lanescope::ui::figures::flow
