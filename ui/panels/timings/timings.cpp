#include "ui/panels/timings/timings.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include <fmt/format.h>
#include <imgui.h>
#include <implot.h>

#include "ui/panels/timings/timings_ladder.hpp"
#include "ui/panels/timings/timings_plot.hpp"
#include "ui/panels/timings/timings_roofline.hpp"
#include "ui/session/gpu_words.hpp"
#include "ui/session/recorded_times.hpp"
#include "ui/widgets/buttons.hpp"
#include "ui/widgets/cells.hpp"
#include "ui/widgets/no_time.hpp"
#include "ui/widgets/sentence.hpp"
#include "ui/widgets/text.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::panels::timings {
namespace {

// A drop-down of choices that posts `sweep KEY=VALUE`.
void choice(Frame& frame, const char* id, const char* key,
            const std::vector<TimingsChoice>& choices, float most) {
  const style::Style& style = frame.style;
  std::string words = tr("choose");
  for (const TimingsChoice& one : choices)
    if (one.chosen) words = one.words;
  const std::string popup = fmt::format("{}-choices", id);
  if (widgets::drop_down(style, id, words, std::min(widgets::drop_down_size(style, words).x, most)))
    ImGui::OpenPopup(popup.c_str());
  if (!ImGui::BeginPopup(popup.c_str())) return;
  for (const TimingsChoice& one : choices) {
    if (ImGui::MenuItem(fmt::format("{}###{}", one.words, one.value).c_str(), nullptr, one.chosen))
      frame.commands.post(fmt::format("sweep {}={}", key, one.value));
  }
  ImGui::EndPopup();
}

void same_line_if(const style::Style& style, float width) {
  const float end = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
  if (ImGui::GetItemRectMax().x + style.gap + width <= end) ImGui::SameLine(0, style.gap);
}

void draw_controls(Frame& frame, const TimingsModel& model) {
  const style::Style& style = frame.style;
  const float most = ImGui::GetContentRegionAvail().x - 1.0F;
  choice(frame, "###counter", "counter", model.counters, most);
  if (model.parameters.empty()) return;
  same_line_if(style, std::min(widgets::drop_down_size(style, model.parameter).x, most));
  choice(frame, "###parameter", "parameter", model.parameters, most);
  const std::string words = model.running ? tr("Cancel") : tr("Sweep");
  if (!model.running && !model.points.empty()) return;
  same_line_if(style, widgets::text_button_size(style, words).x);
  if (widgets::text_button(style, "###sweep", words, 0.0F,
                           model.running ? widgets::Emphasis::Plain : widgets::Emphasis::Primary)) {
    std::string chosen;
    for (const TimingsChoice& one : model.parameters)
      if (one.chosen) chosen = one.value;
    frame.commands.post(model.running ? "sweep cancel" : fmt::format("sweep parameter={}", chosen));
  }
}

void draw_progress(const style::Style& style, const TimingsModel& model) {
  if (!model.running) return;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x - 1.0F, height = style.text_size * 0.4F;
  const double share = static_cast<double>(model.done) /
                       static_cast<double>(std::max<std::size_t>(model.points.size(), 1));
  widgets::draw_bar(*ImGui::GetWindowDrawList(), style, at, {at.x + width, at.y + height}, share,
                    style::Role::Accent);
  ImGui::Dummy({width, height});
  widgets::paragraph(style, widgets::small_text(style),
                     say("{} of {} runs are done.", model.done, model.points.size()));
}

// ImPlot's own numbers would not say "%" nor group digits.
enum class Unit : std::uint8_t { None, Share, Microseconds };

std::string tick_text(Unit unit, double value) {
  if (unit == Unit::Share) return fmt::format("{:.0f} %", value * 100.0);
  if (unit == Unit::Microseconds)
    return value < 0.0 ? std::string{} : session::time_words(value * 1e-3);
  return value < 0.0 ? std::string{}
                     : widgets::grouped(static_cast<std::uint64_t>(std::llround(value)));
}

int axis_text(double value, char* out, int size, void* data) {
  const std::string text = tick_text(*static_cast<const Unit*>(data), value);
  const auto length = std::min(text.size(), static_cast<std::size_t>(std::max(size - 1, 0)));
  text.copy(out, length);
  out[length] = '\0';
  return static_cast<int>(length);
}

struct Curve {
  std::vector<double> x, y;
  double top = 1.0;
};

Curve curve_of(const TimingsModel& model) {
  Curve curve;
  double largest = 0.0;
  for (std::size_t i = 0; i < model.points.size(); ++i) {
    if (!model.points[i].number) continue;
    curve.x.push_back(static_cast<double>(i));
    curve.y.push_back(*model.points[i].number);
    largest = std::max({largest, curve.y.back(), model.points[i].spread.max});
  }
  for (const TimingsPoint& point : model.points)
    if (point.recorded) largest = std::max(largest, point.recorded->max);
  if (largest > 0.0) curve.top = largest;
  return curve;
}

void set_up_axes(const style::Style& style, const TimingsModel& model, float width, Unit* unit,
                 double top) {
  const auto last = static_cast<double>(model.points.size()) - 1.0;
  ImPlot::SetupAxes(nullptr, nullptr, ImPlotAxisFlags_NoGridLines | ImPlotAxisFlags_NoHighlight,
                    ImPlotAxisFlags_NoHighlight);
  ImPlot::SetupAxisLimits(ImAxis_X1, -0.4, last + 0.4, ImPlotCond_Always);
  ImPlot::SetupAxisLimits(ImAxis_Y1, 0.0, top * 1.12, ImPlotCond_Always);
  ImPlot::SetupAxisFormat(ImAxis_Y1, axis_text, unit);
  float widest = 1.0F;
  for (const TimingsPoint& point : model.points)
    widest = std::max(
        widest, widgets::measure(style, widgets::small_text(style), point.label).x + style.gap);
  const auto fits = std::max(width * 0.8F / widest, 1.0F);
  const auto every =
      static_cast<std::size_t>(std::ceil(static_cast<float>(model.points.size()) / fits));
  std::vector<double> ticks;
  std::vector<const char*> labels;
  for (std::size_t i = 0; i < model.points.size(); i += std::max<std::size_t>(every, 1)) {
    ticks.push_back(static_cast<double>(i));
    labels.push_back(model.points[i].label.c_str());
  }
  ImPlot::SetupAxisTicks(ImAxis_X1, ticks.data(), static_cast<int>(ticks.size()), labels.data());
}

void dashed_line(ImDrawList& list, ImVec2 from, ImVec2 to, float dash, float weight, ImU32 colour) {
  const ImVec2 way{to.x - from.x, to.y - from.y};
  const float length = std::hypot(way.x, way.y);
  for (float at = 0.0F; at < length; at += 2.0F * dash) {
    const float begin = at / length, end = std::min((at + dash) / length, 1.0F);
    list.AddLine({from.x + way.x * begin, from.y + way.y * begin},
                 {from.x + way.x * end, from.y + way.y * end}, colour, weight);
  }
}

// The second curve, of another GPU: dashed, with rings, each with a line from its fastest to its
// slowest sample.
void draw_recorded(const style::Style& style, const TimingsModel& model) {
  ImDrawList& list = *ImPlot::GetPlotDrawList();
  const ImU32 colour = style.pack(style::Role::TextSecondary);
  const float weight = 1.5F * style.scale;
  std::optional<ImVec2> before;
  for (std::size_t i = 0; i < model.points.size(); ++i) {
    const std::optional<hardware::Spread>& time = model.points[i].recorded;
    if (!time) continue;
    const auto x = static_cast<double>(i);
    const ImVec2 at = ImPlot::PlotToPixels(x, time->median);
    if (before) dashed_line(list, *before, at, 4.0F * style.scale, weight, colour);
    list.AddLine(ImPlot::PlotToPixels(x, time->max), ImPlot::PlotToPixels(x, time->min), colour,
                 weight);
    list.AddCircle(at, 3.5F * style.scale, colour, 0, weight);
    before = at;
  }
}

// What launching takes at least: a band below a dashed line.
void draw_floor(const style::Style& style, const TimingsModel& model) {
  if (model.floor <= 0.0) return;
  const ImPlotRect limits = ImPlot::GetPlotLimits();
  const ImVec2 left = ImPlot::PlotToPixels(limits.X.Min, model.floor);
  const ImVec2 right = ImPlot::PlotToPixels(limits.X.Max, 0.0);
  ImDrawList& list = *ImPlot::GetPlotDrawList();
  list.AddRectFilled(left, right, style.pack(style::Role::Limit, 0.12F));
  dashed_line(list, left, {right.x, left.y}, 4.0F * style.scale, style.scale,
              style.pack(style::Role::Limit));
  const std::string words = say("launching: {}", session::time_words(model.floor * 1e-3));
  widgets::TextLook look = widgets::small_text(style);
  look.colour = style.ink(style::Role::Limit);
  // In the band, or, where that is lower than a line of words, above it: below stands the axis.
  const float line = style.small_size * 1.4F;
  const bool inside = right.y - left.y >= line;
  widgets::draw_text_in(list, style, look,
                        {left.x + style.gap * 0.5F, inside ? left.y : left.y - line},
                        {right.x - style.gap * 0.5F, inside ? right.y : left.y}, words, 1.0F);
}

// A disc for every point, a line from its fastest to its slowest sample. The present value: a
// dashed line from top to bottom, and a ring.
void mark_points(const style::Style& style, const TimingsModel& model) {
  for (std::size_t i = 0; i < model.points.size(); ++i) {
    const TimingsPoint& point = model.points[i];
    if (point.spread.max > 0.0) {
      const ImVec2 most = ImPlot::PlotToPixels(static_cast<double>(i), point.spread.max);
      const ImVec2 least = ImPlot::PlotToPixels(static_cast<double>(i), point.spread.min);
      ImPlot::GetPlotDrawList()->AddLine(most, least, style.outline(style::Role::Accent),
                                         1.5F * style.scale);
    }
    if (point.number)
      ImPlot::GetPlotDrawList()->AddCircleFilled(
          ImPlot::PlotToPixels(static_cast<double>(i), *point.number), 3.5F * style.scale,
          style.outline(style::Role::Accent));
    if (!point.here) continue;
    const ImPlotRect limits = ImPlot::GetPlotLimits();
    const auto x = static_cast<double>(i);
    ImDrawList& list = *ImPlot::GetPlotDrawList();
    dashed_line(list, ImPlot::PlotToPixels(x, limits.Y.Max), ImPlot::PlotToPixels(x, limits.Y.Min),
                4.0F * style.scale, style.scale, style.pack(style::Role::TextSecondary));
    if (!point.number) continue;
    const ImVec2 at = ImPlot::PlotToPixels(x, *point.number);
    list.AddCircleFilled(at, 5.5F * style.scale, style.pack(style::Role::Accent));
    list.AddCircle(at, 8.5F * style.scale, style.outline(style::Role::Accent), 0,
                   1.5F * style.scale);
  }
}

// What stands on which axis.
void below_plot(const style::Style& style, const std::string& words, float width) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float line = style.small_size * 1.4F;
  widgets::draw_text_in(*ImGui::GetWindowDrawList(), style, widgets::small_text(style), at,
                        {at.x + width, at.y + line}, words);
  ImGui::Dummy({width, line});
}

void point_tooltip(const style::Style& style, const TimingsModel& model) {
  const ImVec2 min = ImPlot::GetPlotPos(), size = ImPlot::GetPlotSize();
  const ImVec2 max{min.x + size.x, min.y + size.y};
  if (model.points.empty() || !ImGui::IsWindowHovered() || !ImGui::IsMouseHoveringRect(min, max))
    return;
  const auto nearest = std::clamp<double>(std::round(ImPlot::GetPlotMousePos().x), 0.0,
                                          static_cast<double>(model.points.size() - 1));
  const TimingsPoint& point = model.points[static_cast<std::size_t>(nearest)];
  std::string number = point.number ? fmt::format("{} {}", point.text, model.title) : point.absent;
  if (point.spread.max > 0.0)
    number += say(" ({} to {})", session::time_words(point.spread.min * 1e-3),
                  session::time_words(point.spread.max * 1e-3));
  if (point.recorded)
    number += say("; recorded: {}", session::time_words(point.recorded->median * 1e-3));
  widgets::tooltip(style, fmt::format("{} = {}: {}.{}", model.parameter, point.label, number,
                                      point.here ? tr(" The run on screen.") : ""));
}

}  // namespace

TimingsPanel::TimingsPanel() = default;
TimingsPanel::~TimingsPanel() = default;

void TimingsPanel::EndPlots::operator()(ImPlotContext* context) const {
  ImPlot::DestroyContext(context);
}

std::string_view TimingsPanel::help() const {
  return tr(
      "A counter of the model, a modelled time, the time on this machine's GPU, or one that was "
      "recorded on "
      "another, over the values of a parameter, and the rungs of the ladder by the same. Sweep "
      "runs the kernel once for every value, behind what you do; the upright dashed line marks the "
      "present one. A time is the median of some samples, with a line from the fastest to the "
      "slowest; what launching takes at least is a band below, marked on the bars too. The "
      "roofline "
      "shows each rung below what the GPU reaches at most, by peaks that "
      "were "
      "measured. A modelled time is that of the machine code on a described machine, with its mean "
      "error as a line; what was measured or recorded of the same stands below it. Counters are "
      "not "
      "times.");
}

std::string TimingsPanel::subtitle(const Frame& frame) {
  if (session::recording_named(frame.session, frame.session.state().tools.sweep.counter) != nullptr)
    return tr("recorded times");
  const std::string& counter = frame.session.state().tools.sweep.counter;
  if (counter == view::kModelTime) return tr("modelled times");
  return counter == view::kGpuTime || figures::is_roofline(counter) ? tr("measured times")
                                                                    : tr("modelled counters");
}

std::string TimingsPanel::note(const Frame& frame) {
  if (const auto* file =
          session::recording_named(frame.session, frame.session.state().tools.sweep.counter))
    return say("recorded on {}", file->device);
  return frame.session.gpu().there() ? session::gpu_chip(frame.session).words
                                     : tr("no GPU: no times");
}

std::string TimingsPanel::note_command(const Frame&) { return "panel id=device"; }

void TimingsPanel::draw_content(Frame& frame) {
  const style::Style& style = frame.style;
  const auto model = timings_model(frame.session);
  if (!model) {
    widgets::empty_state(
        style, tr("Nothing has run yet. Open a lesson, and its rungs are compared here."));
    return;
  }
  draw_controls(frame, *model);
  if (model->has_no_time) {
    (void)widgets::no_time(style, frame.session, frame.commands);
    return;
  }
  draw_progress(style, *model);
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const bool beside = room.x > style.text_size * 46 && !model->bars.empty() && !model->is_large;
  const float width = beside ? std::floor(room.x * 0.55F) : room.x - 1.0F;
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const float words =
      widgets::sentence_height(style, model->device, room.x) +
      widgets::sentence_height(style, model->sentence, room.x) +
      (model->legend.empty() ? 0.0F : widgets::sentence_height(style, model->legend, room.x)) +
      style.text_size * 3.0F;
  const float height = std::clamp(room.y - words, style.text_size * 8, style.text_size * 22);
  if (model->roofline)
    draw_roofs(frame, *model, width, height);
  else if (!model->withheld && !model->is_large)
    draw_sweep(frame, *model, width, height);
  float bottom = ImGui::GetCursorScreenPos().y;
  if (beside) {
    ImGui::SetCursorScreenPos({from.x + width + style.gap * 2, from.y});
    ImGui::BeginGroup();
    draw_ladder(frame, *model, room.x - width - style.gap * 2 - 1.0F);
    ImGui::EndGroup();
    bottom = std::max(bottom, ImGui::GetCursorScreenPos().y);
    ImGui::SetCursorScreenPos({from.x, bottom});
  }
  if (!model->sentence.empty()) widgets::sentence(style, model->sentence);
  if (!beside) draw_ladder(frame, *model, room.x - 1.0F);
  if (!model->legend.empty()) widgets::paragraph(style, widgets::secondary(style), model->legend);
  widgets::paragraph(style, widgets::secondary(style), model->device);
}

void TimingsPanel::use_plots() {
  if (!plots_) plots_.reset(ImPlot::CreateContext());
  ImPlot::SetCurrentContext(plots_.get());
}

void TimingsPanel::draw_roofs(Frame& frame, const TimingsModel& model, float width, float height) {
  if (model.roofline->copy <= 0.0) return;  // the sentence says why
  use_plots();
  {
    const PlotLook look(frame.style);
    draw_roofline(frame.style, *model.roofline, width, height);
  }
  below_plot(frame.style, tr("GFLOP/s over operations a byte"), width);
}

void TimingsPanel::draw_sweep(Frame& frame, const TimingsModel& model, float width, float height) {
  if (!model.points.empty()) {
    draw_plot(frame, model, width, height);
    return;
  }
  ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + width);
  widgets::paragraph(frame.style, widgets::secondary(frame.style),
                     say("Sweep runs the model for every value of {}, behind what you do.",
                         model.parameter.empty() ? tr("a parameter") : model.parameter));
  ImGui::PopTextWrapPos();
}

void TimingsPanel::draw_plot(Frame& frame, const TimingsModel& model, float width, float height) {
  const style::Style& style = frame.style;
  use_plots();
  Curve curve = curve_of(model);
  Unit unit = model.is_time ? Unit::Microseconds : model.is_share ? Unit::Share : Unit::None;
  constexpr ImPlotFlags kFlags = ImPlotFlags_CanvasOnly | ImPlotFlags_NoInputs;
  if (const PlotLook look(style); ImPlot::BeginPlot("###sweep-plot", {width, height}, kFlags)) {
    set_up_axes(style, model, width, &unit, curve.top);
    const auto count = static_cast<int>(curve.x.size());
    ImPlotSpec line;
    line.LineColor = ImGui::ColorConvertU32ToFloat4(style.outline(style::Role::Accent));
    line.LineWeight = 2.0F * style.scale;
    ImPlot::PlotLine("##line", curve.x.data(), curve.y.data(), count, line);
    draw_floor(style, model);
    draw_recorded(style, model);
    mark_points(style, model);
    point_tooltip(style, model);
    ImPlot::EndPlot();
  }
  below_plot(style, say("{} over {}", model.title, model.parameter), width);
}

}  // namespace lanescope::ui::panels::timings
