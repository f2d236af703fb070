#include "sim/machine/cores/footprint.hpp"

#include <algorithm>
#include <bit>

namespace lanescope::machine {
namespace {

// Words first … last of a page.
void set_words(Footprint::Words& words, std::uint64_t first, std::uint64_t last) {
  const std::uint64_t from = ~std::uint64_t{0} << first % 64;
  const std::uint64_t to = ~std::uint64_t{0} >> (63 - last % 64);
  if (first / 64 == last / 64) {
    words[first / 64] |= from & to;
    return;
  }
  words[first / 64] |= from;
  for (std::uint64_t i = first / 64 + 1; i < last / 64; ++i) words[i] = ~std::uint64_t{0};
  words[last / 64] |= to;
}

bool overlap(const Footprint::Words& a, const Footprint::Words& b) {
  std::uint64_t both = 0;
  for (std::size_t i = 0; i < a.size(); ++i) both |= a[i] & b[i];
  return both != 0;
}

void unite(Footprint::Words& into, const Footprint::Words& more) {
  for (std::size_t i = 0; i < into.size(); ++i) into[i] |= more[i];
}

bool gapless(LaneMask lanes) {
  const LaneMask run = lanes >> static_cast<unsigned>(std::countr_zero(lanes));
  return (run & (run + 1)) == 0;
}

}  // namespace

Footprint::Page& Footprint::page(std::uint64_t number) {
  std::uint32_t& place = places_[number];
  if (place == 0) {
    if (before_page_) before_page_(number);
    pages_.push_back({number});
    place = static_cast<std::uint32_t>(pages_.size());
  }
  return pages_[place - 1];
}

const Footprint::Page* Footprint::find(std::uint64_t number) const {
  return places_[number] == 0 ? nullptr : &pages_[places_[number] - 1];
}

// Bytes from begin to end, counted from kGlobalBase on. A word that is written in part is taken
// over as a whole, so what the rest of it holds counts as read.
void Footprint::mark(std::uint64_t begin, std::uint64_t end, const Touch& touch) {
  while (begin < end) {
    const std::uint64_t number = begin / kPageBytes;
    const std::uint64_t stop = std::min(end, (number + 1) * kPageBytes);
    const std::uint64_t first = begin % kPageBytes / kWordBytes;
    const std::uint64_t last = (stop - 1) % kPageBytes / kWordBytes;
    Page& at = page(number);
    at.finest = static_cast<std::uint8_t>(std::min<std::uint64_t>(at.finest, touch.bytes));
    const bool whole = begin % kWordBytes == 0 && stop % kWordBytes == 0;
    if (touch.writes) set_words(at.written, first, last);
    if (!touch.writes || !whole) set_words(at.read, first, last);
    at.is_written = at.is_written || touch.writes;
    begin = stop;
  }
}

void Footprint::touch(const Touch& touch) {
  const auto offset = [&](int lane) { return touch.addresses[lane] - engine::kGlobalBase; };
  if (touch.consecutive && gapless(touch.lanes)) {
    const std::uint64_t end = offset(63 - std::countl_zero(touch.lanes)) + touch.bytes;
    return mark(offset(std::countr_zero(touch.lanes)), end, touch);
  }
  std::uint64_t before = ~std::uint64_t{0};
  for (LaneMask rest = touch.lanes; rest != 0; rest &= rest - 1) {
    const std::uint64_t begin = offset(std::countr_zero(rest));
    if (begin != before) mark(begin, begin + touch.bytes, touch);
    before = begin;
  }
}

bool Footprint::reads_of(const Footprint& earlier) const {
  return std::any_of(pages_.begin(), pages_.end(), [&](const Page& mine) {
    const Page* theirs = earlier.find(mine.number);
    return theirs != nullptr && overlap(mine.read, theirs->written);
  });
}

bool Footprint::meets(const Footprint& earlier) const {
  return std::any_of(pages_.begin(), pages_.end(), [&](const Page& mine) {
    const Page* theirs = earlier.find(mine.number);
    if (theirs == nullptr) return false;
    return overlap(mine.read, theirs->written) || overlap(mine.written, theirs->written) ||
           overlap(mine.written, theirs->read);
  });
}

void Footprint::add(const Footprint& other) {
  for (const Page& more : other.pages_) {
    Page& into = page(more.number);
    into.finest = std::min(into.finest, more.finest);
    into.is_written = into.is_written || more.is_written;
    unite(into.read, more.read);
    unite(into.written, more.written);
  }
}

void Footprint::clear() {
  for (const Page& page : pages_) places_[page.number] = 0;
  pages_.clear();
  needs_order_ = false;
}

}  // namespace lanescope::machine
