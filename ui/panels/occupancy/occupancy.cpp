#include "ui/panels/occupancy/occupancy.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <imgui.h>

#include "ui/figures/refill_model.hpp"
#include "ui/figures/rounds_model.hpp"
#include "ui/view/numbers.hpp"
#include "ui/widgets/cells.hpp"
#include "ui/widgets/refill_figure.hpp"
#include "ui/widgets/rounds_figure.hpp"
#include "ui/widgets/sentence.hpp"
#include "ui/widgets/text.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::panels::occupancy {
namespace {

constexpr std::uint32_t kMostBlocksDrawn = 32;

// A box of the SM: its warps as cells, a name below them where it is wide enough.
struct Box {
  std::uint32_t columns = 1, rows = 1;  // of warps
  float cell = 0.0F, width = 0.0F, height = 0.0F;
  bool named = false;
};

// Boxes shrink to stand in one row, as long as their warps can be told apart.
Box box_of(const style::Style& style, const OccupancyModel& model, float share) {
  Box box;
  const std::uint32_t warps = std::max(model.warps_per_block, 1U);
  box.columns = warps <= 4 ? warps : warps <= 8 ? 4 : 8;
  box.rows = (warps + box.columns - 1) / box.columns;
  const float fits = std::floor((share - style.gap) / static_cast<float>(box.columns));
  box.cell = fits >= style.text_size * 0.7F ? std::min(fits, style.text_size) : style.text_size;
  box.width = box.cell * static_cast<float>(box.columns) + style.gap;
  box.named =
      box.width > widgets::measure(style, widgets::small_text(style), tr("no room")).x + 4.0F;
  box.height = box.cell * static_cast<float>(box.rows) + style.gap +
               (box.named ? style.small_size * 1.3F : 0.0F);
  return box;
}

void draw_dashes(ImDrawList& list, const style::Style& style, ImVec2 min, ImVec2 max) {
  const float dash = 4.0F * style.scale;
  const std::uint32_t colour = style.pack(style::Role::TextSecondary, 0.7F);
  for (float x = min.x; x < max.x; x += 2 * dash) {
    const float to = std::min(x + dash, max.x);
    list.AddLine({x, min.y}, {to, min.y}, colour);
    list.AddLine({x, max.y}, {to, max.y}, colour);
  }
  for (float y = min.y; y < max.y; y += 2 * dash) {
    const float to = std::min(y + dash, max.y);
    list.AddLine({min.x, y}, {min.x, to}, colour);
    list.AddLine({max.x, y}, {max.x, to}, colour);
  }
}

void draw_box(const style::Style& style, const OccupancyModel& model, const Box& box,
              std::uint32_t block, ImVec2 min) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 max{min.x + box.width, min.y + box.height};
  const bool resident = block < model.resident_blocks;
  if (resident)
    list.AddRect(min, max, style.outline(style::Role::Active), style.rounding * 0.6F);
  else
    draw_dashes(list, style, min, max);
  for (std::uint32_t warp = 0; warp < model.warps_per_block; ++warp) {
    const std::uint32_t column = warp % box.columns;
    const std::uint32_t row = warp / box.columns;
    const ImVec2 at{min.x + style.gap / 2 + static_cast<float>(column) * box.cell,
                    min.y + style.gap / 2 + static_cast<float>(row) * box.cell};
    widgets::draw_cell(list, style, {at.x + 1, at.y + 1},
                       {at.x + box.cell - 1, at.y + box.cell - 1},
                       {resident ? style::Role::Active : style::Role::Inactive,
                        resident ? widgets::CellShape::Filled : widgets::CellShape::Faint, false});
  }
  if (box.named)
    widgets::draw_text_in(list, style, widgets::small_text(style),
                          {min.x, max.y - style.small_size * 1.5F}, max,
                          resident ? say("block {}", block) : std::string(tr("no room")));
  widgets::tooltip_over(style, min, max,
                        resident ? say_many(model.warps_per_block,
                                            "Block {} of {} that are resident at a time: {} warp.",
                                            "Block {} of {} that are resident at a time: {} warps.",
                                            block + 1, model.resident_blocks, model.warps_per_block)
                                 : tr("No room for a further block: another resource is full."));
}

// The SM: a box a block; dashed boxes where a further block finds no room.
void draw_sm(const style::Style& style, const OccupancyModel& model) {
  const std::uint32_t boxes = std::min(std::max(model.room_for, 1U), kMostBlocksDrawn);
  const float width = ImGui::GetContentRegionAvail().x;
  const float gap = style.gap * 0.75F;
  const Box box = box_of(style, model, (width - 1.0F) / static_cast<float>(boxes) - gap);
  const auto columns =
      static_cast<std::uint32_t>(std::max(1.0F, (width + gap - 1.0F) / (box.width + gap)));
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  for (std::uint32_t block = 0; block < boxes; ++block) {
    const std::uint32_t column = block % columns;
    const std::uint32_t row = block / columns;
    draw_box(style, model, box, block,
             {origin.x + static_cast<float>(column) * (box.width + gap),
              origin.y + static_cast<float>(row) * (box.height + gap)});
  }
  const std::uint32_t rows = (boxes + columns - 1) / columns;
  ImGui::Dummy({width - 1.0F, static_cast<float>(rows) * (box.height + gap)});
}

void draw_resource(const style::Style& style, const ResourceBar& bar, bool low) {
  const float width = ImGui::GetContentRegionAvail().x;
  const float height = std::round(style.text_size * (low ? 1.25F : 1.6F));
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float name =
      std::min(widgets::measure(style, widgets::plain(style), tr("Shared bytes")).x + style.gap,
               width * 0.4F);
  const float figures = widgets::measure(style, widgets::small_mono(style),
                                         say("{} limits", say("{} of {}", "233,472", "233,472")))
                            .x +
                        style.gap;
  widgets::draw_text_in(list, style, widgets::plain(style), origin,
                        {origin.x + name, origin.y + height}, bar.name, 0.0F);
  const bool has_figures = width - name - figures > style.text_size * 2;
  const float end = has_figures ? width - figures : width;
  const float middle = origin.y + height / 2;
  const float half = style.text_size * 0.3F;
  widgets::draw_bar(list, style, {origin.x + name, middle - half}, {origin.x + end, middle + half},
                    static_cast<double>(bar.used) / static_cast<double>(bar.limit),
                    bar.limits ? style::Role::Limit : style::Role::Active);
  if (has_figures)
    widgets::draw_text_in(list, style, widgets::small_mono(style),
                          {origin.x + end + style.gap, origin.y},
                          {origin.x + width, origin.y + height},
                          bar.limits ? say("{} limits", bar.text) : bar.text, 0.0F);
  ImGui::Dummy({width, height});
  widgets::tooltip_over(style, origin, {origin.x + width, origin.y + height},
                        bar.limits
                            ? say("{}: {} used; this is what limits the SM.", bar.name, bar.text)
                            : say("{}: {} used.", bar.name, bar.text));
}

// Resident warps by block size, the present one marked.
void draw_curve(Frame& frame, const OccupancyModel& model) {
  const style::Style& style = frame.style;
  const float width = ImGui::GetContentRegionAvail().x;
  const float height = style.text_size * 4;
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const auto count = static_cast<float>(model.by_block_size.size());
  const float step = width / count;
  for (std::size_t i = 0; i < model.by_block_size.size(); ++i) {
    const OccupancyPoint& point = model.by_block_size[i];
    const float left = origin.x + static_cast<float>(i) * step;
    const float top = origin.y + height * (1.0F - static_cast<float>(point.theoretical));
    list.AddRectFilled(
        {left + 1, top}, {left + std::max(step - 1, 2.0F), origin.y + height},
        point.current ? style.pack(style::Role::Active) : style.pack(style::Role::Wasted));
    widgets::tooltip_over(style, {left, origin.y}, {left + step, origin.y + height},
                          say("Blocks of {} threads: {} of the warps resident.", point.threads,
                              view::percent(point.theoretical)));
  }
  ImGui::Dummy({width, height});
  widgets::paragraph(
      style, widgets::small_text(style),
      tr("Occupancy for blocks of 32 to 1,024 threads; the present size is marked."));
}

}  // namespace

std::string_view OccupancyPanel::help() const {
  return tr(
      "How many blocks of this launch fit on one SM at a time, and what they use up. The "
      "resource that is full first limits the number of resident warps. The curve shows what "
      "other block sizes would give. In lessons with a number of SMs the grid is drawn in "
      "rounds "
      "above: which block runs on which SM, if all take equally long.");
}

const std::optional<OccupancyModel>& OccupancyPanel::model(const Frame& frame) {
  return cache_.get(frame.session, 0, [&] { return occupancy_model(frame.session); });
}

std::string OccupancyPanel::subtitle(const Frame& frame) {
  return frame.session.run() ? say("one SM of {}", frame.session.run()->prepared->experiment.arch)
                             : std::string();
}

std::string OccupancyPanel::note(const Frame& frame) {
  const auto& shown = model(frame);
  return shown ? shown->note : std::string();
}

// All blocks of the grid on so many SMs, where a lesson has them: as they fill free places, or in
// rounds.
void OccupancyPanel::draw_grid(Frame& frame) {
  const auto& refill =
      refill_cache_.get(frame.session, 0, [&] { return figures::refill_model(frame.session); });
  const auto rounds = refill ? std::nullopt : figures::rounds_model(frame.session);
  if (!refill && !rounds) return;
  const auto block = refill ? widgets::draw_refill(frame.style, *refill)
                            : widgets::draw_rounds(frame.style, *rounds);
  if (block) frame.commands.post(fmt::format("select block={}", *block));
  widgets::sentence(frame.style, refill ? refill->sentence : rounds->sentence);
  ImGui::Dummy({0, frame.style.gap});
}

void OccupancyPanel::draw_content(Frame& frame) {
  const auto& shown = model(frame);
  if (!shown) {
    const std::string why = frame.session.why_no_machine_code();
    widgets::empty_state(frame.style, !why.empty()
                                          ? std::string_view(why)
                                          : tr("Nothing has run yet. Open a lesson, and the blocks "
                                               "that fit on an SM stand here."));
    return;
  }
  if (shown->withheld) {
    widgets::empty_state(frame.style, shown->sentence);
    return;
  }
  draw_grid(frame);
  // What limits the SM is in sight, also where not all is.
  const bool low = ImGui::GetWindowHeight() < frame.style.text_size * 20;
  const auto draw_bars = [&] {
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2{0, low ? 1.0F : frame.style.gap * 0.5F});
    for (const auto& bar : shown->bars) draw_resource(frame.style, bar, low);
    ImGui::PopStyleVar();
  };
  if (low) draw_bars();
  draw_sm(frame.style, *shown);
  if (!low) draw_bars();
  widgets::sentence(frame.style, shown->sentence);
  draw_curve(frame, *shown);
}

}  // namespace lanescope::ui::panels::occupancy
