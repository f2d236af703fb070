#include "ui/figures/flow/flow_cache.hpp"

#include <algorithm>
#include <span>

#include "sim/base/hash.hpp"
#include "ui/view/numbers.hpp"

namespace lanescope::ui::figures::flow {
namespace {

constexpr std::uint64_t kLongRun = 300'000;  // ticks: more than a frame has time for
// Pixels of a cell: of a strip that can be told from the next, of a matrix as part of a pattern.
constexpr float kReadable = 8.0F, kPattern = 2.5F;
constexpr std::size_t kValueWidth = 4;

std::uint64_t key_of(const view::View& view) {
  const auto step = view.shown_step();
  const std::uint64_t place =
      step ? mix(step->launch + 1) ^ mix(step->block.value + 0x10000ULL) : 0;
  const std::string& name = view.state().appearance.array;
  return fnv1a64(std::as_bytes(std::span(name)), mix(view.run()->id) ^ place) | 1U;
}

std::uint64_t key_of(const FlowFocus& focus, std::uint64_t ground) {
  return ground ^ mix(focus.tick.value + 1) ^ mix(focus.element + 0x1'0000'0000ULL) ^
         mix(focus.thread + 0x2'0000'0000ULL);
}

}  // namespace

const std::shared_ptr<const FlowGround>* FlowCache::find(const view::View& view) {
  if (view.run() == nullptr) return nullptr;
  const std::uint64_t key = key_of(view);
  if (key != key_ || !question_) {
    question_ = flow_question(view);
    key_ = key;
    sources_.clear();
  }
  if (!question_) return nullptr;
  using Kept = std::shared_ptr<const FlowGround>;
  const bool takes_long = question_->trace->tick_count() >= kLongRun;
  return ground_.get(key_, takes_long, [question = *question_] {
    return std::make_unique<const Kept>(std::make_shared<const FlowGround>(question.answer()));
  });
}

const FlowGround* FlowCache::ground(const view::View& view) {
  const auto* found = find(view);
  return found == nullptr ? nullptr : found->get();
}

const FlowSources* FlowCache::sources(const view::View& view,
                                      const std::shared_ptr<const FlowGround>& ground,
                                      const FlowFocus& focus) {
  const std::uint64_t first = view.trace()->launches()[ground->launch].first.value;
  return sources_.get(
      key_of(focus, key_), focus.tick.value - first >= kLongRun,
      [question = *question_, ground, focus] {
        return std::make_unique<const FlowSources>(flow_sources(question, *ground, focus));
      });
}

FlowPicture FlowCache::picture(const view::View& view, bool close) {
  const auto* ground = find(view);
  if (ground == nullptr) return {};
  const Focused now = focused(view);
  return flow_picture(view, **ground, now.focus, now.sources, flow_regions(**ground, close));
}

FlowCache::Focused FlowCache::focused(const view::View& view) {
  const auto* ground = find(view);
  if (ground == nullptr) return {};
  Focused now{flow_focus(view, **ground), nullptr};
  if (now.focus) now.sources = sources(view, *ground, *now.focus);
  return now;
}

std::optional<FlowNow> flow_now(const view::View& view) {
  const auto question = flow_question(view);
  if (!question) return std::nullopt;
  FlowNow now{question->answer(), {}};
  if (!now.ground.flows()) return std::nullopt;
  const auto focus = flow_focus(view, now.ground);
  const FlowSources sources = focus ? flow_sources(*question, now.ground, *focus) : FlowSources{};
  const bool close = needs_close(now.ground, {1080.0F, 560.0F, 18.0F, 16.0F, 80.0F, 36.0F});
  now.picture = flow_picture(view, now.ground, focus, focus ? &sources : nullptr,
                             flow_regions(now.ground, close));
  return now;
}

FlowValues flow_values(const view::View& view, const FlowGround& ground,
                       const FlowPicture& picture) {
  return [&view, &ground, &picture](std::size_t figure, std::uint32_t cell) -> std::string {
    const engine::Execution* machine = view.machine();
    if (machine == nullptr) return {};
    const view::ArrayInfo& info = ground.arrays[figure].info;
    const auto memory = machine->buffer(info.buffer);
    const std::uint64_t byte =
        std::uint64_t{picture.figures[figure].region.element(cell)} * info.element_bytes;
    if (byte + info.element_bytes > memory.size()) return {};
    return view::value_text(info.type, view::load_bits(memory.data() + byte, info.element_bytes),
                            kValueWidth);
  };
}

bool needs_close(const FlowGround& ground, const FlowRoom& room) {
  const float whole = flow_layout(ground.shape, flow_regions(ground, false), room).cell;
  const bool strips =
      std::ranges::any_of(ground.arrays, [](const FlowArray& a) { return a.columns == 0; });
  if (whole >= (strips && ground.shape == FlowShape::Free ? kReadable : kPattern)) return false;
  return flow_layout(ground.shape, flow_regions(ground, true), room).cell > whole * 1.2F;
}

}  // namespace lanescope::ui::figures::flow
