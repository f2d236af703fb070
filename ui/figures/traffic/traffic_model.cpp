#include "ui/figures/traffic/traffic_model.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "ui/figures/time_state.hpp"
#include "ui/session/cycles.hpp"
#include "ui/view/numbers.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::figures::traffic {
namespace {

using events::Counters;
using view::with_commas;

std::string bytes_text(std::uint64_t bytes) {
  constexpr std::uint64_t kMostExact = 100'000;
  if (bytes < kMostExact) return fmt::format("{} B", with_commas(bytes));
  double amount = static_cast<double>(bytes) / 1024.0;
  const char* unit = "KiB";
  for (const char* larger : {"MiB", "GiB"}) {
    if (amount < 10'000.0) break;
    amount /= 1024.0;
    unit = larger;
  }
  return fmt::format("{} {}", with_commas(static_cast<std::uint64_t>(std::llround(amount))), unit);
}

std::string flow_text(const Flow& flow) {
  if (flow.out == 0 && flow.in == 0) return "0 B";
  if (flow.out == 0) return say("{} loaded", bytes_text(flow.in));
  if (flow.in == 0) return say("{} stored", bytes_text(flow.out));
  return say("{} loaded, {} stored", bytes_text(flow.in), bytes_text(flow.out));
}

double share(std::uint64_t part, std::uint64_t all) {
  return static_cast<double>(part) / static_cast<double>(std::max<std::uint64_t>(all, 1));
}
std::string hundredth(std::uint64_t part, std::uint64_t all) {
  return fmt::format("{:.0f}", 100.0 * share(part, all));
}
std::string hit_text(const timing::CacheCounts& counts) {
  return say("{} hit",
             fmt::format("{:.0f} %", 100.0 * share(static_cast<std::uint64_t>(counts.hits),
                                                   static_cast<std::uint64_t>(counts.sectors))));
}

TrafficBox registers_box() {
  TrafficBox box;
  box.name = tr("registers");
  box.words = tr("What lanes load arrives here, and what they store comes from here.");
  return box;
}

TrafficBox shared_box(const Counters& c) {
  TrafficBox box;
  box.name = tr("shared memory");
  const std::uint64_t requests =
      c.shared_load.requests + c.shared_store.requests + c.shared_atomic.requests;
  const std::uint64_t passes =
      c.shared_load.wavefronts + c.shared_store.wavefronts + c.shared_atomic.wavefronts;
  const std::uint64_t ideal = c.shared_load.ideal_wavefronts + c.shared_store.ideal_wavefronts +
                              c.shared_atomic.ideal_wavefronts;
  if (requests == 0) {
    box.text = tr("not used");
    box.words = tr("The kernels do not use shared memory.");
    return box;
  }
  box.text = passes > ideal ? say("{} passes, {} would do", with_commas(passes), with_commas(ideal))
                            : say("{} passes, no fewer would do", with_commas(passes));
  if (passes > ideal) box.role = style::Role::Conflict;
  box.more = say_many(requests, "{} request", "{} requests", with_commas(requests));
  box.words =
      say("{} requests take {} passes (wavefronts) of the banks; {} passes would do for their "
          "bytes.",
          with_commas(requests), with_commas(passes), with_commas(ideal));
  return box;
}

// All kinds of accesses that L1 sees.
events::SectorCounters through_l1(const Counters& c) {
  events::SectorCounters sum;
  for (const auto* kind : {&c.global_load, &c.global_store, &c.global_atomic, &c.local_load,
                           &c.local_store, &c.texture_load})
    sum += *kind;
  return sum;
}

TrafficBox l1_box(const Traffic& traffic) {
  TrafficBox box;
  box.name = "L1";
  const events::SectorCounters all = through_l1(traffic.counters);
  if (all.requests == 0) {
    box.text = tr("not used");
    box.words = tr("The kernels use neither global nor local memory.");
    return box;
  }
  const std::string sectors = with_commas(all.sectors), ideal = with_commas(all.ideal_sectors);
  box.text = all.sectors > all.ideal_sectors ? say("{} sectors, {} would do", sectors, ideal)
                                             : say("{} sectors, no fewer would do", sectors);
  if (all.sectors > all.ideal_sectors) box.role = style::Role::Store;
  box.more = say_many(all.requests, "{} request", "{} requests", with_commas(all.requests));
  box.words = say("{} requests touch {} sectors of 32 bytes; {} would hold what lanes ask for.",
                  with_commas(all.requests), sectors, ideal);
  if (traffic.l1_counts.sectors == 0) return box;
  const std::string hit = hit_text(traffic.l1_counts);
  box.more += " · " + hit;
  box.words += say(" Of the sectors that are loaded, {}: L1 has them already.", hit);
  return box;
}

TrafficBox l2_box(const Traffic& traffic, const background::TimedRun& timed) {
  TrafficBox box;
  const auto mib = static_cast<std::uint64_t>(timed.time->machine.l2_bytes) >> 20U;
  box.name = fmt::format("L2 {} MiB", mib);
  if (traffic.l2_counts.sectors == 0) {
    box.text = tr("not used");
    box.words = tr("Nothing comes to L2: L1 has it all, or nothing is asked for.");
    return box;
  }
  const bool warm = timed.wanted.caches == timing::Caches::Warm;
  const std::string hit = hit_text(traffic.l2_counts);
  const std::string sectors = with_commas(static_cast<std::uint64_t>(traffic.l2_counts.sectors));
  box.text = warm ? say("{} (warm)", hit) : hit;
  box.more = say("{} sectors", sectors);
  box.words =
      say("Of {} sectors, {}: they need nothing of DRAM. A store always hits.", sectors, hit);
  box.words += warm ? tr(" What the launch reads is in L2 before it begins.")
                    : tr(" The launch begins with an empty L2.");
  return box;
}

TrafficBox dram_box(const Traffic& traffic) {
  TrafficBox box;
  box.name = "DRAM";
  box.text = traffic.dram.sum() == 0 ? std::string(tr("0 bytes"))
                                     : say("{} read, {} written", bytes_text(traffic.dram.in),
                                           bytes_text(traffic.dram.out));
  box.words = say("The GPU's memory: {} are read, {} are written back by the end of the launch.",
                  bytes_text(traffic.dram.in), bytes_text(traffic.dram.out));
  return box;
}

TrafficWay way_of(const Flow& flow, std::string between) {
  TrafficWay way;
  way.bytes = flow;
  way.text = flow_text(flow);
  way.words = say("{}: {}.", std::move(between), way.text);
  return way;
}

std::string lanes_words(const Traffic& t) {
  const std::uint64_t caches = t.l1.sum() + t.copied.sum(), all = t.shared.sum() + caches;
  if (all == 0) return tr("No lane loads or stores anything.");
  if (caches == 0) return tr("All that lanes load and store is in shared memory.");
  if (t.shared.sum() == 0) return tr("All that lanes load and store goes through L1.");
  return say(
      "Of 100 bytes that lanes load and store, {} are in shared memory and {} go through L1.",
      hundredth(t.shared.sum(), all), hundredth(caches, all));
}

std::string behind_words(const Traffic& t) {
  const std::uint64_t caches = t.l1.sum() + t.copied.sum();
  if (caches == 0) return {};
  const double times = share(t.l2.sum(), caches);
  constexpr double kMore = 1.2, kLess = 0.8;
  if (times > kMore)
    return say(
        " L2 moves {:.1f} times the bytes that lanes ask L1 for: of its sectors, lanes use a "
        "part.",
        times);
  if (times < kLess)
    return say(
        " For 100 bytes that lanes ask L1 for, L2 moves {}: L1 has the others, or lanes "
        "share them.",
        hundredth(t.l2.sum(), caches));
  return tr(" L2 moves about as much as lanes ask L1 for.");
}

std::string dram_words(const Traffic& t) {
  if (t.l2.sum() == 0) return {};
  if (t.dram.sum() == 0) return tr(" DRAM moves nothing.");
  return say(" DRAM moves {}.", bytes_text(t.dram.sum()));
}

Place busiest_of(const Traffic& t) {
  const std::array<std::pair<std::uint64_t, Place>, 4> all{
      {{t.shared.sum() + t.copied.sum(), Place::Shared},
       {t.l1.sum() + t.copied.sum(), Place::L1},
       {t.l2.sum(), Place::L2},
       {t.dram.sum(), Place::Dram}}};
  const auto most = *std::ranges::max_element(all, {}, [](const auto& one) { return one.first; });
  return most.first == 0 ? Place::Registers : most.second;
}

TrafficModel made_of(const Traffic& t, const background::TimedRun& timed) {
  TrafficModel model;
  model.complete = true;
  model.boxes = {registers_box(), shared_box(t.counters), l1_box(t), l2_box(t, timed), dram_box(t)};
  model.ways = {way_of(t.shared, tr("Between registers and shared memory")),
                way_of(t.l1, tr("Between registers and L1")),
                way_of(t.copied, tr("From L1 to shared memory, past the registers")),
                way_of(t.l2, tr("Between L1 and L2, in whole sectors")),
                way_of(t.dram, tr("Between L2 and DRAM"))};
  if (t.copied.sum() > 0) {
    TrafficWay& lanes = model.ways[static_cast<std::size_t>(Way::ToL1)];
    lanes.text = say("{}, {} copied", lanes.text, bytes_text(t.copied.sum()));
  }
  for (const TrafficWay& way : model.ways)
    model.most = std::max({model.most, way.bytes.in, way.bytes.out});
  model.busiest = busiest_of(t);
  model.sentence = lanes_words(t) + behind_words(t) + dram_words(t);
  const std::size_t launches = timed.time->launches.size();
  model.note = say_many(launches, "bytes and requests, whole grid",
                        "bytes and requests, all {} launches", launches);
  return model;
}

}  // namespace

std::optional<TrafficModel> traffic_model(const session::Session& session, bool kept_back) {
  if (!why_no_time(session).empty()) return std::nullopt;
  const background::TimedRun& timed = *session::shown_time(session);
  TrafficModel model;
  model.kept_back = kept_back;
  if (kept_back || timed.counted == nullptr) return model;
  return made_of(traffic_of(timed), timed);
}

}  // namespace lanescope::ui::figures::traffic
