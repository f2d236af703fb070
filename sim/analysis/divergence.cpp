#include "sim/analysis/divergence.hpp"

#include <bit>
#include <map>

namespace lanescope::analysis {

std::vector<BranchStatistics> branch_statistics(const trace::Trace& trace, std::uint32_t launch) {
  if (launch >= trace.launches().size()) return {};
  std::map<Pc, BranchStatistics> by_pc;
  const trace::LaunchRecord& record = trace.launches()[launch];
  for (Tick t = record.first; t < record.last; ++t.value) {
    const auto branch = trace.branch(t);
    if (!branch) continue;
    const Pc pc = trace.step(t).pc;
    BranchStatistics& statistics = by_pc[pc];
    statistics.pc = pc;
    statistics.reconvergence = branch->reconvergence;
    ++statistics.executions;
    statistics.lanes_taken += static_cast<std::uint64_t>(std::popcount(branch->taken));
    statistics.lanes_not_taken += static_cast<std::uint64_t>(std::popcount(branch->not_taken));
    if (branch->divergent && statistics.divergent++ == 0) statistics.first_divergent = t;
  }
  std::vector<BranchStatistics> result;
  for (const auto& [pc, statistics] : by_pc) result.push_back(statistics);
  return result;
}

std::vector<double> active_lane_shares(const trace::Trace& trace, std::uint32_t launch,
                                       int warp_size) {
  std::vector<double> shares(static_cast<std::size_t>(warp_size) + 1, 0.0);
  if (launch >= trace.launches().size()) return shares;
  const trace::LaunchRecord& record = trace.launches()[launch];
  for (Tick t = record.first; t < record.last; ++t.value) {
    const auto lanes = static_cast<std::size_t>(std::popcount(trace.step(t).active));
    if (lanes < shares.size()) shares[lanes] += 1.0;
  }
  const auto steps = static_cast<double>(record.last.value - record.first.value);
  for (double& share : shares) share = steps > 0 ? share / steps : 0.0;
  return shares;
}

}  // namespace lanescope::analysis
