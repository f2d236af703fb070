#include "sim/analysis/footprint.hpp"

#include <algorithm>
#include <bit>

#include "sim/analysis/access.hpp"

namespace lanescope::analysis {
namespace {

constexpr std::size_t kNoArray = ~std::size_t{0};

// The array of an address, and its element there.
struct Place {
  std::size_t array = kNoArray;
  std::uint32_t element = 0;
};

class Arrays {
 public:
  explicit Arrays(std::span<const ArrayRef> arrays) : arrays_(arrays) {}
  [[nodiscard]] Place at(std::uint64_t address) const {
    for (std::size_t i = 0; i < arrays_.size(); ++i) {
      const ArrayRef& array = arrays_[i];
      if (address < array.base) continue;
      const std::uint64_t element = (address - array.base) / array.element_bytes;
      if (element >= array.first && element - array.first < array.count)
        return {i, static_cast<std::uint32_t>(element)};
    }
    return {};
  }
  // Calls visit(place, first byte, bytes) for each element that a lane's access touches.
  template <typename Visit>
  void each(const trace::Access& access, std::uint32_t lane, Visit visit) const {
    const std::uint64_t begin = access.addresses[lane], end = begin + access.bytes;
    for (std::uint64_t byte = begin; byte < end;) {
      const Place place = at(byte);
      if (place.array == kNoArray) return;
      const ArrayRef& array = arrays_[place.array];
      const std::uint64_t next =
          array.base + (std::uint64_t{place.element} + 1) * array.element_bytes;
      visit(place, byte, static_cast<std::uint8_t>(std::min(next, end) - byte));
      byte = next;
    }
  }

 private:
  std::span<const ArrayRef> arrays_;
};

class Walk {
 public:
  Walk(std::span<const ArrayRef> arrays, std::uint32_t warp_size, std::size_t most)
      : arrays_(arrays), warp_size_(warp_size), most_(most) {
    for (const ArrayRef& array : arrays) {
      out_.push_back({array, {}, {}, false});
      seen_.emplace_back(array.count, 0U);
    }
  }
  void follow(const trace::Access& access, const trace::Step& step, const trace::Phase& phase) {
    if (!lies_in_buffers(access.space)) return;
    for (LaneMask rest = access.lanes; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
      arrays_.each(access, lane, [&](Place place, std::uint64_t byte, std::uint8_t bytes) {
        if (access.kind == events::Access::Load)
          read(place, step, phase);
        else
          write(place, access, step, {step.tick, lane, byte, bytes});
      });
    }
  }
  [[nodiscard]] std::vector<Footprint> take() { return std::move(out_); }

 private:
  void read(Place place, const trace::Step& step, const trace::Phase& phase) {
    Footprint& footprint = out_[place.array];
    if (footprint.intervals.empty() || footprint.intervals.back().phase.number != phase.number)
      footprint.intervals.push_back({phase, {}});
    std::uint32_t& seen = seen_[place.array][place.element - footprint.array.first];
    if (seen == phase.number + 1) return;
    seen = phase.number + 1;
    footprint.intervals.back().read.push_back({place.element, step.tick});
  }
  void write(Place place, const trace::Access& access, const trace::Step& step,
             const Stored& stored) {
    Footprint& footprint = out_[place.array];
    if (footprint.writes.size() == most_) {
      footprint.truncated = true;
      return;
    }
    footprint.writes.push_back({place.element, step.warp.value * warp_size_ + stored.lane,
                                access.kind == events::Access::Atomic, stored});
  }

  Arrays arrays_;
  std::uint32_t warp_size_;
  std::size_t most_;
  std::vector<Footprint> out_;
  std::vector<std::vector<std::uint32_t>> seen_;  // by element: 1 + the interval it was read in
};

}  // namespace

std::vector<Footprint> footprints_of(const engine::Plan& plan, const trace::Trace& trace,
                                     std::uint32_t launch, BlockIndex block,
                                     std::span<const ArrayRef> arrays, std::size_t max_writes) {
  Walk walk(arrays, static_cast<std::uint32_t>(plan.options.warp_size), max_writes);
  std::vector<trace::Access> room;
  for (const trace::Phase& phase : trace.phases()) {
    if (phase.block != block || phase.launch != launch) continue;
    for (Tick t = phase.first; t < phase.last; ++t.value) {
      if (!trace.has_accesses(t)) continue;
      const trace::Step step = trace.step(t);
      if (step.block != block) continue;
      trace.accesses(t, room);
      for (const trace::Access& access : room) walk.follow(access, step, phase);
    }
  }
  return walk.take();
}

std::vector<std::vector<ElementTouch>> loads_of_thread(const engine::Plan& plan,
                                                       const trace::Trace& trace,
                                                       std::uint32_t launch, BlockIndex block,
                                                       std::uint32_t thread, Tick from, Tick to,
                                                       std::span<const ArrayRef> arrays) {
  const auto warp_size = static_cast<std::uint32_t>(plan.options.warp_size);
  const std::uint32_t lane = thread % warp_size;
  const Arrays places(arrays);
  std::vector<std::vector<ElementTouch>> out(arrays.size());
  std::vector<trace::Access> room;
  for (const Tick t : trace.steps_of(launch, block, WarpIndex{thread / warp_size})) {
    if (t < from || !trace.has_accesses(t)) continue;
    if (t >= to) break;
    trace.accesses(t, room);
    for (const trace::Access& access : room)
      if (access.kind == events::Access::Load && lies_in_buffers(access.space) &&
          (access.lanes >> lane & 1U) != 0)
        places.each(access, lane, [&](Place place, std::uint64_t, std::uint8_t) {
          out[place.array].push_back({place.element, t});
        });
  }
  for (auto& touches : out) {
    std::ranges::stable_sort(touches, {}, &ElementTouch::element);
    const auto rest = std::ranges::unique(touches, {}, &ElementTouch::element);
    touches.erase(rest.begin(), rest.end());
  }
  return out;
}

}  // namespace lanescope::analysis
