#include <fmt/format.h>

#include "app/commands.hpp"
#include "app/messages.hpp"
#include "lab/hardware/gpu_run.hpp"
#include "lab/lesson/lesson.hpp"
#include "lab/lesson/lesson_reader.hpp"
#include "lab/lesson/paths.hpp"
#include "lab/report/doctor.hpp"

namespace lanescope::app {
namespace {

// What the driver says of each GPU.
std::string device_query(const cuda::Toolchain& toolchain) {
  if (!toolchain.driver.found()) return {};
  cuda::Gpu gpu(lab::gpu_options(toolchain));
  const cuda::GpuResult<cuda::GpuList> list = gpu.list();
  if (const auto* failed = std::get_if<cuda::GpuFailure>(&list))
    return fmt::format("{:<8} {:<18} {}\n", "missing", "GPU", failed->error.message);
  std::string text;
  int number = 0;
  for (const cuda::GpuDevice& device : std::get<cuda::GpuList>(list).devices) {
    text += fmt::format("\nGPU {}\n", number++);
    for (const cuda::GpuFact& fact : cuda::facts(device))
      text += fmt::format("  {:<50} {}\n", fact.words, fact.value);
  }
  return text;
}

}  // namespace

int doctor_command() {
  const cuda::Compiler compiler = make_compiler();
  std::vector<lab::BrokenLesson> broken;
  const auto lessons = lab::load_lessons(lab::kernels_folder(), &broken);
  lab::LessonsFound found{
      lessons ? lessons->size() : 0, lessons ? std::string{} : lessons.error().text(), {}};
  for (const lab::BrokenLesson& lesson : broken) found.broken.push_back(lesson.error.text());
  std::string text;
  for (const lab::Finding& finding : lab::examine(compiler.toolchain(), found)) {
    const bool missing = finding.found.empty();
    text += fmt::format("{:<8} {:<18} {}\n", missing ? "missing" : "found", finding.name,
                        missing ? finding.remedy : finding.found);
  }
  text += device_query(compiler.toolchain());
  const Result<void> written = write_output("", text);
  return written ? 0 : complain(written.error());
}

}  // namespace lanescope::app
