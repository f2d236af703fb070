#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "lab/hardware/profile_verdicts.hpp"

namespace lanescope::hardware {
namespace {

// How a launch's blocks fill the GPU.
struct Filled {
  double fit = 0.0;     // blocks that an SM can hold
  double an_sm = 0.0;   // blocks that one gets at most, in the first round
  double rounds = 0.0;  // how often they fill the GPU
  double most = 0.0;    // percent of an SM's warps that it can hold then
};
std::vector<Filled> filled(const ProfileContext& context) {
  std::vector<Filled> out;
  const auto& launches = context.run.plan().launches;
  const auto& occupancy = context.run.prepared->occupancy;
  const auto sms = static_cast<double>(context.device.sms);
  for (std::size_t i = 0; i < std::min(launches.size(), occupancy.size()); ++i) {
    const auto blocks = static_cast<double>(launches[i].grid.count());
    const double fit = occupancy[i].blocks_per_sm;
    if (fit == 0.0 || sms <= 0.0) return {};
    const double an_sm = std::min(std::ceil(blocks / sms), fit);
    out.push_back({fit, an_sm, blocks / (sms * fit), occupancy[i].theoretical * 100 * an_sm / fit});
  }
  return out;
}

// Percent that one warp is of those that an SM holds: an SM that has any has one.
double one_warp(const ProfileContext& context) {
  double least = 100.0;
  for (const analysis::Occupancy& launch : context.run.prepared->occupancy)
    if (launch.warps_per_sm > 0)
      least = std::min(least, launch.theoretical * 100 / launch.warps_per_sm);
  return least;
}

std::string small_grids(const std::vector<Filled>& launches, double most) {
  if (launches.size() > 1)
    return fmt::format("the grids are small: an SM holds at most {:.1f} %", most);
  return fmt::format(
      "the grid is small: an SM gets {:.0f} of the {:.0f} blocks that fit, which is "
      "{:.1f} %",
      launches.front().an_sm, launches.front().fit, most);
}

}  // namespace

// Percent of a peak are rounded; "near" is how far blocks may be from taking equally long.
void judge_occupancy(ProfiledComparison& one, const ProfileContext& context) {
  constexpr double kRounded = 1.0, kNear = 5.0;
  one.why = "the warps that an SM held on average while it had any";
  const std::vector<Filled> launches = filled(context);
  if (launches.empty()) return;
  const double most = std::ranges::max_element(launches, {}, &Filled::most)->most;
  // Rounded to the tenth that is printed.
  const double least = std::floor(one_warp(context) * 10) / 10;
  if (one.gpu > most + kRounded || one.gpu < least) return decide(one, {});
  if (most < one.model) return decide(one, {{small_grids(launches, most), least, most + kRounded}});
  if (launches.size() > 1) return;
  // Round by round, of blocks that take equally long.
  const double rounds = launches.front().rounds;
  const double expected = one.model * rounds / std::ceil(rounds);
  if (one.model - expected > kRounded && std::abs(one.gpu - expected) <= kNear)
    decide(one, {{fmt::format("the blocks fill the GPU {:.2f} times, and in the last round it is "
                              "not full: {:.1f} % if all take equally long",
                              rounds, expected),
                  expected - kNear, expected + kNear}});
}

}  // namespace lanescope::hardware
