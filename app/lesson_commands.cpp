#include <fmt/format.h>

#include "app/commands.hpp"
#include "app/equipment.hpp"
#include "app/messages.hpp"
#include "app/wanted_lessons.hpp"
#include "lab/hardware/recorded_numbers.hpp"
#include "lab/lesson/check.hpp"

namespace lanescope::app {
namespace {

std::string verdict_line(const lesson::ClaimVerdict& verdict) {
  const std::string name = verdict.lesson + "/" + verdict.claim;
  if (!verdict.problem.empty()) return fmt::format("FALSE  {}: {}\n", name, verdict.problem);
  if (verdict.holds) return fmt::format("true   {}\n", name);
  return fmt::format("FALSE  {}: stated {}, found {}\n", name, verdict.stated, verdict.found);
}

}  // namespace

int list_command() {
  const Result<WantedLessons> wanted = wanted_lessons({});
  if (!wanted) return complain(wanted.error());
  complain_of(wanted->broken);
  std::string text;
  for (const lesson::Lesson& lesson : wanted->lessons) {
    text += fmt::format("{}\t{}\n", lesson.id, lesson.title);
    for (const lesson::Rung& rung : lesson.rungs)
      text += fmt::format("  {}\t{}\n", rung.id, rung.title);
  }
  const Result<void> written = write_output("", text);
  return written ? 0 : complain(written.error());
}

int check_command(const CommandLine& line) {
  const Result<WantedLessons> wanted = wanted_lessons(line.lessons);
  if (!wanted) return complain(wanted.error());
  complain_of(wanted->broken);
  const std::unique_ptr<ports::toolchain::Compiler> compiler = equipment().compiler();
  const hardware::LoadedMeasurements loaded = hardware::load_measurements();
  const lesson::RecordedNumbers recorded =
      hardware::recorded_numbers(hardware::lessons_recording(loaded.files));
  // Without a compiler and without the shipped images nothing can be said about any claim.
  std::size_t held = 0;
  std::size_t failed = 0;
  for (const lesson::Lesson& lesson : wanted->lessons) {
    for (const lesson::ClaimVerdict& verdict :
         lesson::check(lesson, *compiler, equipment().disassembler(), recorded)) {
      const Result<void> written = write_output("", verdict_line(verdict));
      if (!written) return complain(written.error());
      (verdict.holds ? held : failed) += 1;
    }
  }
  const Result<void> written = write_output("", fmt::format("{} hold, {} do not\n", held, failed));
  if (!written) return complain(written.error());
  return failed == 0 && wanted->broken.empty() ? 0 : 1;
}

}  // namespace lanescope::app
