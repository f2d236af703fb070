#include "sim/analysis/comparators.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <set>
#include <tuple>

#include "sim/analysis/comparator_search.hpp"

namespace lanescope::analysis {
namespace {

// Buffers that the first recorded block of each launch loads from, and stores to.
class Touched {
 public:
  Touched(const engine::Plan& plan, const trace::Trace& trace) : trace_(trace) {
    for (std::size_t b = 0; b < plan.buffers.size(); ++b)
      begins_[plan.address_of(b).value] = {b, plan.buffers[b].bytes};
    for (std::uint32_t launch = 0; launch < trace.launches().size(); ++launch) look(launch);
  }
  [[nodiscard]] bool both(std::size_t buffer) const {
    return loaded_.contains(buffer) && stored_.contains(buffer);
  }

 private:
  void look(std::uint32_t launch) {
    if (trace_.blocks(launch).empty()) return;
    const BlockIndex block = trace_.blocks(launch).front();
    for (WarpIndex warp; !trace_.steps_of(launch, block, warp).empty(); ++warp.value)
      for (const Tick tick : trace_.steps_of(launch, block, warp)) {
        if (!trace_.has_accesses(tick)) continue;
        trace_.accesses(tick, room_);
        for (const trace::Access& access : room_)
          if (access.space == events::Space::Global && access.lanes != 0) add(access);
      }
  }
  void add(const trace::Access& access) {
    const std::uint64_t address =
        access.addresses[static_cast<std::size_t>(std::countr_zero(access.lanes))];
    auto after = begins_.upper_bound(address);
    if (after == begins_.begin()) return;
    const auto& [base, buffer] = *--after;
    if (address - base >= buffer.second) return;
    (access.kind == events::Access::Load ? loaded_ : stored_).insert(buffer.first);
  }

  const trace::Trace& trace_;
  std::map<std::uint64_t, std::pair<std::size_t, std::uint64_t>> begins_;
  std::set<std::size_t> loaded_, stored_;
  std::vector<trace::Access> room_;
};

constexpr std::uint64_t kMostElements = 1U << 20U;

bool keeps_both(const Comparator& one) {
  return std::ranges::is_permutation(one.before, one.after);
}

// Columns in the order of launches, barrier intervals and what waits for what.
void sort_into_columns(std::vector<Met>& met, Network& network) {
  const auto place = [](const Met& one) {
    return std::tuple(one.found.launch, one.interval, one.level, one.found.first, one.found.second);
  };
  std::ranges::sort(met, {}, place);
  for (std::size_t i = 0; i < met.size(); ++i) {
    const bool begins =
        i == 0 || std::tuple(met[i - 1].found.launch, met[i - 1].interval, met[i - 1].level) !=
                      std::tuple(met[i].found.launch, met[i].interval, met[i].level);
    if (begins) {
      NetworkColumn column;
      column.begin = static_cast<std::uint32_t>(i);
      column.nearest = ~0U;
      column.launch = met[i].found.launch;
      network.columns.push_back(column);
    }
    NetworkColumn& column = network.columns.back();
    Comparator one = met[i].found;
    one.column = static_cast<std::uint32_t>(network.columns.size() - 1);
    column.end = static_cast<std::uint32_t>(i + 1);
    column.nearest = std::min(column.nearest, one.second - one.first);
    column.farthest = std::max(column.farthest, one.second - one.first);
    column.split += one.split ? 1 : 0;
    network.comparators.push_back(one);
  }
  for (std::size_t c = 0; c < network.columns.size(); ++c) {
    if (c == 0 || network.columns[c].farthest > network.columns[c - 1].farthest) ++network.stages;
    network.columns[c].stage = network.stages - 1;
  }
}

void fill_elements(const engine::Plan& plan, const Wires::Followed& buffer, Network& network) {
  network.buffer = buffer.buffer;
  network.initial.assign(buffer.count, 0);
  const auto& initial = plan.buffers[buffer.buffer].initial;
  for (std::size_t i = 0; initial != nullptr && i < buffer.count; ++i)
    for (std::size_t b = 0; b < buffer.element_bytes; ++b)
      network.initial[i] |= std::to_integer<std::uint64_t>((*initial)[i * buffer.element_bytes + b])
                            << (8 * b);
  network.by_element.resize(buffer.count);
  for (std::uint32_t c = 0; c < network.comparators.size(); ++c)
    for (const std::uint32_t element :
         {network.comparators[c].first, network.comparators[c].second})
      network.by_element[element].push_back(c);
}

}  // namespace

Wires::Wires(const engine::Plan& plan, const trace::Trace& trace) {
  const Touched touched(plan, trace);
  std::uint32_t first = 0;
  for (std::size_t b = 0; b < plan.buffers.size(); ++b) {
    const engine::Buffer& buffer = plan.buffers[b];
    const std::uint64_t count = buffer.bytes / std::max(buffer.element_bytes, 1U);
    if (!touched.both(b) || buffer.element_bytes > 8 || count > kMostElements) continue;
    buffers_.push_back({b, plan.address_of(b).value, first, static_cast<std::uint32_t>(count),
                        buffer.element_bytes});
    first += static_cast<std::uint32_t>(count);
  }
  left_ = buffers_.size();
}

std::uint32_t Wires::at(std::uint64_t address) const {
  for (const Followed& one : buffers_) {
    if (one.given_up || address < one.base) continue;
    const std::uint64_t element = (address - one.base) / one.element_bytes;
    if (element < one.count) return one.first + static_cast<std::uint32_t>(element);
  }
  return kNone;
}

const Wires::Followed& Wires::of(std::uint32_t wire) const {
  return *(std::ranges::upper_bound(buffers_, wire, {}, &Followed::first) - 1);
}

void Wires::give_up(std::uint32_t wire) {
  Followed& buffer = buffers_[static_cast<std::size_t>(&of(wire) - buffers_.data())];
  if (!buffer.given_up) --left_;
  buffer.given_up = true;
}

std::uint64_t Network::value(std::uint32_t element, Tick now) const {
  const std::vector<std::uint32_t>& passed = by_element[element];
  const auto behind = std::ranges::partition_point(
      passed, [&](std::uint32_t one) { return comparators[one].done <= now; });
  const bool none = behind == passed.begin();
  if (passed.empty()) return initial[element];
  const Comparator& one = comparators[none ? *behind : *(behind - 1)];
  const std::size_t side = one.first == element ? 0 : 1;
  return none ? one.before[side] : one.after[side];
}

Network network_of(const std::shared_ptr<const engine::Plan>& plan,
                   const std::shared_ptr<const trace::Trace>& trace) {
  ComparatorSearch search(plan, trace);
  search.run();
  const Wires::Followed* best = nullptr;
  std::size_t most = 0;
  const auto lies_in = [](const Wires::Followed& buffer, const Met& met) {
    return met.found.first >= buffer.first && met.found.first - buffer.first < buffer.count;
  };
  for (const Wires::Followed& buffer : search.wires().buffers()) {
    const auto count = static_cast<std::size_t>(
        std::ranges::count_if(search.met(), [&](const Met& met) { return lies_in(buffer, met); }));
    if (buffer.given_up || count <= most) continue;
    most = count;
    best = &buffer;
  }
  Network network;
  if (best == nullptr) return network;
  std::vector<Met> met;
  bool kept = false, sound = true;
  for (Met& one : search.met()) {
    if (!lies_in(*best, one)) continue;
    kept |= one.kept;
    sound &= keeps_both(one.found);
    one.found.first -= best->first;
    one.found.second -= best->first;
    met.push_back(one);
  }
  if (!kept || !sound) return network;
  sort_into_columns(met, network);
  fill_elements(*plan, *best, network);
  return network;
}

}  // namespace lanescope::analysis
