#include "ui/gl/studio_session.hpp"

#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "lab/hardware/measurements.hpp"
#include "lab/hardware/time_error.hpp"
#include "lab/lesson/lesson.hpp"
#include "lab/lesson/lesson_reader.hpp"
#include "lab/lesson/paths.hpp"
#include "sim/timing/machine.hpp"
#include "ui/commands/commands.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::gl {

namespace {

// A lesson that was asked for and cannot be read is an Error; of others the status line tells.
Result<void> tell_broken(const std::vector<lesson::BrokenLesson>& broken, const std::string& wanted,
                         session::Session& session) {
  for (const lesson::BrokenLesson& lesson : broken) {
    if (lesson.id == wanted) return lesson.error;
  }
  if (!broken.empty()) (void)commands::complain(session, broken.front().error.text());
  return {};
}

// What the options name: an experiment, a saved session or run, or a lesson.
Result<void> open_wanted(const GuiOptions& options, const std::vector<lesson::BrokenLesson>& broken,
                         session::Session& session) {
  if (options.experiment) {
    session.open(*options.experiment);
    return {};
  }
  if (!options.session.empty())
    return commands::execute(session, fmt::format("open file={}", session::quote(options.session)));
  const auto& lessons = session.lessons();
  std::string id = options.lesson;
  if (id.empty()) id = lessons.empty() ? "reduction" : lessons.front().id;
  auto opened = commands::execute(
      session, fmt::format("lesson id={} step={}", session::quote(id), options.step));
  if (auto told = tell_broken(broken, opened ? std::string{} : id, session); !told) return told;
  if (!opened && options.step != 1) return opened;
  // A lesson whose kernel can't be run is still open, and says why; one that does not exist is not.
  if (!opened && session.lesson() == nullptr) return opened;
  return {};
}

// Files that cannot be read are left out; the status line tells of one, unless it tells of worse.
void add_measurements(session::Session& session) {
  hardware::LoadedMeasurements recorded = hardware::load_measurements();
  session.set_measurements(std::move(recorded.files));
  if (!recorded.problems.empty() && session.message().empty())
    (void)commands::complain(session, recorded.problems.front().text());
}

// A machine that was compared with no GPU has no file.
void add_time_errors(session::Session& session) {
  std::vector<hardware::TimeErrors> found;
  for (const std::string_view machine : timing::machine_names()) {
    auto errors = hardware::load_time_errors(std::string(machine));
    if (errors)
      found.push_back(std::move(*errors));
    else if (errors.error().code != Error::Code::Missing && session.message().empty())
      (void)commands::complain(session, errors.error().text());
  }
  session.set_time_errors(std::move(found));
}

}  // namespace

Result<StudioSession> open_session(const GuiOptions& options,
                                   const ports::equipment::Equipment& equipment) {
  if (const auto catalogues = lesson::find_asset("locale"); !catalogues.empty())
    choose_language(catalogues.string());
  std::vector<lesson::BrokenLesson> broken;
  auto lessons = lesson::load_lessons(lesson::kernels_folder(), &broken);
  if (!lessons) return lessons.error();
  StudioSession out;
  out.compiler = equipment.compiler();
  out.runner = std::make_unique<lesson::Runner>(*out.compiler, &equipment.disassembler());
  if (equipment.has_gpu_driver()) out.gpu = std::make_unique<hardware::GpuRunner>(equipment);
  out.live = std::make_unique<hardware::LiveRunner>(equipment);
  out.session = std::make_unique<session::Session>(
      std::move(*lessons), session::CommandRunner{commands::run_command}, *out.runner, equipment,
      out.gpu.get(), background::LivePictures::Sources{out.live.get(), options.textures});
  // The driver's device node, or WSL's.
  std::error_code none;
  const bool gpu =
      std::filesystem::exists("/dev/nvidiactl", none) || std::filesystem::exists("/dev/dxg", none);
  out.session->set_gpu_found(gpu);
  if (auto opened = open_wanted(options, broken, *out.session); !opened) return opened.error();
  add_measurements(*out.session);
  add_time_errors(*out.session);
  return out;
}

}  // namespace lanescope::ui::gl
