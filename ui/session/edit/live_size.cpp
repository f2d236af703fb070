#include <algorithm>
#include <array>
#include <utility>

#include "ui/session/edit/experiment_editor.hpp"
#include "ui/session/experiment_maker.hpp"

namespace lanescope::ui {
namespace {

// The values on screen with the size and radius of live pictures, as far as the rung has such
// parameters; the same values: it has none, or nothing else is wanted.
lab::ParameterValues live_values(const lab::Rung& rung, lab::ParameterValues values,
                                 const ImageView& view) {
  const std::array<std::pair<const char*, std::uint32_t>, 3> wanted{
      {{"width", view.live_width}, {"height", view.live_height}, {"r", view.live_radius}}};
  const auto has = [&](const char* name) {
    return std::ranges::find(rung.parameters, name, &lab::Parameter::name) != rung.parameters.end();
  };
  if (!has("width") || !has("height")) return values;
  for (const auto& [name, value] : wanted)
    if (value != 0 && has(name)) values[name] = value;
  return values;
}

}  // namespace

void ExperimentEditor::refresh_live() {
  session_.live_.want_large(nullptr);
  const ImageView& view = session_.state().tools.image;
  const lab::Rung* rung = session_.rung();
  if (!view.live || rung == nullptr) return;
  const lab::ParameterValues stepped = values_for(*rung, chosen().values);
  const lab::ParameterValues values = live_values(*rung, stepped, view);
  if (values == stepped) return;
  if (auto made = experiment_with(session_, values))
    session_.live_.want_large(std::make_shared<const lab::Experiment>(std::move(*made)));
}

}  // namespace lanescope::ui
