#include "ui/studio/scrubber.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_stdlib.h>

#include "ui/teaching/hidden_answer.hpp"
#include "ui/widgets/text.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::studio {
namespace {

// Places of marks along the whole line, however wide it is: about three pixels on a large screen.
constexpr double kPlaces = 480.0;

// One mark of a kind a place is all that can be seen; of millions, most are passed over by a
// comparison.
class Thinned {
 public:
  Thinned(std::vector<float>& to, std::uint64_t ticks)
      : to_(to), ticks_(static_cast<double>(ticks)) {}
  void add(Tick tick) {
    if (tick.value < next_) return;
    const double place = std::floor(static_cast<double>(tick.value) / ticks_ * kPlaces);
    next_ = static_cast<std::uint64_t>(std::ceil((place + 1.0) * ticks_ / kPlaces));
    to_.push_back(static_cast<float>(place / kPlaces));
  }

 private:
  std::vector<float>& to_;
  double ticks_;
  std::uint64_t next_ = 0;  // first tick of the next place
};

struct Track {
  ImVec2 min, max;  // of the line of time
  float unit;       // a pixel at scale 1
  [[nodiscard]] float x(float share) const { return min.x + (max.x - min.x) * share; }
  [[nodiscard]] float middle() const { return (min.y + max.y) / 2; }
};

void paint_track(ImDrawList& list, const style::Style& style, const Track& track, float share) {
  const float half = 2.5F * track.unit, y = track.middle();
  list.AddRectFilled({track.min.x, y - half}, {track.max.x, y + half},
                     style.pack(style::Role::Line), half);
  list.AddRectFilled({track.min.x, y - half}, {track.x(share), y + half},
                     style.pack(style::Role::Accent), half);
}

void paint_bars(ImDrawList& list, const Track& track, const std::vector<float>& at, float reach,
                std::uint32_t colour) {
  for (const float share : at) {
    const float x = std::floor(track.x(share));
    list.AddRectFilled({x, track.middle() - reach}, {x + 2.0F * track.unit, track.middle() + reach},
                       colour);
  }
}

void paint_triangles(ImDrawList& list, const Track& track, const std::vector<float>& at,
                     std::uint32_t colour) {
  const float y = track.middle() - 7.0F * track.unit, r = 4.0F * track.unit;
  for (const float share : at) {
    const float x = track.x(share);
    list.AddTriangleFilled({x - r, y - r * 1.4F}, {x + r, y - r * 1.4F}, {x, y}, colour);
  }
}

void paint_dots(ImDrawList& list, const Track& track, const std::vector<float>& at,
                std::uint32_t colour) {
  for (const float share : at) {
    list.AddCircleFilled({track.x(share), track.middle() + 10.0F * track.unit}, 2.6F * track.unit,
                         colour);
  }
}

void paint_crosses(ImDrawList& list, const Track& track, const std::vector<float>& at,
                   std::uint32_t colour) {
  const float y = track.middle() - 11.0F * track.unit, r = 4.0F * track.unit;
  for (const float share : at) {
    const float x = track.x(share);
    list.AddLine({x - r, y - r}, {x + r, y + r}, colour, 2.0F * track.unit);
    list.AddLine({x - r, y + r}, {x + r, y - r}, colour, 2.0F * track.unit);
  }
}

// A flag on a pole for each bookmark; true while the pointer is on one, whose words are shown.
bool paint_bookmarks(panels::Frame& frame, ImDrawList& list, const Track& track, double count) {
  const style::Style& style = frame.style;
  const trace::Trace& trace = *frame.session.trace();
  const std::uint32_t colour = style.outline(style::Role::Selected);
  const float top = track.middle() - 18.0F * track.unit, size = 7.0F * track.unit;
  const view::Bookmark* under = nullptr;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  for (const view::Bookmark& mark : frame.session.state().marks.bookmarks) {
    const auto tick = static_cast<double>(view::tick_at(trace, mark.place).value);
    const float x = std::floor(track.x(static_cast<float>(tick / count)));
    list.AddLine({x, top}, {x, track.middle()}, colour, 1.5F * track.unit);
    list.AddTriangleFilled({x, top}, {x + size * 1.2F, top + size * 0.5F}, {x, top + size}, colour);
    const bool near = mouse.x > x - 4 * track.unit && mouse.x < x + size * 1.4F &&
                      mouse.y < track.middle() - 4 * track.unit;
    if (near && ImGui::IsItemHovered()) under = &mark;
  }
  if (under == nullptr) return false;
  const std::uint64_t tick = view::tick_at(trace, under->place).value;
  widgets::tooltip(style, under->note.empty() ? say("Bookmark at tick {}. A click goes there.",
                                                    widgets::grouped(tick))
                                              : say("Bookmark at tick {}: {}. A click goes there.",
                                                    widgets::grouped(tick), under->note));
  if (ImGui::IsItemClicked()) frame.commands.post(fmt::format("goto tick={}", tick));
  return true;
}

// Right button: a note for the moment that is shown.
void bookmark_menu(panels::Frame& frame, std::string& note) {
  if (!ImGui::BeginPopupContextItem("###bookmark-menu")) return;
  if (ImGui::IsWindowAppearing()) {
    note.clear();
    ImGui::SetKeyboardFocusHere();
  }
  const float width = frame.style.text_size * 18;
  ImGui::SetNextItemWidth(width);
  const bool done = ImGui::InputTextWithHint("###note", tr("A note for this moment, then Return"),
                                             &note, ImGuiInputTextFlags_EnterReturnsTrue);
  if (done) {
    frame.commands.post(fmt::format("bookmark note={}", session::quote(note)));
    ImGui::CloseCurrentPopup();
  }
  ImGui::Separator();
  const bool any = !frame.session.state().marks.bookmarks.empty();
  if (ImGui::MenuItem(fmt::format("{}###next", tr("Next bookmark")).c_str(), "N", false, any))
    frame.commands.post("next-bookmark");
  if (ImGui::MenuItem(fmt::format("{}###previous", tr("Previous bookmark")).c_str(), "Shift+N",
                      false, any))
    frame.commands.post("previous-bookmark");
  if (ImGui::MenuItem(fmt::format("{}###clear", tr("Clear all bookmarks")).c_str(), nullptr, false,
                      any))
    frame.commands.post("clear-bookmarks");
  ImGui::EndPopup();
}

std::string hint(std::uint64_t tick, std::uint64_t count) {
  return say(
      "Tick {} of {}. Drag to move through time. Bars across: barriers; triangles above: bank "
      "conflicts; dots below: divergent branches; crosses: faults; flags: bookmarks (M sets one, "
      "the right button one with a note).",
      widgets::grouped(tick), widgets::grouped(count));
}

}  // namespace

void Scrubber::gather(const session::Session& session) {
  const std::uint64_t run = session.run() == nullptr ? 0 : session.run()->id;
  if (run == run_) return;
  run_ = run;
  pixels_ = {};
  const trace::Trace* trace = session.trace();
  if (trace == nullptr || trace->tick_count() == 0) return;
  const std::uint64_t count = trace->tick_count();
  Thinned barriers(pixels_.barriers, count), conflicts(pixels_.conflicts, count);
  Thinned divergences(pixels_.divergences, count), faults(pixels_.faults, count);
  Thinned launches(pixels_.launches, count);
  for (const trace::Mark& mark : trace->marks()) {
    switch (mark.kind) {
      case trace::MarkKind::Barrier:
        barriers.add(mark.tick);
        break;
      case trace::MarkKind::BankConflict:
        conflicts.add(mark.tick);
        break;
      case trace::MarkKind::Divergence:
        divergences.add(mark.tick);
        break;
      case trace::MarkKind::Fault:
        faults.add(mark.tick);
        break;
      case trace::MarkKind::LaunchBoundary:
        launches.add(mark.tick);
        break;
      case trace::MarkKind::Uncoalesced:
        break;
    }
  }
}

void Scrubber::draw(panels::Frame& frame, float width, float height) {
  const style::Style& style = frame.style;
  gather(frame.session);
  const trace::Trace* trace = frame.session.trace();
  const std::uint64_t count = trace == nullptr ? 0 : trace->tick_count();
  ImGui::InvisibleButton("###scrubber", {width, height});
  const float knob = 7.5F * style.scale;
  const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
  const Track track{{low.x + knob, low.y}, {high.x - knob, high.y}, style.scale};
  const float pointer = std::clamp(
      (ImGui::GetIO().MousePos.x - track.min.x) / std::max(track.max.x - track.min.x, 1.0F), 0.0F,
      1.0F);
  const auto under = static_cast<std::uint64_t>(
      std::lround(static_cast<double>(pointer) * static_cast<double>(count)));
  const double ticks = static_cast<double>(std::max<std::uint64_t>(count, 1));
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const bool on_bookmark = count > 0 && paint_bookmarks(frame, list, track, ticks);
  if (ImGui::IsItemActive() && !on_bookmark && count > 0 &&
      under != frame.session.state().cursor.tick.value) {
    frame.commands.post(fmt::format("goto tick={}", under));
  }
  if (ImGui::IsItemHovered() && !on_bookmark && count > 0)
    widgets::tooltip(style, hint(under, count));
  if (count > 0) bookmark_menu(frame, note_);
  const float share =
      count == 0 ? 0.0F
                 : static_cast<float>(static_cast<double>(frame.session.state().cursor.tick.value) /
                                      static_cast<double>(count));
  paint_track(list, style, track, share);
  const teaching::HiddenAnswer withheld(frame.session);
  if (!withheld.counter("barriers"))
    paint_bars(list, track, pixels_.barriers, 11.0F * style.scale,
               style.outline(style::Role::Waiting));
  if (!withheld.launches())
    paint_bars(list, track, pixels_.launches, 15.0F * style.scale,
               style.pack(style::Role::TextSecondary));
  if (!withheld.counter("shared.bank_conflicts"))
    paint_triangles(list, track, pixels_.conflicts, style.outline(style::Role::Conflict));
  if (!withheld.counter("divergent_branches"))
    paint_dots(list, track, pixels_.divergences, style.outline(style::Role::Divergence));
  paint_crosses(list, track, pixels_.faults, style.outline(style::Role::Error));
  const ImVec2 at{track.x(share), track.middle()};
  list.AddCircleFilled(at, knob, style.pack(style::Role::Panel));
  list.AddCircleFilled(at, knob - 1.5F * style.scale, style.pack(style::Role::Selected));
}

}  // namespace lanescope::ui::studio
