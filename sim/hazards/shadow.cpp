#include "sim/hazards/shadow.hpp"

#include <algorithm>
#include <bit>
#include <new>
#include <utility>

namespace lanescope::hazards {
Page::Words Page::zeros(std::size_t count) {
  auto* words = static_cast<std::uint32_t*>(std::calloc(count, sizeof(std::uint32_t)));
  if (words == nullptr) throw std::bad_alloc();
  return Words(words);
}

Plane Page::make(Accesses accesses, Kept kept, Budget& budget) {
  Words& words = planes_[index(accesses, kept)];
  if (words == nullptr) {
    const std::size_t count = words_of_plane();
    if (budget.left < count * sizeof(std::uint32_t)) {
      budget.exceeded = true;
      return {};
    }
    budget.left -= count * sizeof(std::uint32_t);
    words = zeros(count);
  }
  return view(words.get());
}

void Page::refine(std::uint32_t bytes, Budget& budget) {
  const auto finer = static_cast<unsigned>(std::countr_zero(bytes));
  if (finer >= shift_) return;
  const unsigned parts = shift_ - finer;
  const std::size_t before = words_of_plane();
  const std::array<Words, 4 * kKept> coarse = std::exchange(planes_, {});
  const Page shape(bytes_, shift_);
  shift_ = finer;
  for (std::size_t i = 0; i < coarse.size(); ++i) {
    if (coarse[i] == nullptr) continue;
    const std::uint64_t more = (words_of_plane() - before) * sizeof(std::uint32_t);
    budget.left -= std::min(budget.left, more);
    planes_[i] = zeros(words_of_plane());
    const Plane from = shape.view(coarse[i].get()), to = view(planes_[i].get());
    for (std::uint32_t cell = 0; cell < cells(); ++cell) to.put(cell, from.at(cell >> parts));
  }
}

void Page::forget(std::uint32_t first, std::uint32_t count) {
  for (Words& words : planes_) {
    if (words != nullptr) std::fill_n(view(words.get()).time + first, count, 0U);
  }
}

void Page::drop(Budget& budget) {
  for (Words& words : planes_) {
    if (words != nullptr) budget.left += words_of_plane() * sizeof(std::uint32_t);
    words = nullptr;
  }
}

}  // namespace lanescope::hazards
