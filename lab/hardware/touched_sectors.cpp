#include "lab/hardware/touched_sectors.hpp"

#include <bit>
#include <unordered_map>

#include "sim/engine/engine.hpp"
#include "sim/events/memory_units.hpp"

namespace lanescope::hardware {
namespace {

// Sets of sectors by 64 neighbouring ones, a bit each.
struct Marks {
  std::uint64_t touched = 0, first = 0;  // by anything that counts; first so by one that reads
  std::uint64_t stored = 0;
};
using Pages = std::unordered_map<std::uint64_t, Marks>;
constexpr std::uint64_t kSectorsOfPage = 64;

std::uint64_t count(const Pages& pages, std::uint64_t Marks::*which) {
  std::uint64_t sum = 0;
  for (const auto& [page, marks] : pages)
    sum += static_cast<std::uint64_t>(std::popcount(marks.*which));
  return sum;
}

// Bit 4 n of the result: any bit of the four from there on.
std::uint64_t lines_of(std::uint64_t sectors) {
  constexpr std::uint64_t kEveryFourth = 0x1111'1111'1111'1111;
  return (sectors | sectors >> 1U | sectors >> 2U | sectors >> 3U) & kEveryFourth;
}
static_assert(events::kSectorsOfLine == 4);

class Touches final : public events::Listener {
 public:
  using Listener::on;
  void on(const events::LaunchEnd&) override {
    found_.loaded_first += count(of_launch_, &Marks::first);
    found_.stored += count(of_launch_, &Marks::stored);
    of_launch_.clear();
  }
  void on(const events::MemoryAccess& access) override {
    if (access.space != events::Space::Global) return;
    std::uint64_t before = ~std::uint64_t{0};
    for (LaneMask left = access.lanes; left != 0; left &= left - 1) {
      const std::uint64_t sector = access.addresses[std::countr_zero(left)] / events::kSectorBytes;
      if (sector != before) touch(sector, access.access);
      before = sector;
    }
  }
  [[nodiscard]] TouchedSectors found() const {
    TouchedSectors all = found_;
    all.read_first = count(of_run_, &Marks::first);
    for (const auto& [page, sectors] : read_)
      all.lines_read += static_cast<std::uint64_t>(std::popcount(lines_of(sectors)));
    return all;
  }

 private:
  void touch(std::uint64_t sector, events::Access access) {
    const std::uint64_t page = sector / kSectorsOfPage;
    const std::uint64_t bit = std::uint64_t{1} << sector % kSectorsOfPage;
    // Atomic operations are L2's: L1 keeps nothing of them.
    if (access != events::Access::Atomic) mark(of_launch_[page], bit, access);
    mark(of_run_[page], bit, access);
    if (access != events::Access::Store) read_[page] |= bit;
  }
  static void mark(Marks& marks, std::uint64_t bit, events::Access access) {
    if (access == events::Access::Store)
      marks.stored |= bit;
    else if ((marks.touched & bit) == 0)
      marks.first |= bit;
    marks.touched |= bit;
  }

  Pages of_launch_, of_run_;
  std::unordered_map<std::uint64_t, std::uint64_t> read_;
  TouchedSectors found_;
};

}  // namespace

std::optional<TouchedSectors> touched_sectors(const run::ModelRun& run) {
  constexpr std::uint64_t kMostSteps = 20'000'000;  // a few seconds
  if (run.outcome != engine::Outcome::Finished || run.machine_steps > kMostSteps)
    return std::nullopt;
  Touches touches;
  const auto execution = engine::start(run.prepared->plan, {engine::Recording::Full, {&touches}});
  if (execution->run() != engine::Outcome::Finished) return std::nullopt;
  return touches.found();
}

}  // namespace lanescope::hardware
