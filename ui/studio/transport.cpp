#include <array>
#include <string>

#include <fmt/format.h>
#include <imgui.h>

#include "ui/studio/parts.hpp"
#include "ui/teaching/hidden_answer.hpp"
#include "ui/view/relative_moment.hpp"
#include "ui/widgets/buttons.hpp"
#include "ui/widgets/text.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::studio {
namespace {

struct Button {
  const char* id;
  widgets::Icon icon;
  const char* command;
};
// Ids are the commands' names: `transport/###step-forward`.
constexpr std::array<Button, 7> kButtons{
    {{"###to-start", widgets::Icon::ToStart, "to-start"},
     {"###previous-phase", widgets::Icon::PreviousPhase, "previous-phase"},
     {"###step-back", widgets::Icon::StepBack, "step-back"},
     {"###play-pause", widgets::Icon::Play, "play-pause"},
     {"###step-forward", widgets::Icon::StepForward, "step-forward"},
     {"###next-phase", widgets::Icon::NextPhase, "next-phase"},
     {"###to-end", widgets::Icon::ToEnd, "to-end"}}};

std::string hint_of(const commands::CommandRow& row) {
  return row.shortcut.empty() ? row.shown_help()
                              : fmt::format("{} ({})", row.shown_help(), row.shortcut);
}

void draw_buttons(panels::Frame& frame, float size) {
  const style::Style& style = frame.style;
  const bool ready = frame.session.trace() != nullptr;
  for (const Button& button : kButtons) {
    const bool playing = frame.session.state().cursor.playing && button.icon == widgets::Icon::Play;
    if (widgets::icon_button(style, button.id, playing ? widgets::Icon::Pause : button.icon,
                             {size, size},
                             button.icon == widgets::Icon::Play ? widgets::Emphasis::Chosen
                                                                : widgets::Emphasis::Plain,
                             ready)) {
      frame.commands.post(button.command);
    }
    if (ImGui::IsItemHovered())
      widgets::tooltip(style, hint_of(*commands::find_command(button.command)));
    ImGui::SameLine(0, style.gap * 0.75F);
  }
}

struct UnitRow {
  view::StepUnit unit;
  const char* value;
  const char* words;
  const char* hint;
};
constexpr std::array<UnitRow, 4> kUnits{{
    {view::StepUnit::WarpInstruction, "instruction", mark("warp instr."),
     mark("One instruction of one warp.")},
    {view::StepUnit::Round, "round", mark("every warp"),
     mark("One instruction of every warp that can issue.")},
    {view::StepUnit::Line, "line", mark("source line"),
     mark("Until this warp stands on another source line.")},
    {view::StepUnit::Phase, "phase", mark("phase"), mark("Until the next barrier opens.")},
}};

void draw_unit(panels::Frame& frame, float width) {
  const UnitRow& now = kUnits[static_cast<std::size_t>(frame.session.state().pace.step_unit)];
  if (widgets::drop_down(frame.style, "###step-unit", say("step: {}", tr(now.words)), width))
    ImGui::OpenPopup("###units");
  if (ImGui::IsItemHovered()) widgets::tooltip(frame.style, tr("What one step is."));
  if (!ImGui::BeginPopup("###units")) return;
  for (const UnitRow& row : kUnits) {
    if (ImGui::MenuItem(fmt::format("{}###{}", tr(row.words), row.value).c_str(), nullptr,
                        row.unit == now.unit)) {
      frame.commands.post(fmt::format("step-unit value={}", row.value));
    }
    if (ImGui::IsItemHovered()) widgets::tooltip(frame.style, tr(row.hint));
  }
  ImGui::EndPopup();
}

// Steps a second at 1.0 ×.
constexpr double kNormalSpeed = 4.0;
constexpr std::array<double, 9> kSpeeds{0.25, 0.5, 1, 2, 4, 8, 32, 256, 2048};

void draw_speed(panels::Frame& frame, float width) {
  const double now = frame.session.state().pace.steps_per_second / kNormalSpeed;
  if (widgets::drop_down(frame.style, "###speed", fmt::format("{:.4g} ×", now), width))
    ImGui::OpenPopup("###speeds");
  if (ImGui::IsItemHovered()) {
    widgets::tooltip(frame.style, say("{:.4g} steps a second while playing (+ and -).",
                                      frame.session.state().pace.steps_per_second));
  }
  if (!ImGui::BeginPopup("###speeds")) return;
  for (const double speed : kSpeeds) {
    if (ImGui::MenuItem(fmt::format("{:g} ×###{:g}", speed, speed).c_str(), nullptr,
                        speed == now)) {
      frame.commands.post(fmt::format("speed value={:g}", speed * kNormalSpeed));
    }
  }
  ImGui::EndPopup();
}

// All jumps through time in one menu: the commands of the table, with their keys.
constexpr std::array<const char*, 18> kJumps{
    {"next-divergence", "previous-divergence", "next-conflict", "previous-conflict", "next-barrier",
     "previous-barrier", "next-fault", "previous-fault", "", "next-touch", "previous-touch",
     "next-write", "previous-write", "who-wrote-register", "", "next-break", "previous-break",
     "bookmark"}};

void draw_jumps(panels::Frame& frame, float width) {
  const bool ready = frame.session.trace() != nullptr;
  if (widgets::drop_down(frame.style, "###jump", tr("jump"), width) && ready)
    ImGui::OpenPopup("###jumps");
  if (ImGui::IsItemHovered())
    widgets::tooltip(
        frame.style,
        tr("Through time: to divergences, conflicts, barriers, faults, accesses to the selected "
           "element, and breakpoints."));
  if (!ImGui::BeginPopup("###jumps")) return;
  for (const char* name : kJumps) {
    if (*name == '\0') {
      ImGui::Separator();
      continue;
    }
    const commands::CommandRow& row = *commands::find_command(name);
    if (ImGui::MenuItem(fmt::format("{}###{}", row.shown_title(), row.name).c_str(),
                        std::string(row.shortcut).c_str(), false, row.enabled(frame.session)))
      frame.commands.post(name);
    if (ImGui::IsItemHovered()) widgets::tooltip(frame.style, row.shown_help());
  }
  ImGui::EndPopup();
}

// Which launch is on screen, and of which kernel's where a kernel launched it.
std::string launch_words(const session::Session& session, std::uint32_t launch) {
  const std::vector<engine::Launch>& planned = session.run()->plan().launches;
  const std::size_t count = session.trace()->launches().size();
  const bool withheld = teaching::HiddenAnswer(session).launches();
  if (launch < planned.size() && planned[launch].depth > 0) {
    const std::uint32_t parent = planned[launch].parent + 1;
    return withheld ? say("launch {}, by launch {}", launch + 1, parent)
                    : say("launch {} of {}, by launch {}", launch + 1, count, parent);
  }
  return withheld ? say("launch {}", launch + 1) : say("launch {} of {}", launch + 1, count);
}

}  // namespace

MomentWords where(const session::Session& session) {
  const trace::Trace* trace = session.trace();
  if (trace == nullptr) return {tr("no run yet"), session.busy() ? session.activity() : ""};
  const view::State& s = session.state();
  MomentWords out;
  out.tick = say("tick {} / {}", widgets::grouped(s.cursor.tick.value),
                 widgets::grouped(trace->tick_count()));
  if (session.busy() && !session.activity().empty()) {
    out.phase = session.activity() + " …";
    return out;
  }
  const auto step = session.shown_step();
  if (!step) return out;
  const auto phase = view::phase_at(*trace, step->launch, step->block, step->tick);
  // How many there are may be what the lesson's question asks.
  const teaching::HiddenAnswer withheld(session);
  if (phase) {
    out.phase = withheld.counter("barriers")
                    ? say("phase {}", phase->number + 1)
                    : say("phase {} of {}", phase->number + 1,
                          view::phase_count(*trace, step->launch, step->block));
  }
  if (trace->launches().size() > 1) {
    if (!out.phase.empty()) out.phase += " · ";
    out.phase += launch_words(session, step->launch);
  }
  return out;
}

namespace {

void draw_where(const style::Style& style, const MomentWords& words, ImVec2 min, ImVec2 max) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float middle = (min.y + max.y) / 2;
  widgets::draw_text_in(list, style, widgets::mono(style),
                        {min.x, middle - style.text_size * 1.25F}, {max.x, middle}, words.tick,
                        1.0F);
  widgets::draw_text_in(list, style, widgets::small_text(style), {min.x, middle},
                        {max.x, middle + style.text_size * 1.25F}, words.phase, 1.0F);
}

float where_width(const style::Style& style, const MomentWords& words) {
  return std::max({widgets::measure(style, widgets::mono(style), words.tick).x,
                   widgets::measure(style, widgets::small_text(style), words.phase).x,
                   style.text_size * 9});
}

}  // namespace

float transport_height(const style::Style& style) {
  return style.presenter ? style.text_size * 1.9F : style.text_size * 2.2F + style.gap * 2.2F;
}

namespace {

// Before a class: the line of time alone, with the moment beside it. Keys do the rest.
void draw_slim_transport(panels::Frame& frame, Scrubber& scrubber) {
  const style::Style& style = frame.style;
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x, height = transport_height(style);
  const float edge = style.gap * 1.25F;
  const MomentWords words = where(frame.session);
  const std::string moment = words.phase.empty() ? words.tick : words.tick + "   " + words.phase;
  const float words_width =
      widgets::measure(style, widgets::small_mono(style), moment).x + style.gap;
  const float line = std::max(width - 2 * edge - words_width - style.padding, width * 0.3F);
  ImGui::SetCursorScreenPos({origin.x + edge, origin.y});
  ImGui::PushID("transport");
  scrubber.draw(frame, line, height);
  ImGui::PopID();
  widgets::draw_text_in(*ImGui::GetWindowDrawList(), style, widgets::small_mono(style),
                        {origin.x + edge + line + style.padding, origin.y},
                        {origin.x + width - edge, origin.y + height}, moment, 1.0F);
  ImGui::SetCursorScreenPos(origin);
  ImGui::Dummy({width, height + style.gap * 0.5F});
}

}  // namespace

void draw_transport(panels::Frame& frame, Scrubber& scrubber) {
  if (frame.style.presenter) {
    draw_slim_transport(frame, scrubber);
    return;
  }
  const style::Style& style = frame.style;
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x, height = transport_height(style);
  const float edge = style.gap * 1.25F, inner = style.padding;
  const ImVec2 min{origin.x + edge, origin.y}, max{origin.x + width - edge, origin.y + height};
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(min, max, style.pack(style::Role::Panel), style.rounding * 1.2F);
  list.AddRect(min, max, style.pack(style::Role::Line), style.rounding * 1.2F);
  const float button = style.text_size * 2.2F;
  ImGui::SetCursorScreenPos({min.x + inner, (min.y + max.y - button) / 2});
  ImGui::PushID("transport");
  draw_buttons(frame, button);

  const MomentWords words = where(frame.session);
  const float right = max.x - inner;
  const float text_width = where_width(style, words);
  const float unit_width = widgets::drop_down_size(style, say("step: {}", tr("source line"))).x;
  const float speed_width = widgets::drop_down_size(style, "2048 ×").x;
  const float chosen_height = widgets::drop_down_size(style, "x").y;
  float x = ImGui::GetCursorScreenPos().x + style.gap;
  const float scrubber_least = style.text_size * 12;
  const float room = right - x - text_width - style.padding * 2;
  const bool unit_fits = room - unit_width - style.gap > scrubber_least;
  const bool speed_fits =
      unit_fits && room - unit_width - speed_width - 2 * style.gap > scrubber_least;
  const float line = (min.y + max.y - chosen_height) / 2;
  if (unit_fits) {
    ImGui::SetCursorScreenPos({x, line});
    draw_unit(frame, unit_width);
    x += unit_width + style.gap;
  }
  if (speed_fits) {
    ImGui::SetCursorScreenPos({x, line});
    draw_speed(frame, speed_width);
    x += speed_width + style.gap;
  }
  const float jump_width = widgets::drop_down_size(style, tr("jump")).x;
  if (right - x - text_width - style.padding * 2 - jump_width - style.gap > scrubber_least) {
    ImGui::SetCursorScreenPos({x, line});
    draw_jumps(frame, jump_width);
    x += jump_width + style.gap;
  }
  x += style.gap;
  const bool text_fits = right - text_width - style.padding - x > scrubber_least / 2;
  const float end = text_fits ? right - text_width - style.padding : right;
  ImGui::SetCursorScreenPos({x, min.y + 2 * style.scale});
  scrubber.draw(frame, std::max(end - x, 40.0F * style.scale), height - 4 * style.scale);
  ImGui::PopID();
  if (text_fits) draw_where(style, words, {end, min.y}, {right, max.y});
  ImGui::SetCursorScreenPos(origin);
  ImGui::Dummy({width, height + style.gap});
}

namespace {

std::string problem(const session::Session& session) {
  if (session.failure()) return session.failure()->error.text();
  return session.message();
}

}  // namespace

float status_height(const panels::Frame& frame) {
  return problem(frame.session).empty() ? 0.0F : frame.style.text_size * 2.0F;
}

void draw_status(panels::Frame& frame) {
  const style::Style& style = frame.style;
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x, height = status_height(frame);
  const float edge = style.gap * 1.25F;
  const ImVec2 min{origin.x + edge, origin.y}, max{origin.x + width - edge, origin.y + height};
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(min, max, style.pack(style::Role::Error, 0.12F), style.rounding);
  list.AddRect(min, max, style.outline(style::Role::Error), style.rounding);
  std::string text = problem(frame.session);
  if (const auto line_end = text.find('\n'); line_end != std::string::npos) text.resize(line_end);
  if (frame.session.failure() && frame.session.run() != nullptr)
    text += tr("   (the picture shows the run before)");
  widgets::draw_icon(list, widgets::Icon::Cross,
                     {min.x + style.padding * 1.2F, (min.y + max.y) / 2}, style.text_size * 0.7F,
                     style.ink(style::Role::Error));
  widgets::draw_text_in(list, style, widgets::plain(style), {min.x + style.padding * 2.2F, min.y},
                        {max.x - style.padding, max.y}, text, 0.0F);
  widgets::tooltip_over(style, min, max, problem(frame.session));
  ImGui::SetCursorScreenPos(origin);
  ImGui::Dummy({width, height + style.gap});
}

}  // namespace lanescope::ui::studio
