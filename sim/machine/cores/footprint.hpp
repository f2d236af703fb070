#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "sim/base/ids.hpp"
#include "sim/machine/memory/global_memory.hpp"

namespace lanescope::machine {

// Which 4-byte words of global memory blocks have read and written, and whether they did something
// whose result depends on the order of the blocks in another way.
class Footprint {
 public:
  static constexpr std::uint64_t kWordBytes = 4;
  // A bit for each word of a page.
  using Words = std::array<std::uint64_t, kPageBytes / kWordBytes / 64>;
  struct Page {
    std::uint64_t number = 0;  // from kGlobalBase on
    std::uint8_t finest = 4;   // bytes of the smallest access
    bool is_written = false;
    Words read{}, written{};
  };
  // A request as the machine has checked it: aligned, so that no lane reaches into two pages.
  struct Touch {
    const std::uint64_t* addresses = nullptr;
    LaneMask lanes = 0;
    std::uint64_t bytes = 4;   // of a lane
    bool consecutive = false;  // lane by lane, without gaps between lanes that take part
    bool writes = false;
  };

  // of so many pages; before_page: called before a page is touched for the first time.
  explicit Footprint(std::size_t pages, std::function<void(std::uint64_t page)> before_page = {})
      : places_(pages, 0), before_page_(std::move(before_page)) {}

  void touch(const Touch& touch);
  // Whole words from an address on.
  void touch_words(std::uint64_t address, std::uint64_t bytes, bool writes) {
    const std::uint64_t begin = address - engine::kGlobalBase;
    mark(begin, begin + bytes, {nullptr, 0, kWordBytes, true, writes});
  }
  // Atomics, clocks, malloc, printf: only blocks one after the other do that right.
  void need_order() { needs_order_ = true; }
  [[nodiscard]] bool needs_order() const { return needs_order_; }

  [[nodiscard]] std::span<const Page> pages() const { return pages_; }
  // A word was read that `earlier` has written.
  [[nodiscard]] bool reads_of(const Footprint& earlier) const;
  // Both touched a word, and one of them wrote it.
  [[nodiscard]] bool meets(const Footprint& earlier) const;
  void add(const Footprint& other);
  void clear();

 private:
  [[nodiscard]] Page& page(std::uint64_t number);
  [[nodiscard]] const Page* find(std::uint64_t number) const;
  void mark(std::uint64_t begin, std::uint64_t end, const Touch& touch);

  std::vector<std::uint32_t> places_;  // by page: index into pages_, plus 1
  std::vector<Page> pages_;
  std::function<void(std::uint64_t)> before_page_;
  bool needs_order_ = false;
};

}  // namespace lanescope::machine
