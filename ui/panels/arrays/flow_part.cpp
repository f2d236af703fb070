#include "ui/panels/arrays/flow_part.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <imgui.h>

#include "ui/figures/flow/flow_words.hpp"
#include "ui/teaching/hidden_answer.hpp"
#include "ui/view/numbers.hpp"
#include "ui/widgets/cell_menu.hpp"
#include "ui/widgets/flow_figure.hpp"
#include "ui/widgets/sentence.hpp"
#include "ui/widgets/text.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::panels::arrays {
namespace {

const char* words_of_mark(const figures::flow::FlowCell& cell) {
  switch (cell.mark) {
    case figures::flow::FlowMark::None:
      break;
    case figures::flow::FlowMark::Read:
      return tr("Read by the block.");
    case figures::flow::FlowMark::Written:
      return tr("Written by the block.");
    case figures::flow::FlowMark::Now:
      return tr("Touched by this instruction.");
    case figures::flow::FlowMark::AlsoRead:
      return tr("Read by the thread; it does not flow in.");
    case figures::flow::FlowMark::Steers:
      return tr("It tells where or which.");
    case figures::flow::FlowMark::Value:
      return cell.later ? tr("It will flow in: it is not read yet.") : tr("It flows in.");
    case figures::flow::FlowMark::Focus:
      return tr("What the lines lead to.");
  }
  return tr("Not touched by this block so far.");
}

figures::flow::FlowRoom room_of(const style::Style& style, float width, float height) {
  figures::flow::FlowRoom room;
  room.width = width;
  room.height = height;
  room.line = style.small_size * 1.5F;
  room.gap = style.gap * 2.0F;
  room.most = style.text_size * 2.4F;
  return room;
}

// Without the element that the lesson's question asks for.
figures::flow::FlowValues values_of(const session::Session& session,
                                    const figures::flow::FlowGround& ground,
                                    const figures::flow::FlowPicture& picture) {
  const teaching::HiddenAnswer withheld(session);
  auto values = figures::flow::flow_values(session, ground, picture);
  if (!withheld.elements()) return values;
  return [withheld, values, &ground, &picture](std::size_t figure, std::uint32_t cell) {
    const std::uint32_t element = picture.figures[figure].region.element(cell);
    return withheld.element(ground.arrays[figure].info.name, element)
               ? std::string(teaching::kHiddenAnswerSign)
               : values(figure, cell);
  };
}

}  // namespace

bool FlowPanelPart::flows(const view::View& view) {
  const figures::flow::FlowGround* ground = cache_.ground(view);
  return ground != nullptr && ground->flows();
}

FlowPanelPart::Drawn FlowPanelPart::make(const Frame& frame,
                                         const figures::flow::FlowGround& ground, float width,
                                         float height) {
  const style::Style& style = frame.style;
  figures::flow::FlowSceneOptions options;
  options.room = room_of(style, width, height);
  options.value_cell = style.small_size * 1.7F;
  options.legend = height > style.text_size * 9.0F;
  options.width = [&style](std::string_view words) {
    return widgets::measure(style, widgets::small_text(style), words).x;
  };
  Drawn drawn;
  drawn.picture = cache_.picture(frame.session, figures::flow::needs_close(ground, options.room));
  options.room.label = 0.0F;
  for (const figures::flow::FlowFigure& figure : drawn.picture.figures)
    options.room.label = std::max(options.room.label, options.width(figure.caption) + 2.0F);
  options.values = values_of(frame.session, ground, drawn.picture);
  drawn.scene = figures::flow::flow_scene(ground.shape, drawn.picture, options);
  return drawn;
}

std::string FlowPanelPart::Drawn::sentence() const {
  return picture.sentence + figures::flow::left_out_words(scene);
}

FlowPanelPart::Drawn FlowPanelPart::make_largest(const Frame& frame,
                                                 const figures::flow::FlowGround& ground,
                                                 float width, float height, float above_sentence) {
  const style::Style& style = frame.style;
  Drawn below = make(frame, ground, width, above_sentence);
  const float aside = width * 0.4F;
  const bool low = above_sentence < style.text_size * 12.0F;
  if (!low || below.scene.layout.width > width - aside) return below;
  Drawn beside = make(frame, ground, width - aside - style.gap * 2.0F, height);
  if (beside.scene.layout.cell <= below.scene.layout.cell ||
      widgets::sentence_height(style, beside.sentence(), aside) > height)
    return below;
  beside.aside = aside;
  return beside;
}

std::string FlowPanelPart::words_of(const session::Session& session,
                                    const figures::flow::FlowGround& ground,
                                    const figures::flow::FlowPicture& picture,
                                    const figures::flow::FlowHit& hit) const {
  const figures::flow::FlowFigure& figure = picture.figures[hit.figure];
  const std::uint32_t element = figure.region.element(hit.cell);
  const std::string value = values_of(session, ground, picture)(hit.figure, hit.cell);
  return fmt::format("{} = {}. {} {}",
                     figures::flow::element_name(ground.arrays[hit.figure], element), value,
                     words_of_mark(figure.cells[hit.cell]), tr("A click selects it everywhere."));
}

void FlowPanelPart::draw(Frame& frame) {
  const style::Style& style = frame.style;
  const figures::flow::FlowGround* ground = cache_.ground(frame.session);
  if (ground == nullptr || ground->arrays.empty()) {
    target_ = thread_ = {};
    widgets::sentence(
        style, ground == nullptr
                   ? tr("A long run: its flow is being traced…")
                   : tr("This block touches no array in this launch. Select another block."));
    return;
  }
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float below = widgets::sentence_height(style, sentence_, room.x);
  const float height = std::max(room.y - below - style.gap, style.text_size * 4.0F);
  const std::uint64_t size = static_cast<std::uint64_t>(room.x) * 100'003U +
                             static_cast<std::uint64_t>(height * 8.0F) + cache_.key() + waited_ +
                             (teaching::HiddenAnswer(frame.session).elements() ? 50U : 0U);
  const auto& drawn = drawn_.get(frame.session, size, [&] {
    return make_largest(frame, *ground, room.x, room.y - style.gap, height - 4.0F);
  });
  waited_ = drawn->picture.pending ? waited_ + 1 : 0;
  target_ = ground->has_target ? ground->target().info.name : std::string();
  thread_ = drawn->picture.focus_words;
  sentence_ = drawn->sentence();
  const float aside = drawn->aside;
  const ImVec2 size_of_figure =
      aside > 0.0F ? ImVec2{room.x - aside - style.gap * 2.0F, room.y} : ImVec2{0, height};
  ImGui::BeginChild("###flow-figure", size_of_figure);
  const widgets::FlowPointer pointer =
      widgets::draw_flow_figure(style, drawn->picture, drawn->scene);
  std::optional<view::ElementRef> under;
  if (pointer.hit) {
    const figures::flow::FlowFigure& figure = drawn->picture.figures[pointer.hit->figure];
    under = view::ElementRef{ground->arrays[pointer.hit->figure].info.name,
                             figure.region.element(pointer.hit->cell)};
    widgets::tooltip(style, words_of(frame.session, *ground, drawn->picture, *pointer.hit));
  }
  widgets::element_menu(style, frame.commands, under);
  ImGui::EndChild();
  if (pointer.clicked && under)
    frame.commands.post(
        fmt::format("select array={} index={}", session::quote(under->array), under->index));
  if (aside > 0.0F) {
    ImGui::SameLine(0.0F, style.gap * 2.0F);
    ImGui::BeginChild("###flow-words", {aside, room.y});
  }
  widgets::sentence(style, sentence_);
  if (aside > 0.0F) ImGui::EndChild();
}

}  // namespace lanescope::ui::panels::arrays
