#include "ui/gl/studio_session.hpp"

#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "lab/lesson.hpp"
#include "lab/paths.hpp"
#include "ui/model/commands.hpp"
#include "ui/model/session_editor.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui {

namespace {

// A lesson that was asked for and cannot be read is an Error; of others the status line tells.
Result<void> tell_broken(const std::vector<lab::BrokenLesson>& broken, const std::string& wanted,
                         Session& session) {
  for (const lab::BrokenLesson& lesson : broken) {
    if (lesson.id == wanted) return lesson.error;
  }
  if (!broken.empty()) SessionEditor(session).set_message(broken.front().error.text());
  return {};
}

}  // namespace

Result<StudioSession> open_session(const GuiOptions& options, cuda::Compiler& compiler) {
  if (const auto catalogues = lab::find_asset("locale"); !catalogues.empty())
    choose_language(catalogues.string());
  std::vector<lab::BrokenLesson> broken;
  auto lessons = lab::load_lessons(lab::kernels_folder(), &broken);
  if (!lessons) return lessons.error();
  const std::string first = lessons->empty() ? std::string{} : lessons->front().id;
  StudioSession out;
  out.runner = std::make_unique<lab::Runner>(compiler);
  if (compiler.toolchain().driver.found())
    out.gpu = std::make_unique<lab::GpuRunner>(
        lab::GpuRunner::Options{lab::gpu_options(compiler.toolchain()), {}});
  out.session = std::make_unique<Session>(std::move(*lessons), *out.runner, out.gpu.get());
  // The driver's device node, or WSL's.
  std::error_code none;
  const bool gpu =
      std::filesystem::exists("/dev/nvidiactl", none) || std::filesystem::exists("/dev/dxg", none);
  SessionEditor(*out.session).state().gpu_found = gpu;
  if (options.experiment) {
    out.session->open(*options.experiment);
    return out;
  }
  std::string id = options.lesson;
  if (id.empty()) id = first.empty() ? "reduction" : first;
  if (!options.session.empty()) {
    const std::string open = fmt::format("open file={}", quote(options.session));
    if (auto done = execute(*out.session, open); !done) return done.error();
    return out;
  }
  auto opened = execute(*out.session, fmt::format("lesson id={} step={}", quote(id), options.step));
  if (auto told = tell_broken(broken, opened ? std::string{} : id, *out.session); !told)
    return told.error();
  if (!opened && options.step != 1) return opened.error();
  // A lesson whose kernel can't be run is still open, and says why; one that does not exist is not.
  if (!opened && out.session->lesson() == nullptr) return opened.error();
  return out;
}

}  // namespace lanescope::ui
