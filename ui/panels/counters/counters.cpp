#include "ui/panels/counters/counters.hpp"

#include <algorithm>

#include <imgui.h>

#include "ui/figures/gpu_counts.hpp"
#include "ui/widgets/term_text.hpp"
#include "ui/widgets/text.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::panels::counters {
namespace {

// Right edges of the columns; those without room are dropped: the ideal where the remarks have room
// without it, since they tell what is beyond it; else the GPU's first, then the ideal, then the
// machine code's.
struct Columns {
  float row = 0.0F, rule = 0.0F;  // heights of a counter's line, and of its rule below it: 0: none
  float name = 0.0F, model = 0.0F, code = 0.0F, gpu = 0.0F, ideal = 0.0F, remark = 0.0F;
  bool has_code = false, has_gpu = true, has_ideal = true, has_remark = true;
};

float widest(const style::Style& style, const widgets::TextLook& look, const CountersModel& model,
             std::string_view heading, std::string CounterRow::*field) {
  float width = widgets::measure(style, widgets::small_text(style), heading).x;
  for (const auto* rows : {&model.rows, &model.profile})
    for (const auto& row : *rows)
      width = std::max(width, widgets::measure(style, look, row.*field).x);
  return width;
}

Columns columns_of(const style::Style& style, const CountersModel& model, float width) {
  const widgets::TextLook figures = widgets::mono(style);
  const float names = widest(style, widgets::plain(style), model, "", &CounterRow::name);
  const float values = widest(style, figures, model, model.model_heading, &CounterRow::model);
  const float codes =
      model.has_code ? widest(style, figures, model, tr("machine code"), &CounterRow::code) : 0.0F;
  const float gpus = widest(style, figures, model, model.gpu_heading, &CounterRow::gpu);
  const float ideals = widest(style, figures, model, tr("ideal"), &CounterRow::ideal);
  const float remarks = widest(style, widgets::small_text(style), model, "", &CounterRow::remark);
  float gap = style.gap * 2;
  Columns at;
  const float columns = model.has_code ? 6.0F : 5.0F;
  float all = names + values + codes + gpus + ideals + remarks + gap * columns;
  const float ideal_column = gap + ideals;
  const bool is_instead = all > width && all - ideal_column <= width;
  if (is_instead) all -= ideal_column;
  // What is left over moves the columns apart.
  if (all < width) gap += std::min((width - all) / columns, style.text_size * 4);
  at.name = std::min(names, width - values - gap);
  at.model = at.name + gap + values;
  at.has_code = model.has_code && at.model + gap + codes <= width;
  at.code = at.has_code ? at.model + gap + codes : at.model;
  at.has_ideal = !is_instead && at.code + gap + ideals <= width;
  at.has_gpu = is_instead || (at.has_ideal && at.code + gap + gpus + gap + ideals <= width);
  at.gpu = at.has_gpu ? at.code + gap + gpus : at.code;
  at.ideal = at.has_ideal ? at.gpu + gap + ideals : at.gpu;
  at.remark = at.ideal + gap;
  at.has_remark = width - at.remark > style.text_size * 4;
  return at;
}

void right_aligned(ImDrawList& list, const style::Style& style, const widgets::TextLook& look,
                   ImVec2 origin, float end, float height, std::string_view text) {
  const float width = widgets::measure(style, look, text).x;
  widgets::draw_text_in(list, style, look, {origin.x + end - width - 1, origin.y},
                        {origin.x + end + 1, origin.y + height}, text, 1.0F);
}

void draw_heading(const style::Style& style, const Columns& at, const CountersModel& model,
                  float width, float height) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  const widgets::TextLook look = widgets::small_text(style);
  right_aligned(list, style, look, origin, at.model, height, model.model_heading);
  if (at.has_code) right_aligned(list, style, look, origin, at.code, height, tr("machine code"));
  if (at.has_ideal) right_aligned(list, style, look, origin, at.ideal, height, tr("ideal"));
  if (at.has_gpu) right_aligned(list, style, look, origin, at.gpu, height, model.gpu_heading);
  ImGui::Dummy({width, height});
}

// Whole sentences, as many as fit into a line; of a first one that does not, what fits.
std::string_view sentences_that_fit(const style::Style& style, const widgets::TextLook& look,
                                    std::string_view rule, float width) {
  std::string_view words = rule;
  while (widgets::measure(style, look, words).x > width) {
    const std::size_t end = words.substr(0, words.size() - 1).rfind(". ");
    if (end == std::string_view::npos) return words;
    words = words.substr(0, end + 1);
  }
  return words;
}

std::string row_words(const CounterRow& row, const std::string& no_gpu) {
  std::string words = row.ideal.empty()
                          ? say("{}: {}. {}", row.name, row.model, row.rule)
                          : say("{}: {}, ideal {}. {}", row.name, row.model, row.ideal, row.rule);
  if (!row.code_words.empty()) words += " " + row.code_words;
  const std::string& gpu = row.gpu_words.empty() ? no_gpu : row.gpu_words;
  return gpu.empty() ? words : words + " " + gpu;
}

void draw_row(const style::Style& style, const Columns& at, const CounterRow& row,
              const std::string& no_gpu, float width) {
  const float height = at.row;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  list.AddLine(origin, {origin.x + width, origin.y}, style.pack(style::Role::Line));
  widgets::draw_text_in(list, style, widgets::plain(style), origin,
                        {origin.x + at.name + 1, origin.y + height}, row.name, 0.0F);
  right_aligned(list, style, widgets::mono(style), origin, at.model, height, row.model);
  widgets::TextLook grey = widgets::mono(style);
  grey.colour = style.pack(style::Role::TextSecondary);
  if (at.has_code)
    right_aligned(list, style, row.code_differs ? widgets::mono(style) : grey, origin, at.code,
                  height, row.code);
  if (at.has_ideal) right_aligned(list, style, grey, origin, at.ideal, height, row.ideal);
  widgets::TextLook counted = widgets::mono(style);
  counted.colour = style.ink(row.gpu_role);
  if (at.has_gpu) right_aligned(list, style, counted, origin, at.gpu, height, row.gpu);
  if (at.has_remark && !row.remark.empty()) {
    widgets::TextLook look = widgets::small_text(style);
    look.colour = style.ink(row.role);
    widgets::draw_text_in(list, style, look, {origin.x + at.remark, origin.y},
                          {origin.x + width, origin.y + height}, row.remark, 0.0F);
  }
  if (at.rule > 0.0F) {
    const widgets::TextLook look = widgets::small_text(style);
    const float top = origin.y + height * 0.86F;
    widgets::draw_text_in(list, style, look, {origin.x, top},
                          {origin.x + width, top + style.small_size * 1.4F},
                          sentences_that_fit(style, look, row.rule, width), 0.0F);
  }
  ImGui::PushID(row.id.c_str());
  if (widgets::measure(style, widgets::plain(style), row.name).x <= at.name) {
    const float top =
        origin.y + (height - widgets::measure(style, widgets::plain(style), "x").y) / 2;
    widgets::link_terms_of_line(style, widgets::plain(style), {origin.x, top}, row.name);
  }
  ImGui::InvisibleButton("###row", {width, height + at.rule});
  if (ImGui::IsItemHovered()) widgets::tooltip(style, row_words(row, no_gpu));
  ImGui::PopID();
}

// Below the model's counters: what only the GPU has.
void draw_profile(const style::Style& style, const Columns& at, const CountersModel& model,
                  float width) {
  if (!model.no_profile.empty()) {
    ImGui::Dummy({width, style.gap});
    widgets::paragraph(style, widgets::small_text(style), model.no_profile);
  }
  if (model.profile.empty()) return;
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  widgets::draw_text_in(*ImGui::GetWindowDrawList(), style, widgets::small_text(style), origin,
                        {origin.x + width, origin.y + at.row}, tr("by the GPU's own counters"),
                        0.0F);
  ImGui::Dummy({width, at.row});
  for (const auto& row : model.profile) draw_row(style, at, row, {}, width);
}

}  // namespace

std::string_view CountersPanel::help() const {
  return tr(
      "What the run cost, counted on the model by the rules of NVIDIA's profiler: how much of "
      "it was needed at least (ideal), and what was too much. Select a source line to see that "
      "line alone. The GPU column holds what the hardware counted: = as the model, ≈ other ones "
      "and "
      "explained, ≠ other ones; where there is no GPU, what was recorded on one. While time is "
      "modelled, the run's machine code is counted too: grey where it has the same as the PTX. "
      "Below stand the "
      "GPU's own counters of caches, memory and occupancy, where it lets them be read.");
}

const std::optional<CountersModel>& CountersPanel::model(const Frame& frame) {
  return cache_.get(frame.session,
                    figures::gpu_counts_key(frame.session) + 16 * code_counts_key(frame.session),
                    [&] { return counters_model(frame.session); });
}

std::string CountersPanel::subtitle(const Frame&) { return tr("model · GPU · ideal"); }

std::string CountersPanel::note(const Frame& frame) {
  const auto& shown = model(frame);
  if (!shown) return {};
  return shown->complete ? shown->scope : tr("still counting…");
}

void CountersPanel::draw_content(Frame& frame) {
  const auto& shown = model(frame);
  if (!shown) {
    widgets::empty_state(frame.style,
                         tr("Nothing has run yet. Open a lesson, or correct the kernel, and "
                            "its counters stand here."));
    return;
  }
  const float width = ImGui::GetContentRegionAvail().x;
  Columns at = columns_of(frame.style, *shown, width);
  at.row = frame.style.text_size * 1.9F;
  const float heading = at.row * 0.8F, rule = frame.style.small_size * 1.3F;
  // Where all of them have room, each counter says how it is counted.
  const auto rows = static_cast<float>(shown->rows.size() + shown->profile.size() + 1);
  if (ImGui::GetContentRegionAvail().y >= heading + rows * (at.row + rule)) at.rule = rule;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  draw_heading(frame.style, at, *shown, width, heading);
  for (const auto& row : shown->rows) draw_row(frame.style, at, row, shown->no_gpu, width);
  draw_profile(frame.style, at, *shown, width);
  ImGui::PopStyleVar();
}

}  // namespace lanescope::ui::panels::counters
