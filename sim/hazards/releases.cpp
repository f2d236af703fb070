#include "sim/hazards/releases.hpp"

namespace lanescope::hazards {
namespace {

struct Released {
  ClockPtr everywhere, in_block;
};

Released released(const BlockOrder& block, const Request& request, std::uint32_t lane) {
  Released clocks{block.released(request.warp, lane, Scope::Gpu),
                  block.released(request.warp, lane, Scope::Cta)};
  if (request.order.release) {
    ClockPtr& clock = request.order.cta_scope ? clocks.in_block : clocks.everywhere;
    clock = join(clock, block.released_now(request.warp, lane, request.time));
  }
  return clocks;
}

// What was read at the place itself is in its log already.
void add(const ClockPtr& clock, std::uint32_t within, Time now, ReleaseLog& log) {
  if (clock == nullptr) return;
  for (const ClockEntry& known : clock->known) {
    if (known.time != 0) log.add(known, within, now);
  }
  for (const Reading& reading : clock->readings) {
    if (reading.log != &log) log.add(reading, within, now);
  }
}

}  // namespace

void Releases::access(BlockOrder& block, const Request& request, std::uint32_t lane,
                      std::uint64_t place) {
  const auto at = logs_.find(place);
  ReleaseLog* log = at == logs_.end() ? nullptr : at->second;
  if (request.what != What::Store && log != nullptr)
    block.acquire(request.warp, lane, {log, log->size(), block.index()});
  if (request.what == What::Load) return;
  const Released clocks = released(block, request, lane);
  const bool store = request.what == What::Store;
  if (clocks.everywhere == nullptr && clocks.in_block == nullptr) {
    if (store && log != nullptr) logs_.erase(at);
    return;
  }
  if (log == nullptr || store) {
    const std::uint64_t owner =
        store ? key_of(block.index(), request.warp, lane) : ReleaseLog::kNobody;
    log = logs_[place] = &all_.emplace_back(owner);
  }
  if (!store) log->share();
  add(clocks.everywhere, kAll, request.time, *log);
  add(clocks.in_block, block.index(), request.time, *log);
}

}  // namespace lanescope::hazards
