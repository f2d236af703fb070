#include <fmt/format.h>

#include "app/commands.hpp"
#include "app/equipment.hpp"
#include "app/messages.hpp"
#include "lab/lesson/lesson.hpp"
#include "lab/lesson/lesson_reader.hpp"
#include "lab/lesson/paths.hpp"
#include "lab/report/doctor.hpp"

namespace lanescope::app {
namespace {

// What the driver says of each GPU.
std::string device_query() {
  if (!equipment().has_gpu_driver()) return {};
  const ports::device::GpuResult<ports::device::GpuList> list = equipment().gpu()->list();
  if (const auto* failed = std::get_if<ports::device::GpuFailure>(&list))
    return fmt::format("{:<8} {:<18} {}\n", "missing", "GPU", failed->error.message);
  std::string text;
  int number = 0;
  for (const ports::device::GpuDevice& device : std::get<ports::device::GpuList>(list).devices) {
    text += fmt::format("\nGPU {}\n", number++);
    for (const ports::device::GpuFact& fact : ports::device::facts(device))
      text += fmt::format("  {:<50} {}\n", fact.words, fact.value);
  }
  return text;
}

}  // namespace

int doctor_command() {
  std::vector<lesson::BrokenLesson> broken;
  const auto lessons = lesson::load_lessons(lesson::kernels_folder(), &broken);
  report::LessonsFound found{
      lessons ? lessons->size() : 0, lessons ? std::string{} : lessons.error().text(), {}};
  for (const lesson::BrokenLesson& lesson : broken) found.broken.push_back(lesson.error.text());
  std::string text;
  for (const report::Examined& finding : report::examine(equipment().tools(), found)) {
    const bool missing = finding.found.empty();
    text += fmt::format("{:<8} {:<18} {}\n", missing ? "missing" : "found", finding.name,
                        missing ? finding.remedy : finding.found);
  }
  text += device_query();
  const Result<void> written = write_output("", text);
  return written ? 0 : complain(written.error());
}

}  // namespace lanescope::app
