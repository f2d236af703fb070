#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "ui/commands/commands.hpp"
#include "ui/session/session.hpp"
#include "ui/style/style.hpp"

struct ImGuiDockNode;
struct ImGuiTabBar;

namespace lanescope::ui::panels {

// What a panel gets to draw one frame: it reads the session and posts commands.
struct Frame {
  const session::Session& session;
  commands::CommandQueue& commands;
  const style::Style& style;  // colours by role, fonts, spacing, scale
  double seconds = 0.0;       // since the start, for gentle motion only
};

// A panel: one class, one file pair, one test file. The base draws the window, the header (title,
// subtitle, right-hand note), the help button; a panel draws its content into the space given.
// Draw functions go query → model → paint: search, sort and allocate in the model only.
class Panel {
 public:
  Panel() = default;
  Panel(const Panel&) = delete;
  Panel& operator=(const Panel&) = delete;
  virtual ~Panel() = default;

  [[nodiscard]] virtual std::string_view id()
      const = 0;  // "warps": stable, used by layouts and tests
  [[nodiscard]] virtual std::string_view title() const = 0;  // "Warps"
  [[nodiscard]] virtual std::string_view help() const = 0;   // what it shows and how to read it
  // The panel that it is a tab behind wherever a layout does not name it, by id. Empty: it stands
  // where layouts name it, and nowhere else.
  [[nodiscard]] virtual std::string_view neighbour() const = 0;
  // Whether this rung can have anything to show in it: where not, it is no tab until it is asked
  // for.
  [[nodiscard]] virtual bool suits(const session::Session&) const { return true; }
  // The height of its content, in pixels, with which it shows all that it has for this run, at a
  // width; 0: the more the better. The same at every moment, so that nothing moves while one steps.
  [[nodiscard]] virtual float enough_height(const Frame&, float /*width*/) { return 0.0F; }
  // Whether something that it draws is still being made, beside the frames.
  [[nodiscard]] virtual bool is_waiting() const { return false; }
  virtual std::string subtitle(const Frame&) { return {}; }  // grey, after the title
  virtual std::string note(const Frame&) { return {}; }      // grey, at the right end of the header
  virtual std::string brief_note(const Frame&) { return {}; }  // in its place where it has no room
  // What a click on the note does; empty: nothing.
  virtual std::string note_command(const Frame&) { return {}; }
  // Buttons at the right end of the header, and how wide they are with their gaps; 0: none.
  [[nodiscard]] virtual float tools_width(const Frame&) const { return 0.0F; }
  virtual void draw_tools(Frame&) {}
  virtual void draw_content(Frame& frame) = 0;

  void draw(Frame& frame, bool* open);

 private:
  struct HeaderWords;
  void draw_docked_header(Frame& frame, ImGuiDockNode& node, const HeaderWords& words);
  void draw_floating_header(Frame& frame, const HeaderWords& words);
  void show_tab(ImGuiTabBar& bar);

  int frames_to_tab_ = 3;  // until it is in front with all others in their places
};

}  // namespace lanescope::ui::panels
