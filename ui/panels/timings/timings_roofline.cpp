#include "ui/panels/timings/timings_roofline.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <imgui.h>
#include <implot.h>

#include "ui/widgets/text.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::panels::timings {
namespace {

struct Ticks {
  std::vector<double> values;
  std::vector<std::string> words;
};

// Powers of ten, as many as there is room for.
Ticks decades(const figures::RooflineModel::Range& range, float room, float widest) {
  Ticks ticks;
  const auto first = static_cast<int>(std::ceil(std::log10(range.min)));
  const auto last = static_cast<int>(std::floor(std::log10(range.max)));
  const auto fit = std::max(static_cast<int>(room / widest), 1);
  const int every = std::max((last - first + fit) / fit, 1);
  for (int power = first; power <= last; power += every) {
    const double value = std::pow(10.0, power);
    ticks.values.push_back(value);
    ticks.words.push_back(power < 0
                              ? fmt::format("{:g}", value)
                              : widgets::grouped(static_cast<std::uint64_t>(std::llround(value))));
  }
  return ticks;
}

void set_up_axis(ImAxis axis, const figures::RooflineModel::Range& range, const Ticks& ticks) {
  ImPlot::SetupAxis(axis, nullptr, ImPlotAxisFlags_NoHighlight);
  ImPlot::SetupAxisScale(axis, ImPlotScale_Log10);
  ImPlot::SetupAxisLimits(axis, range.min, range.max, ImPlotCond_Always);
  std::vector<const char*> words;
  for (const std::string& one : ticks.words) words.push_back(one.c_str());
  ImPlot::SetupAxisTicks(axis, ticks.values.data(), static_cast<int>(ticks.values.size()),
                         words.data());
}

// From the left edge up along the memory's slope, then level to the right edge.
void draw_roof(const style::Style& style, const figures::RooflineModel& model, double level,
               ImU32 colour) {
  const figures::RooflineModel::Range& x = model.intensities;
  const double bend = level / model.copy;
  ImDrawList& list = *ImPlot::GetPlotDrawList();
  const float weight = 2.0F * style.scale;
  const ImVec2 at = ImPlot::PlotToPixels(bend, level);
  list.AddLine(ImPlot::PlotToPixels(x.min, x.min * model.copy), at, colour, weight);
  list.AddLine(at, ImPlot::PlotToPixels(x.max, level), colour, weight);
}

struct Box {
  ImVec2 min, max;
  [[nodiscard]] bool overlaps(const Box& other) const {
    return min.x < other.max.x && other.min.x < max.x && min.y < other.max.y && other.min.y < max.y;
  }
  [[nodiscard]] bool inside(const Box& other) const {
    return min.x >= other.min.x && max.x <= other.max.x && min.y >= other.min.y &&
           max.y <= other.max.y;
  }
};

// Draws the plot's words where nothing is yet.
class Labels {
 public:
  explicit Labels(const style::Style& style)
      : style_(style), look_(widgets::small_text(style)), list_(*ImPlot::GetPlotDrawList()) {
    const ImVec2 at = ImPlot::GetPlotPos(), size = ImPlot::GetPlotSize();
    plot_ = {at, {at.x + size.x, at.y + size.y}};
  }
  // False: there is no room.
  bool place(ImVec2 min, std::string_view text) {
    const ImVec2 size = widgets::measure(style_, look_, text);
    const Box box{min, {min.x + size.x, min.y + size.y}};
    const bool taken =
        std::ranges::any_of(taken_, [&](const Box& other) { return box.overlaps(other); });
    if (taken || !box.inside(plot_)) return false;
    widgets::draw_text(list_, style_, look_, min, text, size);
    taken_.push_back(box);
    return true;
  }
  [[nodiscard]] ImVec2 size_of(std::string_view text) const {
    return widgets::measure(style_, look_, text);
  }
  void take(const Box& box) { taken_.push_back(box); }
  void set_colour(ImU32 colour) { look_.colour = colour; }
  [[nodiscard]] const Box& plot() const { return plot_; }

 private:
  const style::Style& style_;
  widgets::TextLook look_;
  ImDrawList& list_;
  Box plot_;
  std::vector<Box> taken_;
};

// Above a level roof, at its right end; below it where the picture ends.
void label_level(const style::Style& style, const figures::RooflineModel& model, double level,
                 const std::string& words, Labels& labels) {
  const ImVec2 size = labels.size_of(words);
  const ImVec2 end = ImPlot::PlotToPixels(model.intensities.max, level);
  const float left = end.x - size.x - style.gap, off = style.gap * 0.4F;
  if (!labels.place({left, end.y - size.y - off}, words))
    (void)labels.place({left, end.y + off}, words);
}

// Above the slope, to the left of its middle.
void label_slope(const style::Style& style, const figures::RooflineModel& model,
                 const std::string& words, Labels& labels) {
  const ImVec2 size = labels.size_of(words);
  const ImVec2 begin =
      ImPlot::PlotToPixels(model.intensities.min, model.intensities.min * model.copy);
  const ImVec2 bend = ImPlot::PlotToPixels(model.f32 / model.copy, model.f32);
  const float left = labels.plot().min.x + style.gap;
  const float right = std::max(begin.x + (bend.x - begin.x) * 0.5F, left + size.x);
  const float share = (right - begin.x) / std::max(bend.x - begin.x, 1.0F);
  const float y = begin.y + (bend.y - begin.y) * share;
  (void)labels.place({right - size.x, y - size.y - style.gap * 0.5F}, words);
}

void label_roofs(const style::Style& style, const figures::RooflineModel& model, Labels& labels) {
  label_level(style, model, model.f32, say("f32: {}", figures::rate_words(model.f32)), labels);
  if (model.any_doubles)
    label_level(style, model, model.f64, say("f64: {}", figures::rate_words(model.f64)), labels);
  label_slope(style, model, say("memory: {}", figures::bandwidth_words(model.copy)), labels);
}

ImVec2 place_of(const figures::RooflinePoint& point) {
  return ImPlot::PlotToPixels(point.intensity, point.rate.median);
}

// A disc, a line from its slowest to its fastest sample; the run on screen with a ring.
void draw_point(const style::Style& style, const figures::RooflinePoint& point, Labels& labels) {
  ImDrawList& list = *ImPlot::GetPlotDrawList();
  const ImVec2 at = place_of(point);
  const ImU32 colour =
      point.here ? style.outline(style::Role::Accent) : style.pack(style::Role::TextSecondary);
  list.AddLine(ImPlot::PlotToPixels(point.intensity, point.rate.min),
               ImPlot::PlotToPixels(point.intensity, point.rate.max), colour, 1.5F * style.scale);
  const float radius = (point.here ? 5.5F : 3.5F) * style.scale;
  list.AddCircleFilled(at, radius, colour);
  if (point.here) list.AddCircle(at, 8.5F * style.scale, colour, 0, 1.5F * style.scale);
  const float reach = (point.here ? 9.5F : 4.5F) * style.scale;
  labels.take({{at.x - reach, at.y - reach}, {at.x + reach, at.y + reach}});
}

// Its number on the ladder, where it is free: beside the point, or a little farther off.
void label_point(const style::Style& style, const figures::RooflinePoint& point, Labels& labels) {
  const std::string words = std::to_string(point.number);
  const ImVec2 size = labels.size_of(words), at = place_of(point);
  labels.set_colour(point.here ? style.ink(style::Role::Accent) : 0);
  for (const float reach : {5.5F * style.scale, 10.5F * style.scale, 18.0F * style.scale}) {
    const float right = at.x + reach, left = at.x - reach - size.x, middle = at.x - size.x * 0.5F;
    const float up = at.y - reach - size.y, down = at.y + reach, level = at.y - size.y * 0.5F;
    const std::array<ImVec2, 8> around{{{right, level},
                                        {left, level},
                                        {right, up},
                                        {right, down},
                                        {left, up},
                                        {left, down},
                                        {middle, up},
                                        {middle, down}}};
    for (const ImVec2& place : around)
      if (labels.place(place, words)) return;
  }
}

std::string words_of(const figures::RooflineModel& model, const figures::RooflinePoint& point) {
  return say("{}: {} ({} to {}) at {:.3g} operations a byte, where the roof is at {}.{}",
             point.title, figures::rate_words(point.rate.median),
             figures::rate_words(point.rate.min), figures::rate_words(point.rate.max),
             point.intensity, figures::rate_words(model.roof(point.intensity, point.doubles)),
             point.here ? tr(" The run on screen.") : "");
}

// Of the points near the mouse: several may lie on one another.
void point_tooltip(const style::Style& style, const figures::RooflineModel& model) {
  if (!ImGui::IsWindowHovered()) return;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  std::string words;
  for (const figures::RooflinePoint& point : model.points) {
    const ImVec2 at = place_of(point);
    if (std::hypot(at.x - mouse.x, at.y - mouse.y) > style.text_size * 0.6F) continue;
    words += (words.empty() ? "" : "\n") + words_of(model, point);
  }
  if (!words.empty()) widgets::tooltip(style, words);
}

void draw_all(const style::Style& style, const figures::RooflineModel& model) {
  ImPlot::PushPlotClipRect();
  if (model.any_doubles) draw_roof(style, model, model.f64, style.pack(style::Role::TextSecondary));
  draw_roof(style, model, model.f32, style.outline(style::Role::Limit));
  Labels labels(style);
  for (const figures::RooflinePoint& point : model.points)
    if (!point.here) draw_point(style, point, labels);
  for (const figures::RooflinePoint& point : model.points)
    if (point.here) draw_point(style, point, labels);
  for (const figures::RooflinePoint& point : model.points) label_point(style, point, labels);
  labels.set_colour(style.pack(style::Role::Text));
  label_roofs(style, model, labels);
  ImPlot::PopPlotClipRect();
  point_tooltip(style, model);
}

}  // namespace

void draw_roofline(const style::Style& style, const figures::RooflineModel& model, float width,
                   float height) {
  if (model.copy <= 0.0) return;
  constexpr ImPlotFlags kFlags = ImPlotFlags_CanvasOnly | ImPlotFlags_NoInputs;
  if (!ImPlot::BeginPlot("###roofline", {width, height}, kFlags)) return;
  const ImVec2 widest = widgets::measure(style, widgets::small_text(style), "1,000,000");
  set_up_axis(ImAxis_X1, model.intensities,
              decades(model.intensities, width * 0.8F, widest.x + style.gap));
  set_up_axis(ImAxis_Y1, model.rates, decades(model.rates, height * 0.8F, widest.y * 1.5F));
  draw_all(style, model);
  ImPlot::EndPlot();
}

}  // namespace lanescope::ui::panels::timings
