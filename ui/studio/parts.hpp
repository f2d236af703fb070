#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include <imgui.h>

#include "lab/lesson/later_subjects.hpp"
#include "ui/panels/panel.hpp"
#include "ui/studio/scrubber.hpp"

// The parts of the studio around the panels. Each draws in the current window, from the cursor on.
namespace lanescope::ui::studio {

[[nodiscard]] float top_bar_height(const style::Style& style);
// `later`: the subjects that its menu of the course has places for.
void draw_top_bar(panels::Frame& frame, std::span<const lesson::LaterSubject> later);

[[nodiscard]] float transport_height(const style::Style& style);
void draw_transport(panels::Frame& frame, Scrubber& scrubber);

// What went wrong with the last run or command, in a line; 0 high when nothing did.
[[nodiscard]] float status_height(const panels::Frame& frame);
void draw_status(panels::Frame& frame);

// Words and two buttons in a line.
struct OfferAnswer {
  const char* id;
  const char* words;
  const char* command;
};
void draw_offer(panels::Frame& frame, std::string_view words, const OfferAnswer& accept,
                const OfferAnswer& decline);
// What a crash has left behind: recover it or not?
void draw_recovery(panels::Frame& frame);

// The lesson or file, the rung or kernel, and the moment, in words.
[[nodiscard]] std::string place_name(const session::Session& session);
[[nodiscard]] std::string rung_name(const session::Session& session);
struct MomentWords {
  std::string tick, phase;
};
[[nodiscard]] MomentWords where(const session::Session& session);

// The class's window: the place and the moment at its top, the step's question at its bottom, its
// choices lettered, without the answer until it is revealed.
[[nodiscard]] float projector_header_height(const style::Style& style);
void draw_projector_header(panels::Frame& frame);
[[nodiscard]] float question_band_height(const panels::Frame& frame,
                                         float width);  // 0: no question
void draw_question_band(panels::Frame& frame, ImVec2 min, ImVec2 max);

// A file was dragged onto the window and fits several arguments: which one shall it be?
void draw_dropped(panels::Frame& frame);

// Files, undo, and what goes out: the menu under the name at the top left.
void file_menu(panels::Frame& frame);

// The list of all commands, over everything.
struct PaletteView {
  std::string filter;
  int row = 0;
  bool refocus = false, to_end = false;  // something was written into the line
};
void draw_palette(panels::Frame& frame, PaletteView& view, bool just_opened);

// Posts the commands whose keys are pressed.
void take_keys(panels::Frame& frame);
[[nodiscard]] bool is_known_key(std::string_view shortcut);  // "Ctrl+Shift+T"

// The rounded grounds of the docked panels, under them. Call before DockSpace().
void paint_grounds(const style::Style& style, std::uint32_t dock_id);

}  // namespace lanescope::ui::studio
