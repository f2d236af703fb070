#include "ui/panels/source/source_sass.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <imgui.h>

#include "ui/figures/gpu_counts.hpp"
#include "ui/figures/sass_cycles.hpp"
#include "ui/session/line_cycles.hpp"
#include "ui/teaching/hidden_answer.hpp"
#include "ui/view/heat_choice.hpp"
#include "ui/view/numbers.hpp"
#include "ui/widgets/heat.hpp"
#include "ui/widgets/sentence.hpp"
#include "ui/widgets/text.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::panels::source {
namespace {

float row_height(const style::Style& style) { return std::round(style.text_size * 1.42F); }

std::string row_words(const figures::SassRow& row) {
  std::string text =
      row.source_line == 0
          ? say("{}\nAt byte {:#x} of the kernel, of no source line.", row.text, row.address)
          : say("{}\nAt byte {:#x} of the kernel, of line {}.", row.text, row.address,
                row.source_line);
  if (!row.guard.empty())
    text += say(" {}: a lane for which the predicate is {} does nothing.", row.guard,
                row.guard.starts_with("@!") ? tr("true") : tr("false"));
  if (row.local == figures::LocalKind::Spill)
    text += row.is_load ? tr(" A spilled register comes back from local memory.")
                        : tr(" A register is spilled to local memory: too few were left.");
  if (row.local == figures::LocalKind::Array)
    text += tr(" An array of the thread, in local memory.");
  if (row.bytes > 4) text += say(" {} bytes a thread in one instruction.", row.bytes);
  return text;
}

}  // namespace

void paint_local(ImDrawList& list, const style::Style& style, figures::LocalKind kind, ImVec2 min,
                 ImVec2 max, bool stores, bool loads) {
  const std::uint32_t colour = style.outline(style::Role::Limit);
  const float x = (min.x + max.x) * 0.5F, y = (min.y + max.y) * 0.5F;
  const float half = std::min((max.x - min.x) * 0.5F, style.text_size * 0.28F);
  const auto arrow = [&](float tip, float back) {
    const ImVec2 a{x, tip}, b{x - half, back}, c{x + half, back};
    if (kind == figures::LocalKind::Spill)
      list.AddTriangleFilled(a, b, c, colour);
    else  // the source has asked for an array
      list.AddTriangle(a, b, c, colour, std::max(1.0F, style.scale));
  };
  const bool both = stores && loads;
  const float length = half * (both ? 1.2F : 1.6F), apart = both ? half * 0.25F : -length * 0.5F;
  if (stores) arrow(y + apart + length, y + apart);
  if (loads) arrow(y - apart - length, y - apart);
}

const figures::SassLocal* SassColumn::local(const session::Session& session) {
  if (!session.state().tools.sass) return nullptr;
  refresh(session);
  return answer_ != nullptr && model_.problem.empty() && told_local_ ? &model_.local : nullptr;
}

void SassColumn::draw_local(const Frame& frame, const figures::SassRow& row, ImVec2 min,
                            float end) const {
  if (row.local == figures::LocalKind::None || !told_local_) return;
  const style::Style& style = frame.style;
  const ImVec2 max{end, min.y + row_height(style)};
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(min, max, style.pack(style::Role::Limit, 0.13F));
  paint_local(list, style, row.local, {end - style.text_size * 1.1F, min.y},
              {end - style.text_size * 0.3F, max.y}, !row.is_load, row.is_load);
}

void SassColumn::refresh(const session::Session& session) {
  const auto& answer = session.listing().get();
  const std::uint64_t run = session.run() == nullptr ? 0 : session.run()->id;
  const std::uint32_t launch = session.state().cursor.selection.launch;
  const bool other_code = answer != answer_ || run != run_ || launch != launch_;
  if (other_code) {
    answer_ = answer;
    run_ = run;
    launch_ = launch;
    model_ = answer == nullptr ? figures::SassModel{} : figures::sass_model(session, *answer);
  }
  told_local_ = !teaching::HiddenAnswer(session).occupancy();
  const std::string heat = view::shown_heat(session);
  const bool withheld = teaching::HiddenAnswer(session).counter(heat);
  const std::uint64_t key = figures::gpu_counts_key(session) + 31 * std::hash<std::string>{}(heat) +
                            (withheld ? 16U : 0U) + 31 * session::cycles_key(session);
  if (!other_code && key == heat_key_) return;
  heat_key_ = key;
  cycles_ = heat == view::kCyclesHeat;
  heat_ = withheld  ? std::vector<std::uint64_t>{}
          : cycles_ ? figures::sass_cycles(session, model_)
                    : figures::sass_heat(session, model_);
  hottest_ = heat_.empty() ? 0 : *std::ranges::max_element(heat_);
}

void SassColumn::draw(Frame& frame, const session::SourceNow& now) {
  const style::Style& style = frame.style;
  refresh(frame.session);
  ImGui::BeginChild("###sass");
  if (answer_ == nullptr || !model_.problem.empty()) {
    const std::string none = frame.session.why_no_machine_code();
    widgets::empty_state(style, !none.empty() ? std::string_view(none)
                                : answer_ == nullptr ? tr("The machine code is being taken apart…")
                                                     : std::string_view(model_.problem));
    ImGui::EndChild();
    return;
  }
  const std::uint32_t focus = now.selected_line != 0 ? now.selected_line : now.line;
  const auto fact = model_.facts.find(focus);
  std::string words = fact == model_.facts.end() ? model_.sentence : fact->second;
  if (told_local_ && model_.local.lines.contains(focus))
    words = figures::local_words(model_.local, focus) + " " + words;
  else if (told_local_ && fact == model_.facts.end())
    words += figures::local_words(model_.local);
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float below = widgets::sentence_height(style, words, room.x) + style.gap;
  // Without room for both the listing comes first, and the sentence is scrolled to.
  const float height = std::max(room.y - below, std::min(room.y, row_height(style) * 4));
  draw_rows(frame, focus, height);
  widgets::sentence(style, words);
  ImGui::EndChild();
}

void SassColumn::draw_rows(Frame& frame, std::uint32_t focus, float height) {
  const float row = row_height(frame.style);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2{0, 0});
  ImGui::BeginChild("###rows", {0, height});
  if (focus != focus_seen_) {
    focus_seen_ = focus;
    const auto first = std::ranges::find(model_.rows, focus, &figures::SassRow::source_line);
    if (focus != 0 && first != model_.rows.end())
      ImGui::SetScrollY(static_cast<float>(first - model_.rows.begin()) * row - height * 0.3F);
  }
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(model_.rows.size()), row);
  while (clipper.Step()) {
    for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
      ImGui::PushID(i);
      draw_row(frame, static_cast<std::size_t>(i), focus);
      ImGui::PopID();
    }
  }
  ImGui::EndChild();
  ImGui::PopStyleVar();
}

void SassColumn::draw_heat(const Frame& frame, std::size_t index, ImVec2 min) const {
  const double share =
      hottest_ == 0 ? 0.0 : static_cast<double>(heat_[index]) / static_cast<double>(hottest_);
  widgets::paint_heat(*ImGui::GetWindowDrawList(), frame.style,
                      {min.x + 3.0F * frame.style.scale, min.y}, row_height(frame.style), share,
                      widgets::heat_role(view::shown_heat(frame.session)));
}

void SassColumn::draw_row(Frame& frame, std::size_t index, std::uint32_t focus) const {
  const style::Style& style = frame.style;
  const figures::SassRow& row = model_.rows[index];
  const float height = row_height(style), width = std::max(ImGui::GetContentRegionAvail().x, 8.0F);
  const bool clicked = ImGui::InvisibleButton("###sass-line", {width, height});
  if (clicked && row.source_line != 0)
    frame.commands.post(fmt::format("select line={}", row.source_line));
  const ImVec2 min = ImGui::GetItemRectMin(), max = ImGui::GetItemRectMax();
  const bool linked = row.source_line != 0 && row.source_line == focus;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  draw_local(frame, row, min, max.x);
  if (linked) list.AddRectFilled(min, max, style.pack(style::Role::Accent, 0.16F));
  if (linked)
    list.AddRectFilled(min, {min.x + 2.5F * style.scale, max.y}, style.pack(style::Role::Accent));
  widgets::TextLook look = widgets::mono(style);
  look.colour = style.pack(linked ? style::Role::Text : style::Role::TextSecondary);
  float x = min.x + (row.is_label ? style.gap * 0.4F : style.gap);
  if (!heat_.empty()) {
    if (!row.is_label) draw_heat(frame, index, min);
    x += widgets::heat_width(style);
  }
  std::string_view text = row.text;
  if (!row.guard.empty()) {
    widgets::TextLook guard = look;
    guard.colour = style.ink(style::Role::Divergence);
    const float end = x + widgets::measure(style, guard, row.guard + " ").x;
    if (end + style.text_size * 3 < max.x) {
      widgets::draw_text_in(list, style, guard, {x, min.y}, {end, max.y}, row.guard, 0.0F);
      x = end;
      text.remove_prefix(std::min(row.guard.size() + 1, text.size()));
    }
  }
  const bool marked = row.local != figures::LocalKind::None && told_local_;
  widgets::draw_text_in(list, style, look, {x, min.y},
                        {max.x - (marked ? style.text_size * 1.2F : 0.0F), max.y}, text, 0.0F);
  if (!ImGui::IsItemHovered() || row.is_label) return;
  std::string words = row_words(row);
  if (!heat_.empty() && cycles_)
    words += say(" Warps stood here for {} cycles by the modelled time.",
                 widgets::grouped(heat_[index]));
  else if (!heat_.empty())
    words += say(" The GPU counted here: {} {}.", widgets::grouped(heat_[index]),
                 view::heat_words(view::shown_heat(frame.session)));
  widgets::tooltip(style, words);
}

}  // namespace lanescope::ui::panels::source
