#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <vector>

#include "runtime/record/record.hpp"
#include "runtime/timeline/lengths.hpp"

namespace lanescope::runtime {

// When events would be recorded on a GPU: by the program's timeline, with kernels as long as their
// modelled time. Any thread may tell what happened.
class EventTimes {
 public:
  explicit EventTimes(timeline::Lengths lengths) : lengths_(std::move(lengths)) {}

  // Calls and launches in their order.
  void add(const record::Call& call);
  void add(const record::Launch& launch);
  // Milliseconds between what two events recorded last; nothing: one of them never was.
  [[nodiscard]] std::optional<double> between(std::uint64_t first, std::uint64_t last);

 private:
  [[nodiscard]] std::optional<std::size_t> call_that_records(std::uint64_t event) const;
  [[nodiscard]] record::Record part(std::size_t begin, std::size_t end) const;

  timeline::Lengths lengths_;
  std::mutex mutex_;
  std::vector<record::Call> calls_;       // with what they issue, and nothing else
  std::vector<record::Launch> launches_;  // with their time
};

}  // namespace lanescope::runtime
