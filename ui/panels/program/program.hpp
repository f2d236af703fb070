#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "ui/figures/program/host_strip.hpp"
#include "ui/figures/program/host_timeline.hpp"
#include "ui/figures/program/launch_list.hpp"
#include "ui/figures/program/lesson_timeline.hpp"
#include "ui/figures/program/page_map.hpp"
#include "ui/panels/panel.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::panels::program {

class ProgramPanel final : public Panel {
 public:
  [[nodiscard]] std::string_view id() const override { return "program"; }
  [[nodiscard]] std::string_view title() const override { return tr("Program"); }
  [[nodiscard]] std::string_view help() const override;
  [[nodiscard]] std::string_view neighbour() const override { return "warps"; }
  [[nodiscard]] bool suits(const session::Session& session) const override {
    return session.open_program() != nullptr || session.program_process().running() ||
           figures::program::shown_schedule(session) != nullptr ||
           figures::program::shown_migration(session) != nullptr;
  }
  std::string subtitle(const Frame& frame) override;
  std::string note(const Frame& frame) override;
  void draw_content(Frame& frame) override;

 private:
  void read(const Frame& frame);
  static void draw_lesson(Frame& frame, const lanescope::lesson::LessonSchedule& schedule);
  void draw_migration(Frame& frame, const lanescope::lesson::LessonMigration& migration);
  void draw_process(Frame& frame);
  void draw_program(Frame& frame);
  void draw_measured(Frame& frame) const;
  void draw_choices(Frame& frame) const;

  // Of the program that is open.
  std::shared_ptr<const lanescope::program::SavedProgram> of_;
  figures::program::HostStrip calls_;
  std::optional<view::HostTimelineView> timeline_of_;
  figures::program::HostTimeline timeline_;

  // Of a lesson's step: what the pages on screen were made from.
  struct PagesOf {
    std::string migration;
    std::uint64_t run = 0;
    bool complete = false, revealed = false;
    friend bool operator==(const PagesOf&, const PagesOf&) = default;
  };
  std::optional<PagesOf> pages_of_;
  figures::program::PageMap pages_;
};

}  // namespace lanescope::ui::panels::program
