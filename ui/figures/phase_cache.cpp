#include "ui/figures/phase_cache.hpp"

#include <span>

#include "sim/base/hash.hpp"

namespace lanescope::ui::figures {
namespace {

constexpr std::uint64_t kLongRun = 300'000;  // ticks: more than a frame has time for

std::uint64_t key_of(const view::View& view, std::string_view name) {
  const auto step = view.shown_step();
  const std::uint64_t place =
      step ? mix(step->launch + 1) ^ mix(step->block.value + 0x10000ULL) : 0;
  return fnv1a64(std::as_bytes(std::span(name)), mix(view.run()->id) ^ place) | 1U;
}

}  // namespace

const PhasePicture* PhaseCache::get(const view::View& view, const view::ArrayInfo& array,
                                    std::uint32_t most_columns) {
  const std::uint64_t key = key_of(view, array.name);
  if (picture_ && key == key_) return &*picture_;
  picture_.reset();
  const auto question = phase_question(view, array);
  if (!question) return nullptr;
  const bool takes_long = question->trace->tick_count() >= kLongRun;
  const analysis::PhaseFigure* figure = figure_.get(key, takes_long, [question = *question] {
    return std::make_unique<const analysis::PhaseFigure>(question.answer());
  });
  if (figure == nullptr) return nullptr;
  picture_ = phase_picture(view, array, *question, *figure, most_columns, !takes_long);
  key_ = key;
  figure_.clear();
  return &*picture_;
}

}  // namespace lanescope::ui::figures
