#include "ui/commands/panel_drawings.hpp"

#include <algorithm>
#include <array>

#include "ui/figures/cycles/drawings.hpp"
#include "ui/figures/findings/findings_model.hpp"
#include "ui/figures/network/network_picture.hpp"
#include "ui/figures/output/output_model.hpp"
#include "ui/figures/program/host_strip.hpp"
#include "ui/figures/refill_model.hpp"
#include "ui/figures/stalls/stalls_model.hpp"
#include "ui/figures/structures/graph_svg.hpp"
#include "ui/figures/structures/matrix_model.hpp"
#include "ui/figures/structures/merge_picture.hpp"
#include "ui/figures/threads/thread_picture.hpp"
#include "ui/figures/time_state.hpp"
#include "ui/figures/traffic/traffic_model.hpp"
#include "ui/figures/volume/volume_picture.hpp"
#include "ui/teaching/hidden_answer.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::commands {
namespace {

Result<std::string> merge_drawing(const session::Session& session, bool dark) {
  const auto scene = figures::structures::merge_scene(session);
  if (!scene) return scene.error();
  const bool rest = !teaching::HiddenAnswer(session).elements_of(scene->out.name);
  return figures::structures::merge_svg(session, *scene, dark, rest);
}

Result<std::string> grid_drawing(const session::Session& session, bool dark) {
  namespace threads = figures::threads;
  const auto grid = threads::thread_grid(session);
  if (!grid) return bad_input(tr("there is no run whose grid could be drawn"));
  const threads::ThreadRef shown = threads::shown_thread(session, *grid);
  threads::ThreadView view{
      *grid, shown, shown.block, threads::ThreadFormulas(session).of(session, *grid, shown), {}};
  if (teaching::HiddenAnswer(session).elements()) view.kept_back = tr(teaching::kHiddenAnswerWords);
  return threads::thread_svg(view, dark);
}

Result<std::string> volume_drawing(const session::Session& session, bool dark) {
  return figures::volume::volume_svg(session, dark, !teaching::HiddenAnswer(session).anything());
}

Result<std::string> network_drawing(const session::Session& session, bool dark) {
  const teaching::HiddenAnswer hidden(session);
  return figures::network::network_svg(session, dark, {!hidden.elements(), !hidden.anything()});
}

Result<std::string> occupancy_drawing(const session::Session& session, bool dark) {
  const auto model = figures::refill_model(session);
  if (!model)
    return bad_input(tr("there are no blocks of unequal length, all recorded, on a number of SMs"));
  return figures::refill_svg(*model, dark);
}

Result<std::string> findings_drawing(const session::Session& session, bool dark) {
  const auto model =
      figures::findings::findings_model(session, teaching::HiddenAnswer(session).findings());
  if (!model || !model->complete)
    return bad_input(tr("nothing has run to its end yet whose findings could be drawn"));
  if (model->kept_back) return bad_input(tr(teaching::kHiddenAnswerWords));
  return figures::findings::findings_svg(*model, dark);
}

Result<std::string> output_drawing(const session::Session& session, bool dark) {
  if (teaching::HiddenAnswer(session).counter("printed.lines"))
    return bad_input(tr(teaching::kHiddenAnswerWords));
  return figures::output::output_svg(session, dark);
}

Result<std::string> stalls_drawing(const session::Session& session, bool dark) {
  const auto model = figures::stalls::stalls_model(session);
  if (!model) return bad_input(figures::why_no_time(session));
  return figures::stalls::stalls_svg(*model, dark);
}

Result<std::string> traffic_drawing(const session::Session& session, bool dark) {
  const auto model =
      figures::traffic::traffic_model(session, teaching::HiddenAnswer(session).traffic());
  if (!model) return bad_input(figures::why_no_time(session));
  if (model->kept_back) return bad_input(tr(teaching::kHiddenAnswerWords));
  if (!model->complete) return bad_input(tr("the counters are still on their way"));
  return figures::traffic::traffic_svg(*model, dark);
}

constexpr std::array kDrawings{PanelDrawing{"cycles", figures::cycles::cycles_svg},
                               PanelDrawing{"findings", findings_drawing},
                               PanelDrawing{"graph", figures::structures::graph_svg},
                               PanelDrawing{"grid", grid_drawing},
                               PanelDrawing{"matrix", figures::structures::matrix_svg},
                               PanelDrawing{"merge", merge_drawing},
                               PanelDrawing{"network", network_drawing},
                               PanelDrawing{"occupancy", occupancy_drawing},
                               PanelDrawing{"output", output_drawing},
                               PanelDrawing{"program", figures::program::host_strip_svg},
                               PanelDrawing{"schedulers", figures::cycles::schedulers_svg},
                               PanelDrawing{"sms", figures::cycles::sms_svg},
                               PanelDrawing{"stalls", stalls_drawing},
                               PanelDrawing{"traffic", traffic_drawing},
                               PanelDrawing{"volume", volume_drawing}};

}  // namespace

const PanelDrawing* find_drawing(std::string_view panel) {
  const auto at = std::ranges::find(kDrawings, panel, &PanelDrawing::panel);
  return at == kDrawings.end() ? nullptr : at;
}

std::string drawn_panels() {
  std::string names;
  for (const PanelDrawing& one : kDrawings)
    names += (names.empty() ? "" : ", ") + std::string(one.panel);
  return names;
}

}  // namespace lanescope::ui::commands
