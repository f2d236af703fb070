#include "lab/run/touched_pages.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <utility>

#include "sim/engine/engine.hpp"
#include "sim/events/events.hpp"

namespace lanescope::run {
namespace {

class Touches final : public events::Listener {
 public:
  using Listener::on;
  Touches(const engine::Plan& plan, std::uint64_t page_bytes) : page_bytes_(page_bytes) {
    for (std::size_t i = 0; i < plan.buffers.size(); ++i)
      buffers_[plan.address_of(i).value] = {static_cast<std::uint32_t>(i), plan.buffers[i].bytes};
  }

  void on(const events::LaunchEnd&) override {
    auto& pages = by_launch_.emplace_back();
    for (const auto& [place, page] : touched_) pages.push_back(page);
    touched_.clear();
  }
  void on(const events::MemoryAccess& access) override {
    if (access.space != events::Space::Global) return;
    for (LaneMask left = access.lanes; left != 0; left &= left - 1)
      touch(access.addresses[std::countr_zero(left)], access.access);
  }
  std::vector<std::vector<TouchedPage>> take() { return std::move(by_launch_); }

 private:
  struct Placed {
    std::uint32_t index = 0;
    std::uint64_t bytes = 0;
  };

  // What lies in no buffer (a variable of the module, the device's heap) is no page of one.
  void touch(std::uint64_t address, events::Access access) {
    auto after = buffers_.upper_bound(address);
    if (after == buffers_.begin()) return;
    const auto& [begin, buffer] = *--after;
    if (address - begin >= buffer.bytes) return;
    const std::uint64_t number = (address - begin) / page_bytes_;
    TouchedPage& page = touched_[{buffer.index, number}];
    page.buffer = buffer.index;
    page.page = number;
    page.read = page.read || access != events::Access::Store;
    page.written = page.written || access != events::Access::Load;
  }

  std::uint64_t page_bytes_;
  std::map<std::uint64_t, Placed> buffers_;  // by address
  std::map<std::pair<std::uint32_t, std::uint64_t>, TouchedPage> touched_;
  std::vector<std::vector<TouchedPage>> by_launch_;
};

}  // namespace

std::optional<std::vector<std::vector<TouchedPage>>> touched_pages(const ModelRun& run,
                                                                   std::uint64_t page_bytes) {
  constexpr std::uint64_t kMostSteps = 2'000'000;  // a second at most
  if (run.outcome != engine::Outcome::Finished || run.machine_steps > kMostSteps || page_bytes == 0)
    return std::nullopt;
  Touches touches(run.plan(), page_bytes);
  const auto execution = engine::start(run.prepared->plan, {engine::Recording::Full, {&touches}});
  if (execution->run() != engine::Outcome::Finished) return std::nullopt;
  return touches.take();
}

}  // namespace lanescope::run
