#include "ui/panels/occupancy/occupancy_model.hpp"

#include <algorithm>

#include "ui/teaching/hidden_answer.hpp"
#include "ui/view/numbers.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::panels::occupancy {
namespace {

std::uint64_t round_up(std::uint64_t value, std::uint64_t granularity) {
  return (value + granularity - 1) / granularity * granularity;
}

std::string limiter_word(analysis::Limiter limiter) {
  switch (limiter) {
    case analysis::Limiter::Warps:
      return tr("warps");
    case analysis::Limiter::Blocks:
      return tr("blocks");
    case analysis::Limiter::Registers:
      return tr("registers");
    case analysis::Limiter::Shared:
      return tr("shared memory");
    case analysis::Limiter::Barriers:
      return tr("barriers");
  }
  return {};
}

std::string limiter_words(const analysis::Occupancy& occupancy) {
  std::string text;
  for (const auto limiter : occupancy.limiters)
    text = text.empty() ? limiter_word(limiter) : say("{} and {}", text, limiter_word(limiter));
  return text;
}

bool limited_by(const analysis::Occupancy& occupancy, analysis::Limiter limiter) {
  return std::find(occupancy.limiters.begin(), occupancy.limiters.end(), limiter) !=
         occupancy.limiters.end();
}

std::vector<ResourceBar> resource_bars(const analysis::Occupancy& o, const analysis::SmLimits& sm) {
  const std::uint64_t blocks = o.blocks_per_sm;
  const std::uint64_t registers =
      blocks * round_up(o.warps_per_block, sm.warp_granularity) *
      round_up(std::uint64_t{o.registers_per_thread} * 32, sm.register_granularity);
  const std::uint64_t shared =
      o.shared_bytes_per_block == 0
          ? blocks * sm.shared_reserved_per_block
          : blocks * (round_up(o.shared_bytes_per_block, sm.shared_granularity) +
                      sm.shared_reserved_per_block);
  std::vector<ResourceBar> bars;
  const auto add = [&](const char* name, std::uint64_t used, std::uint64_t limit,
                       analysis::Limiter limiter) {
    bars.push_back(
        {name, std::min(used, limit), limit,
         say("{} of {}", view::with_commas(std::min(used, limit)), view::with_commas(limit)),
         limited_by(o, limiter)});
  };
  add(tr("Warps"), o.warps_per_sm, sm.max_warps, analysis::Limiter::Warps);
  add(tr("Blocks"), blocks, sm.max_blocks, analysis::Limiter::Blocks);
  add(tr("Registers"), registers, sm.registers, analysis::Limiter::Registers);
  add(tr("Shared bytes"), shared, sm.shared_bytes, analysis::Limiter::Shared);
  if (limited_by(o, analysis::Limiter::Barriers))  // which is rare
    add(tr("Barriers"), blocks * o.barriers_per_block, sm.barriers, analysis::Limiter::Barriers);
  return bars;
}

}  // namespace

std::optional<OccupancyModel> occupancy_model(const session::Session& session) {
  const auto& run = session.run();
  if (!run || run->prepared->occupancy.empty()) return std::nullopt;
  const auto launch = std::min<std::size_t>(session.state().cursor.selection.launch,
                                            run->prepared->occupancy.size() - 1);
  const auto sm = analysis::sm_limits(run->prepared->experiment.arch);
  if (!sm) return std::nullopt;

  OccupancyModel model;
  if (teaching::HiddenAnswer(session).occupancy()) {
    model.withheld = true;
    model.sentence = tr(teaching::kHiddenAnswerWords);
    return model;
  }
  const analysis::Occupancy& o = run->prepared->occupancy[launch];
  model.occupancy = o;
  model.resident_blocks = o.blocks_per_sm;
  model.warps_per_block = o.warps_per_block;
  model.room_for =
      std::max({o.limit_warps, o.limit_blocks == 0 ? 0U : std::min(o.limit_blocks, o.limit_warps),
                o.blocks_per_sm});
  model.bars = resource_bars(o, *sm);
  model.note = say("limited by {}", limiter_words(o));
  const auto threads = static_cast<std::uint32_t>(run->plan().launches[launch].block.count());
  for (std::uint32_t size = 32; size <= sm->max_threads_per_block; size += 32) {
    const auto other = analysis::occupancy(*sm, size, o.registers_per_thread,
                                           o.shared_bytes_per_block, o.barriers_per_block);
    model.by_block_size.push_back({size, other.theoretical, round_up(threads, 32) == size});
  }
  model.sentence = say(
      "{} of {} warps resident: {} of occupancy. {} a thread, {} bytes of shared memory a block; "
      "{} limit the SM.",
      o.warps_per_sm, sm->max_warps, view::percent(o.theoretical),
      say_many(o.registers_per_thread, "{} register", "{} registers", o.registers_per_thread),
      view::with_commas(o.shared_bytes_per_block), limiter_words(o));
  return model;
}

}  // namespace lanescope::ui::panels::occupancy
