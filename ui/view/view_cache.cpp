#include "ui/view/view_cache.hpp"

#include <string_view>

#include "sim/base/hash.hpp"

namespace lanescope::ui::view {
namespace {

class Key {
 public:
  void add(std::uint64_t value) { key_ = mix(key_ ^ mix(value)); }
  void add(std::string_view text) { add(fnv1a64(std::as_bytes(std::span(text)))); }
  template <typename T>
  void add_optional(const std::optional<T>& value) {
    add(value ? 1 : 0);
    if (value) add(number(*value));
  }
  [[nodiscard]] std::uint64_t value() const { return key_; }

 private:
  static std::uint64_t number(std::uint32_t value) { return value; }
  template <typename Tag, typename T>
  static std::uint64_t number(StrongId<Tag, T> id) {
    return id.value;
  }
  std::uint64_t key_ = 0;
};

}  // namespace

std::uint64_t view_key(const View& view) {
  const State& state = view.state();
  Key key;
  key.add(view.run() ? view.run()->id : 0);
  key.add(view.run() && view.run()->complete ? 1 : 0);
  key.add(view.run() && view.run()->prepared->compiled->is_assembled ? 1 : 0);
  key.add(state.cursor.tick.value);
  const Selection& selection = state.cursor.selection;
  key.add(selection.launch);
  key.add(selection.block.value);
  key.add_optional(selection.warp);
  key.add_optional(selection.lane);
  key.add_optional(selection.line);
  key.add_optional(selection.pc);
  if (selection.element) {
    key.add(selection.element->array);
    key.add(selection.element->index);
  }
  key.add(state.appearance.array);
  key.add(state.appearance.shown_register);
  // A question that is not revealed yet withholds numbers.
  key.add(state.experiment.lesson);
  key.add(state.experiment.lesson_step);
  for (const auto& [step, answer] : state.progress.answers) {
    if (answer.revealed) key.add(step);
  }
  key.add(state.appearance.phase_view ? 1U : 0U);
  key.add(static_cast<std::uint64_t>(state.appearance.flow_view));
  key.add(state.appearance.heat);
  return key.value();
}

}  // namespace lanescope::ui::view
