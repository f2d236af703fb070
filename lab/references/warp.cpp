#include <algorithm>
#include <iterator>

#include "lab/references/reference.hpp"

namespace lanescope::references {
namespace {

constexpr std::size_t kLanes = 32;

// The first element of each warp's piece, and one past its last.
template <typename Visit>
void each_warp(std::size_t count, Visit visit) {
  for (std::size_t first = 0; first < count; first += kLanes)
    visit(first, std::min(first + kLanes, count));
}

std::vector<Expectation> votes(const ReferenceInput& s) {
  const Numbers in = s.before("in");
  const auto limit = static_cast<double>(s.number("limit"));
  Numbers ballots;
  Numbers any;
  Numbers all;
  each_warp(in.size(), [&](std::size_t first, std::size_t last) {
    double ballot = 0;
    std::size_t votes = 0;
    for (std::size_t i = first; i < last; ++i) {
      if (in[i] < limit) continue;
      ballot += static_cast<double>(std::uint64_t{1} << (i - first));
      ++votes;
    }
    ballots.push_back(ballot);
    any.push_back(votes > 0 ? 1 : 0);
    all.push_back(votes == kLanes ? 1 : 0);
  });
  return {{"ballots", std::move(ballots)}, {"any", std::move(any)}, {"all", std::move(all)}};
}

Numbers scans(const Numbers& in) {
  Numbers sums = in;
  each_warp(in.size(), [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first + 1; i < last; ++i) sums[i] += sums[i - 1];
  });
  return sums;
}
std::vector<Expectation> warp_scans(const ReferenceInput& s) {
  return {{"out", scans(s.before("in"))}};
}
std::vector<Expectation> warp_sums(const ReferenceInput& s) {
  const Numbers sums = scans(s.before("in"));
  Numbers out;
  each_warp(sums.size(), [&](std::size_t, std::size_t last) { out.push_back(sums[last - 1]); });
  return {{"out", std::move(out)}};
}
std::vector<Expectation> warp_sums_everywhere(const ReferenceInput& s) {
  Numbers sums = scans(s.before("in"));
  each_warp(sums.size(), [&](std::size_t first, std::size_t last) {
    std::fill(sums.begin() + static_cast<std::ptrdiff_t>(first),
              sums.begin() + static_cast<std::ptrdiff_t>(last), sums[last - 1]);
  });
  return {{"out", std::move(sums)}};
}

// The found order is wanted when it holds the right elements; else theirs in `in`.
std::vector<Expectation> compaction(const ReferenceInput& s) {
  const auto limit = static_cast<double>(s.number("limit"));
  const Numbers in = s.before("in");
  Numbers kept;
  std::ranges::copy_if(in, std::back_inserter(kept), [limit](double x) { return x >= limit; });
  Numbers found = s.after("out");
  found.resize(kept.size());
  const auto count = static_cast<double>(kept.size());
  const bool same = std::ranges::is_permutation(found, kept);
  return {{"count", {count}}, {"out", same ? std::move(found) : std::move(kept)}};
}

Numbers mirrored(const ReferenceInput& s) {
  const Numbers in = s.before("in");
  const std::size_t width = s.number("width");
  Numbers out(in.size());
  for (std::size_t i = 0; i < in.size(); ++i) {
    const std::size_t partner = i / width * width + (width - 1 - i % width);
    const double value = partner < in.size() ? in[partner] : 0.0;
    out[i] = partner % 2 == 0 ? value * 2 : value + 1;
  }
  return out;
}
std::vector<Expectation> mirror(const ReferenceInput& s) { return {{"out", mirrored(s)}}; }
// For a kernel whose readers may come before the writers: they find zero.
std::vector<Expectation> mirror_or_zero(const ReferenceInput& s) {
  Numbers out = mirrored(s);
  const Numbers found = s.after("out");
  for (std::size_t i = 0; i < out.size() && i < found.size(); ++i) {
    if (found[i] == 0.0) out[i] = 0.0;
  }
  return {{"out", std::move(out)}};
}

std::vector<Expectation> count_by_block(const ReferenceInput& s) {
  const Numbers in = s.before("in");
  const auto limit = static_cast<double>(s.number("limit"));
  const std::size_t block = s.number("block");
  Numbers out((in.size() + block - 1) / block, 0.0);
  for (std::size_t i = 0; i < in.size(); ++i) out[i / block] += in[i] >= limit ? 1 : 0;
  return {{"out", std::move(out)}};
}

std::vector<Expectation> all_equal(const ReferenceInput& s) {
  return {{"out", Numbers(s.before("out").size(), static_cast<double>(s.number("value")))}};
}

}  // namespace

std::vector<Reference> warp_references() {
  return {{"votes", {"in", "ballots", "any", "all", "limit"}, votes},
          {"warp_scans", {"in", "out"}, warp_scans},
          {"warp_sums", {"in", "out"}, warp_sums},
          {"warp_sums_everywhere", {"in", "out"}, warp_sums_everywhere},
          {"compaction", {"in", "out", "count", "limit"}, compaction},
          {"mirror", {"in", "out", "width"}, mirror},
          {"mirror_or_zero", {"in", "out", "width"}, mirror_or_zero},
          {"count_by_block", {"in", "out", "block", "limit"}, count_by_block},
          {"all_equal", {"out", "value"}, all_equal}};
}

}  // namespace lanescope::references
