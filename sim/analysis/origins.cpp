#include "sim/analysis/origins.hpp"

#include <algorithm>

#include "sim/analysis/origin_search.hpp"

namespace lanescope::analysis {
namespace {

// A copy into shared memory that no store tells of.
bool is_copy(const engine::Program& program, const trace::Step& step) {
  const engine::InstructionInfo& info = program.at(step.pc);
  return info.unit == Unit::Memory && count_of(info, engine::Role::Address) > 1 &&
         count_of(info, engine::Role::Write) == 0;
}

}  // namespace

Origins origins_of(const engine::Plan& plan, const trace::Trace& trace, std::uint32_t launch,
                   BlockIndex block, std::span<const Stored> stores, std::size_t max_origins) {
  if (stores.empty() || launch >= plan.launches.size() || launch >= trace.launches().size())
    return {};
  std::vector<Stored> from(stores.begin(), stores.end());
  std::stable_sort(from.begin(), from.end(),
                   [](const Stored& a, const Stored& b) { return a.tick > b.tick; });
  const engine::Program& program = *plan.launches[launch].program;
  OriginSearch search(program, trace, plan.options.warp_size, max_origins);
  const Tick first = trace.launches()[launch].first;
  std::size_t next = 0;
  bool copied = false;
  for (Tick t{std::min(from.front().tick.value + 1, trace.tick_count())}; t > first;) {
    --t.value;
    if (search.done()) {
      if (next == from.size()) break;
      t = std::min(t, from[next].tick);
    }
    const trace::Step step = trace.step(t);
    if (step.block != block) continue;
    copied |= search.wants_bytes() && is_copy(program, step);
    search.back_over(step);
    for (; next < from.size() && from[next].tick == t; ++next) search.begin(step, from[next]);
  }
  Origins out = search.take();
  out.copied = copied;
  return out;
}

}  // namespace lanescope::analysis
