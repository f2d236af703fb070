#include "ui/panels/timeline/timeline.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_internal.h>

#include "sim/base/hash.hpp"
#include "ui/view/beats.hpp"
#include "ui/widgets/sentence.hpp"
#include "ui/widgets/text.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::panels::timeline {
namespace {

constexpr std::uint64_t kLongRun = 300'000;  // ticks: more than a frame has time for
constexpr float kFoldedWidth = 3.0F;         // pixels: narrower bars are folded into one

struct Plot {
  ImVec2 min, max;  // of the rows, without their names
  float name = 0.0F, pitch = 0.0F, bar = 0.0F;
  TimelineView view;
  [[nodiscard]] float unit() const {
    return (max.x - min.x) / static_cast<float>(std::max(view.to - view.from, 1.0));
  }
  [[nodiscard]] float x(double at) const {
    const double share = (at - view.from) / std::max(view.to - view.from, 1.0);
    return min.x + static_cast<float>(share * static_cast<double>(max.x - min.x));
  }
  [[nodiscard]] double at(float pixel) const {
    return view.from +
           static_cast<double>((pixel - min.x) / (max.x - min.x)) * (view.to - view.from);
  }
  [[nodiscard]] float y(std::size_t row) const { return min.y + static_cast<float>(row) * pitch; }
};

float name_width(const style::Style& style, float width) {
  const std::string longest = width > style.text_size * 22 ? say("warp {}", 31) : "31";
  return widgets::measure(style, widgets::small_text(style), longest).x + style.gap;
}

Plot plot_of(const style::Style& style, const TimelineModel& model, ImVec2 room) {
  Plot plot;
  plot.view = model.view;
  plot.name = name_width(style, room.x);
  const auto rows = static_cast<float>(std::max<std::size_t>(model.rows.size(), 1));
  plot.pitch = std::clamp(room.y / rows, 1.5F * style.scale, style.text_size * 3.0F);
  plot.bar = plot.pitch > 6.0F * style.scale ? plot.pitch * 0.72F
             : plot.pitch > 3.0F             ? plot.pitch - 1.0F
                                             : plot.pitch * 0.7F;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  plot.min = {at.x + plot.name, at.y};
  plot.max = {at.x + room.x, at.y + plot.pitch * rows};
  return plot;
}

void draw_names(const style::Style& style, const TimelineModel& model, const Plot& plot) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float needed = style.small_size * 1.15F;
  const auto every = static_cast<std::size_t>(std::max(1.0F, std::ceil(needed / plot.pitch)));
  const bool whole =
      plot.name > widgets::measure(style, widgets::small_text(style), say("warp {}", 31)).x;
  for (std::size_t row = 0; row < model.rows.size(); row += every) {
    widgets::TextLook look = widgets::small_text(style);
    if (model.rows[row].selected) look.colour = style.pack(style::Role::Text);
    const auto warp = model.rows[row].warp.value;
    const float middle = plot.y(row) + plot.pitch / 2;
    widgets::draw_text_in(list, style, look, {plot.min.x - plot.name, middle - needed},
                          {plot.min.x - style.gap * 0.75F, middle + needed},
                          whole ? say("warp {}", warp) : fmt::format("{}", warp), 1.0F);
  }
}

// What an instruction is, as a foot under its bar.
void draw_foot(ImDrawList& list, const style::Style& style, const TimelineBar& bar, ImVec2 min,
               ImVec2 max) {
  style::Role role = style::Role::Count;
  if (bar.cell == analysis::CellKind::Load) role = style::Role::Load;
  if (bar.cell == analysis::CellKind::Store) role = style::Role::Store;
  if (bar.cell == analysis::CellKind::Atomic) role = style::Role::Atomic;
  if (bar.conflict) role = style::Role::Conflict;
  if (role == style::Role::Count) return;
  list.AddRectFilled({min.x, max.y - std::max(2.0F, (max.y - min.y) * 0.3F)}, max,
                     style.pack(role));
}

void draw_bar(ImDrawList& list, const style::Style& style, const TimelineBar& bar, const Plot& plot,
              std::size_t row) {
  const float top = plot.y(row) + (plot.pitch - plot.bar) / 2;
  const bool apart = bar.width <= 1.0 && plot.unit() >= 7.0F * style.scale;
  ImVec2 min{std::max(plot.x(bar.x), plot.min.x), top};
  const ImVec2 max{std::min(plot.x(bar.x + bar.width) - (apart ? 1.0F : 0.0F), plot.max.x),
                   top + plot.bar};
  if (max.x <= min.x) return;
  // Corners of narrow bars can't be seen, and cost ten times their vertices.
  const bool wide = max.x - min.x >= 2 * kFoldedWidth * style.scale;
  const float rounding = wide ? std::min(2.0F * style.scale, plot.bar / 3) : 0.0F;
  if (bar.kind == TimelineBar::Kind::Waiting) {
    list.AddRectFilled(min, max, style.pack(style::Role::Waiting, 0.2F), rounding);
    if (plot.bar > 5.0F && max.x - min.x > 4.0F)
      list.AddRect(min, max, style.outline(style::Role::Waiting, 0.55F), rounding);
    return;
  }
  const bool partial = bar.kind == TimelineBar::Kind::Partial;
  if (partial) min.y = max.y - std::max(2.0F, plot.bar * bar.lanes);
  list.AddRectFilled(min, max, style.pack(partial ? style::Role::Divergence : style::Role::Active),
                     rounding);
  if (apart && plot.bar > 7.0F) draw_foot(list, style, bar, min, max);
}

// Behind bars of fewer lanes stands, faintly, what a whole warp would fill: once for neighbours.
void draw_whole(ImDrawList& list, const style::Style& style, const Plot& plot, std::size_t row,
                double from, double to) {
  const float top = plot.y(row) + (plot.pitch - plot.bar) / 2;
  const float left = std::max(plot.x(from), plot.min.x), right = std::min(plot.x(to), plot.max.x);
  if (right > left)
    list.AddRectFilled({left, top}, {right, top + plot.bar},
                       style.pack(style::Role::Divergence, 0.22F));
}

void draw_row(ImDrawList& list, const style::Style& style, const TimelineLane& lane,
              const Plot& plot, std::size_t row) {
  for (std::size_t i = 0; i < lane.bars.size(); ++i) {
    if (lane.bars[i].kind != TimelineBar::Kind::Partial) continue;
    const double from = lane.bars[i].x;
    double to = from;
    for (; i < lane.bars.size() && lane.bars[i].kind == TimelineBar::Kind::Partial; ++i)
      to = lane.bars[i].x + lane.bars[i].width;
    draw_whole(list, style, plot, row, from, to);
  }
  for (const TimelineBar& bar : lane.bars) draw_bar(list, style, bar, plot, row);
}

void draw_lines(const style::Style& style, const TimelineModel& model, const Plot& plot) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  float last = -1.0e9F;
  for (const TimelineLine& line : model.lines) {
    if (line.x <= 0.0) continue;
    const float x = std::floor(plot.x(line.x));
    if (x - last < 2.0F) continue;
    last = x;
    const float thick = (line.launch ? 2.0F : 1.25F) * style.scale;
    list.AddRectFilled(
        {x - thick / 2, plot.min.y - 2}, {x + thick / 2, plot.max.y + 2},
        line.launch ? style.pack(style::Role::TextSecondary) : style.outline(style::Role::Waiting));
  }
}

// The warp that issues is still on its way to the end of its instruction while that is animated.
void draw_cursor(const style::Style& style, const TimelineModel& model, const Plot& plot,
                 double moment) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float thick = 2.0F * style.scale;
  for (std::size_t row = 0; row < model.rows.size(); ++row) {
    const bool issues = model.rows[row].issues && model.rows[row].progress > 0.0;
    const float x = plot.x(model.rows[row].progress - (issues ? 1.0 - moment : 0.0));
    if (x < plot.min.x || x > plot.max.x) continue;
    list.AddRectFilled({x - thick / 2, plot.y(row)}, {x + thick / 2, plot.y(row) + plot.pitch},
                       style.pack(style::Role::Selected, 0.8F));
  }
  const float x = plot.x(std::max(model.cursor - (1.0 - moment), 0.0));
  if (x < plot.min.x - 1 || x > plot.max.x + 1) return;
  const ImVec2 top{x, plot.min.y - 3 * style.scale};
  list.AddLine(top, {x, plot.max.y + 3 * style.scale}, style.pack(style::Role::Selected), thick);
}

// The instruction at the place, or where the warp waits the one that it issued last.
std::optional<Tick> tick_before(const analysis::Timeline& timeline,
                                analysis::Timeline::Point place) {
  for (++place.x; place.x > 0;) {
    --place.x;
    if (const auto tick = timeline.tick_at(place)) return tick;
  }
  return std::nullopt;
}

}  // namespace

std::string_view TimelinePanel::help() const {
  return tr(
      "A row for each warp of the block. To the right: the warp's own instructions; every phase "
      "begins at the same place in all rows, so that the gap up to the amber barrier line is "
      "the time a warp waits for the slowest. Blue: all lanes active; lower and purple: some "
      "of them. The wheel zooms, dragging moves, a click goes to the moment, a double click "
      "shows all.");
}

const analysis::Timeline* TimelinePanel::timeline(const session::Session& session) {
  const auto& run = session.run();
  if (!run || !run->trace) return nullptr;
  if (run->trace != trace_) {
    trace_ = run->trace;
    view_ = {};
    followed_ = session.state().cursor.tick;
  }
  // The trace outlives the timeline made of it: both go with the next run.
  timeline_ = prepared_.get(run->id, trace_->tick_count() >= kLongRun,
                            [trace = trace_, lanes = run->plan().options.warp_size] {
                              return std::make_unique<const analysis::Timeline>(*trace, lanes);
                            });
  return timeline_;
}

const std::optional<TimelineModel>& TimelinePanel::model(const Frame& frame, float plot_width) {
  static const std::optional<TimelineModel> kNone;
  const analysis::Timeline* prepared = timeline(frame.session);
  if (prepared == nullptr) return kNone;
  const auto most = static_cast<std::size_t>(
      std::max(16.0F, plot_width / (kFoldedWidth * std::max(1.0F, frame.style.scale))));
  const std::uint64_t key = mix(std::bit_cast<std::uint64_t>(view_.from)) ^
                            mix(std::bit_cast<std::uint64_t>(view_.to) + 1) ^ most;
  return cache_.get(frame.session, key,
                    [&] { return timeline_model(frame.session, *prepared, view_, most); });
}

float TimelinePanel::enough_height(const Frame& frame, float /*width*/) {
  const style::Style& style = frame.style;
  const float words = style.gap * 2 + style.text_size * 2.7F;  // two lines
  return rows_ == 0 ? 0.0F : static_cast<float>(rows_) * style.text_size * 2.0F + words;
}

std::string TimelinePanel::subtitle(const Frame&) {
  return tr("a row a warp, aligned at barriers");
}

std::string TimelinePanel::note(const Frame& frame) {
  const trace::Trace* trace = frame.session.trace();
  return trace == nullptr ? std::string()
                          : say("{} ticks · scroll to zoom", widgets::grouped(trace->tick_count()));
}

// Wheel: zoom at the pointer. Drag: move. Click: go there. Double click: everything.
void TimelinePanel::steer(const TimelineModel& shown, float left, float plot_width) {
  const ImGuiIO& io = ImGui::GetIO();
  const double span = shown.view.to - shown.view.from;
  const double unit = span / static_cast<double>(std::max(plot_width, 1.0F));
  const double at = shown.view.from + static_cast<double>(io.MousePos.x - left) * unit;
  if (ImGui::IsItemHovered()) {
    ImGui::SetItemKeyOwner(ImGuiKey_MouseWheelY);
    if (io.MouseWheel != 0.0F)
      view_ =
          zoomed(shown.view, shown.width, at, std::pow(0.8, static_cast<double>(io.MouseWheel)));
    if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) view_ = {};
  }
  if (ImGui::IsItemActivated()) dragged_ = false;
  if (ImGui::IsItemActive() && ImGui::IsMouseDragging(ImGuiMouseButton_Left)) {
    dragged_ = true;
    view_ = moved(shown.view, shown.width, -static_cast<double>(io.MouseDelta.x) * unit);
  }
}

// Zoomed in, the view goes along with the tick.
void TimelinePanel::follow(const session::Session& session, const TimelineModel& shown) {
  if (session.state().cursor.tick == followed_) return;
  followed_ = session.state().cursor.tick;
  if (view_.from >= view_.to) return;
  if (shown.cursor >= view_.from && shown.cursor <= view_.to) return;
  view_ = moved(view_, shown.width, shown.cursor - (view_.from + view_.to) / 2);
}

void TimelinePanel::draw_content(Frame& frame) {
  const style::Style& style = frame.style;
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float plot_width = std::max(1.0F, room.x - name_width(style, room.x));
  const auto& shown = model(frame, plot_width);
  if (!shown) {
    widgets::empty_state(
        style, frame.session.trace() == nullptr
                   ? tr("Nothing has run yet. Open a lesson, and the warps' time stands here.")
                   : tr("A long run: its timeline is being prepared…"));
    return;
  }
  const TimelineModel& now = *shown;
  rows_ = now.rows.size();
  const float words = widgets::sentence_height(style, now.sentence, room.x) + style.gap;
  const Plot plot = plot_of(style, now, {room.x, std::max(room.y - words, 24.0F)});
  draw_names(style, now, plot);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (std::size_t row = 0; row < now.rows.size(); ++row)
    draw_row(list, style, now.rows[row], plot, row);
  draw_lines(style, now, plot);
  draw_cursor(style, now, plot, view::eased(frame.session.state().cursor.beat));
  ImGui::SetCursorScreenPos(plot.min);
  const bool released = ImGui::InvisibleButton(
      "###plot", {plot.max.x - plot.min.x, std::max(plot.max.y - plot.min.y, 1.0F)});
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const auto row = static_cast<std::size_t>(std::max(0.0F, (mouse.y - plot.min.y) / plot.pitch));
  const auto x = static_cast<std::uint64_t>(std::max(0.0, plot.at(mouse.x)));
  steer(now, plot.min.x, plot_width);
  follow(frame.session, now);
  if (row < now.rows.size()) {
    const analysis::Timeline::Point place{now.rows[row].row, x};
    if (ImGui::IsItemHovered() && !dragged_)
      widgets::tooltip(style, timeline_words(frame.session, *timeline_, place));
    if (released && !dragged_)
      if (const auto tick = tick_before(*timeline_, place))
        frame.commands.post(fmt::format("goto tick={}", tick->value + 1));
  }
  widgets::sentence(style, now.sentence);
}

}  // namespace lanescope::ui::panels::timeline
