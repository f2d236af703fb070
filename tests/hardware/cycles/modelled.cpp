#include "tests/hardware/cycles/modelled.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "lab/lesson/lesson_experiment.hpp"
#include "lab/run/machine_code_run.hpp"
#include "lab/run/model_time.hpp"
#include "sim/base/hash.hpp"
#include "tests/hardware/cycles/sizes.hpp"

namespace lanescope::test {

// What a disassembler said last: the sizes of a rung have one code.
class Modeller::OneListing final : public ports::toolchain::Disassembler {
 public:
  explicit OneListing(const Disassembler& from) : from_(from) {}
  [[nodiscard]] Result<std::vector<ports::toolchain::SassFunction>> disassemble(
      std::span<const std::byte> cubin) const override {
    const std::uint64_t hash = fnv1a64(cubin);
    if (listing_ && hash == hash_) return *listing_;
    auto listing = from_.disassemble(cubin);
    if (!listing) return listing;
    listing_ = *listing;
    hash_ = hash;
    return listing;
  }

 private:
  const Disassembler& from_;
  mutable std::optional<std::vector<ports::toolchain::SassFunction>> listing_;
  mutable std::uint64_t hash_ = 0;
};

namespace {

using nlohmann::ordered_json;

constexpr std::size_t kReasonsKept = 3;
// Warp instructions of simulated blocks, which are kept until a case is timed: a few GB.
constexpr double kMostKept = 5e7;

ordered_json largest(const timing::ReasonCycles& cycles) {
  std::vector<std::pair<std::int64_t, std::string>> all;
  for (int i = 0; i < timing::kReasons; ++i) {
    const auto reason = static_cast<timing::Reason>(i);
    if (reason != timing::Reason::selected && cycles[reason] > 0)
      all.emplace_back(-cycles[reason], timing::spelling(reason));
  }
  std::ranges::sort(all);
  ordered_json out = ordered_json::object();
  for (std::size_t i = 0; i < std::min(kReasonsKept, all.size()); ++i) {
    const double part = static_cast<double>(-all[i].first) / static_cast<double>(cycles.sum());
    out[all[i].second] = std::round(part * 1000) / 10;
  }
  return out;
}

ordered_json launch_json(const timing::Timing& timing) {
  return {{"cycles", std::llround(timing.cycles)},
          {"stalls", largest(timing.stalls)},
          {"l1", {timing.l1.sectors, timing.l1.hits}},
          {"l2", {timing.l2.sectors, timing.l2.hits}},
          {"dram", {std::llround(timing.dram_load_bytes), std::llround(timing.dram_store_bytes)}}};
}

// Blocks that are simulated, of all; of the launches together.
double part_kept(const run::Prepared& prepared) {
  const timing::MachineDescription machine;
  double kept = 0, all = 0;
  for (std::size_t i = 0; i < prepared.plan->launches.size(); ++i) {
    timing::LaunchShape shape;
    shape.grid = prepared.plan->launches[i].grid;
    if (i < prepared.occupancy.size())
      shape.resident_blocks = std::max(1U, prepared.occupancy[i].blocks_per_sm);
    kept +=
        static_cast<double>(timing::sample_of(shape, machine, sass::timed::kMostBlocks).count());
    all += static_cast<double>(shape.grid.count());
  }
  return kept / all;
}

std::string millions(double instructions) {
  return fmt::format("{:.0f} million warp instructions", instructions / 1e6);
}

}  // namespace

Modeller::Modeller(std::vector<lesson::Lesson> lessons, ports::toolchain::Compiler& compiler,
                   const ports::toolchain::Disassembler& disassembler)
    : lessons_(std::move(lessons)),
      compiler_(compiler),
      listing_(std::make_unique<OneListing>(disassembler)) {}
Modeller::~Modeller() = default;

const lesson::Rung* Modeller::find(const RecordedCase& one) const {
  const auto lesson = std::ranges::find(lessons_, one.lesson, &lesson::Lesson::id);
  if (lesson == lessons_.end()) return nullptr;
  const auto rung = std::ranges::find(lesson->rungs, one.rung, &lesson::Rung::id);
  return rung == lesson->rungs.end() ? nullptr : &*rung;
}

Result<std::shared_ptr<const run::Prepared>> Modeller::prepare(const RecordedCase& one) {
  const lesson::Rung* rung = find(one);
  if (rung == nullptr) return bad_input("there is no such rung any more");
  const auto values = sizes_of(*rung);
  const auto size = values.find(one.size);
  if (size == values.end()) return bad_input("the rung has no such size any more");
  auto experiment = lesson::make_experiment(*rung, size->second);
  if (!experiment) return experiment.error();
  const run::PrepareResult result = run::prepare(*experiment, compiler_);
  if (const auto* failed = std::get_if<run::PrepareFailure>(&result)) return failed->error;
  auto prepared =
      run::by_machine_code(*std::get<std::shared_ptr<const run::Prepared>>(result), *listing_);
  if (!prepared) return prepared.error();
  // What was not measured need not be run.
  auto plan = std::make_shared<engine::Plan>(*(*prepared)->plan);
  plan->launches.resize(std::min<std::size_t>(plan->launches.size(), one.launches));
  run::Prepared out = **prepared;
  out.plan = std::move(plan);
  return std::make_shared<const run::Prepared>(std::move(out));
}

ordered_json Modeller::model(const RecordedCase& one, double most) {
  ordered_json out{{"case", one.name()}};
  const auto left_out = [&](const std::string& why) {
    out["left_out"] = why;
    return out;
  };
  if (one.instructions > most)
    return left_out(millions(one.instructions) + " are more than are run here");
  const auto prepared = prepare(one);
  if (!prepared) return left_out(prepared.error().message);
  const double kept = one.instructions * part_kept(**prepared);
  if (kept > kMostKept)
    return left_out(millions(kept) + " of simulated blocks are more than are kept here");
  const auto time = run::time_of(**prepared, "h200", timing::Caches::Cold);
  if (!time) return left_out(time.error().message);
  out["launches"] = ordered_json::array();
  for (const timing::Timing& launch : time->launches)
    out["launches"].push_back(launch_json(launch));
  return out;
}

}  // namespace lanescope::test
