#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ui/panels/panel.hpp"
#include "ui/studio/columns.hpp"
#include "ui/studio/dialog.hpp"
#include "ui/studio/parts.hpp"
#include "ui/studio/pen.hpp"
#include "ui/studio/scrubber.hpp"
#include "ui/studio/tour.hpp"
#include "ui/style/fonts.hpp"
#include "ui/widgets/term_text.hpp"

namespace lanescope::ui::studio {

// Everything on the screen: top bar, transport, the docked panels, the command palette. The same
// for a window, a shot and a test:
//
//   begin(seconds) · ImGui::NewFrame() · draw() · ImGui::Render() · end()
class Studio {
 public:
  // Whose window it is: the studio with its controls, or the class's, which shows the same session
  // in large type and never moves it on.
  enum class Audience : std::uint8_t { User, Class };

  // Needs a current ImGui context, whose fonts it loads.
  explicit Studio(session::Session& session, Audience audience = Audience::User);
  ~Studio();
  Studio(const Studio&) = delete;
  Studio& operator=(const Studio&) = delete;

  void begin(double seconds);  // takes results, moves the animation, sets the style
  void draw();
  void end();  // runs the commands that the frame posted

  [[nodiscard]] const style::Style& style() const { return style_; }
  void log_labels(widgets::LabelLog* log) { labels_ = log; }
  void allow_dialogs() { dialog_.allow(); }
  // Where a panel is in the last frame, x, y, width, height in pixels; empty: it is not in sight.
  struct PanelRect {
    float x = 0, y = 0, width = 0, height = 0;
  };
  [[nodiscard]] static std::optional<PanelRect> place_of_panel(const std::string& id);
  // Whether a panel in sight shows less than it will: a picture waits for it.
  [[nodiscard]] bool is_waiting() const;
  // Why the layout could not be read; empty when it was.
  [[nodiscard]] const std::string& complaint() const { return complaint_; }

 private:
  void set_style();
  [[nodiscard]] style::StyleOptions wanted_style() const;
  void begin_host();
  void draw_bars(panels::Frame& frame);
  void serve_user();
  void draw_over(panels::Frame& frame);
  void share_pointer(panels::Frame& frame);
  void draw_shared_pointer();
  void draw_dock(panels::Frame& frame);
  void arrange(std::uint32_t dock_id, float width, float height);
  void fit_columns(panels::Frame& frame);
  void draw_panels(panels::Frame& frame);
  void bring_first_tabs();
  void bring_to_front();
  [[nodiscard]] const std::vector<std::string>& panels_of_place();
  [[nodiscard]] bool is_wanted(const panels::Panel& panel);

  session::Session& session_;
  Audience audience_;
  commands::CommandQueue commands_;
  std::vector<std::unique_ptr<panels::Panel>> panels_;
  style::Fonts fonts_;
  style::Style style_;
  style::StyleOptions styled_as_;
  bool styled_ = false;
  std::string layout_, complaint_;       // the layout that is arranged now
  std::vector<std::string> in_layout_;   // its panels
  std::vector<std::string> first_tabs_;  // those in front at first
  Columns columns_;
  std::uint64_t focus_seen_ = 0, step_seen_ = 0;
  std::vector<lesson::LaterSubject> later_;
  const lesson::LessonStep* named_by_ = nullptr;
  std::vector<std::string> named_;
  int frames_to_bring_ = 0;  // a panel that comes with a step has its tab a frame later
  int frames_since_arranged_ = 0;
  Scrubber scrubber_;
  FileDialog dialog_;
  PaletteView palette_;
  bool palette_was_open_ = false;
  PenLayer pen_;
  Box dock_;           // of the panels, in the last frame
  StudioParts parts_;  // around them
  widgets::TermClicks terms_;
  PanelPoint pointed_;  // the pointer as the class was shown it last
  double seconds_ = 0.0;
  widgets::LabelLog* labels_ = nullptr;
};

}  // namespace lanescope::ui::studio
