#include "ui/panels/volume/volume.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <imgui.h>

#include "ui/teaching/hidden_answer.hpp"
#include "ui/widgets/cell_menu.hpp"
#include "ui/widgets/sentence.hpp"
#include "ui/widgets/text.hpp"

namespace lanescope::ui::panels::volume {
namespace {

using figures::volume::Sheet;
using figures::volume::Spot;
using figures::volume::VolumeLabel;
using figures::volume::VolumeModel;
using figures::volume::VolumePicture;

void paint(const style::Style& style, const VolumePicture& picture, ImVec2 origin) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const auto place = [&](Spot spot) { return ImVec2{origin.x + spot.x, origin.y + spot.y}; };
  for (const Sheet& one : picture.shapes) {
    const ImVec2 a = place(one.corners[0]), b = place(one.corners[1]), c = place(one.corners[2]),
                 d = place(one.corners[3]);
    if (one.fill > 0.0F)
      list.AddQuadFilled(a, b, c, d, style.pack(one.role, one.fill));
    else
      list.AddQuad(a, b, c, d, style.outline(one.role), one.line);
  }
  for (const VolumeLabel& label : picture.labels) {
    widgets::TextLook look = widgets::small_text(style);
    look.colour = style.ink(label.ink);
    widgets::draw_text_in(list, style, look, place(label.from), place(label.to), label.text,
                          label.align);
  }
}

}  // namespace

std::string_view VolumePanel::help() const {
  return tr(
      "The slices of a volume as sheets behind each other, around the point that the selected "
      "thread makes, which has an outline. Green: what flows into it and its thread reads itself. "
      "Bright blue: what flows into it by other threads' reading, through shared memory or a "
      "shuffle. What is not read yet is an outline. Paler blue: what else the block "
      "has read, since the last barrier or before; orange: the points it has written. All of it "
      "comes from the trace. A click selects the point in the array that is written, so that the "
      "thread that makes it is looked at.");
}

bool VolumePanel::suits(const session::Session& session) const {
  if (const lesson::Rung* rung = session.rung())
    return std::ranges::any_of(rung->buffers, [](const lesson::BufferTemplate& buffer) {
      return buffer.shape.size() == 3 && buffer.shape.back() != "3";  // 3: colours of a pixel
    });
  return session.run() != nullptr && figures::volume::has_volume(*session.run());
}

const Result<VolumeModel>* VolumePanel::model(const session::Session& session) {
  const figures::flow::FlowGround* ground = flow_.ground(session);
  if (ground == nullptr) return nullptr;
  const auto focused = flow_.focused(session);
  const bool counted = !teaching::HiddenAnswer(session).anything();
  const std::uint64_t extra =
      flow_.key() + (focused.sources != nullptr ? 1 : 0) + (low_ ? 2 : 0) + (counted ? 4 : 0);
  const auto& kept = model_.get(session, extra, [&]() -> Result<VolumeModel> {
    const auto shape = figures::volume::volume_shape(session, *ground);
    if (!shape) return shape.error();
    Dim3 most = figures::volume::kMostPoints;
    if (low_) most.z = 3;
    return figures::volume::volume_model(session, *ground, *shape, focused, counted, most);
  });
  return kept ? &*kept : nullptr;
}

std::string VolumePanel::subtitle(const Frame& frame) {
  return suits(frame.session) ? tr("slices, as the block reads them") : "";
}

std::string VolumePanel::note(const Frame& frame) {
  const Result<VolumeModel>* now = model(frame.session);
  return now != nullptr && *now ? figures::volume::volume_words(**now) : std::string();
}

void VolumePanel::draw_content(Frame& frame) {
  const style::Style& style = frame.style;
  const Result<VolumeModel>* now = model(frame.session);
  if (now == nullptr || !*now) {
    widgets::empty_state(style, now == nullptr ? tr("Run a stencil to see its volume.")
                                               : std::string_view((*now).error().message));
    return;
  }
  const VolumeModel& model = **now;
  const ImVec2 room = ImGui::GetContentRegionAvail(), origin = ImGui::GetCursorScreenPos();
  const float words = widgets::sentence_height(style, model.sentence, room.x);
  const figures::volume::VolumeRoom place{
      std::max(std::floor(room.x) - 1.0F, 1.0F),
      std::floor(std::max(room.y - words, style.text_size * 6.0F)) - 1.0F, style.small_size,
      style.scale};
  low_ = figures::volume::is_low(place);
  const VolumePicture picture = figures::volume::volume_picture(model, place);
  paint(style, picture, origin);
  const bool clicked = ImGui::InvisibleButton("###figure", {place.width, place.height});
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  std::optional<std::uint32_t> under;
  if (ImGui::IsItemHovered())
    under =
        figures::volume::point_at(model, picture.layout, {mouse.x - origin.x, mouse.y - origin.y});
  const std::string& target = flow_.ground(frame.session)->target().info.name;
  std::optional<view::ElementRef> element;
  if (under) element = view::ElementRef{target, *under};
  widgets::element_menu(frame.style, frame.commands, element);
  if (under) {
    const Dim3 at = model.shape.place(*under);
    widgets::tooltip(style, say("Point ({}, {}, {}), element {}", at.x, at.y, at.z, *under));
    if (clicked)
      frame.commands.post(fmt::format("select array={} index={}", session::quote(target), *under));
  }
  ImGui::SetCursorScreenPos({origin.x, origin.y + place.height + 1.0F});
  widgets::sentence(style, model.sentence);
}

}  // namespace lanescope::ui::panels::volume
