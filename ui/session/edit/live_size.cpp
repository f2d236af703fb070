#include <algorithm>
#include <array>
#include <utility>

#include "ui/session/edit/experiment_editor.hpp"
#include "ui/session/experiment_maker.hpp"

namespace lanescope::ui::session {
namespace {

// The values on screen with the size and radius of live pictures, as far as the rung has such
// parameters; the same values: it has none, or nothing else is wanted.
lesson::ParameterValues live_values(const lesson::Rung& rung, lesson::ParameterValues values,
                                    const view::ImageView& view) {
  const std::array<std::pair<const char*, std::uint32_t>, 3> wanted{
      {{"width", view.live_width}, {"height", view.live_height}, {"r", view.live_radius}}};
  const auto has = [&](const char* name) {
    return std::ranges::find(rung.parameters, name, &lesson::Parameter::name) !=
           rung.parameters.end();
  };
  if (!has("width") || !has("height")) return values;
  for (const auto& [name, value] : wanted)
    if (value != 0 && has(name)) values[name] = value;
  return values;
}

}  // namespace

void ExperimentEditor::refresh_live() {
  session_.live_.want_large(nullptr);
  const view::ImageView& view = session_.state().tools.image;
  const lesson::Rung* rung = session_.rung();
  if (!view.live || rung == nullptr) return;
  const lesson::ParameterValues stepped = values_for(*rung, chosen().values);
  const lesson::ParameterValues values = live_values(*rung, stepped, view);
  if (values == stepped) return;
  if (auto made = experiment_with(session_, values))
    session_.live_.want_large(std::make_shared<const experiment::Experiment>(std::move(*made)));
}

}  // namespace lanescope::ui::session
