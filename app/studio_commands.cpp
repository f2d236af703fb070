#include <fmt/format.h>

#include "app/commands.hpp"
#include "app/experiment.hpp"
#include "app/messages.hpp"
#include "lab/experiment/element.hpp"
#include "lab/experiment/file.hpp"

#if LANESCOPE_HAS_GUI
#include <filesystem>

#include <unistd.h>

#include "app/device_textures.hpp"
#include "app/equipment.hpp"
#include "lab/lesson/lesson_experiment.hpp"
#include "ui/commands/commands.hpp"
#include "ui/gl/gui_options.hpp"
#include "ui/gl/handout.hpp"
#include "ui/gl/shot.hpp"
#include "ui/gl/window.hpp"
#endif

namespace lanescope::app {
namespace {

#if LANESCOPE_HAS_GUI

constexpr int kSmallest = 64;
constexpr int kLargest = 8192;

// "1600x900"
Result<void> read_size(const std::string& words, ui::gl::GuiOptions* options) {
  const std::size_t cross = words.find('x');
  const Result<std::uint64_t> width = experiment::parse_unsigned(words.substr(0, cross));
  const Result<std::uint64_t> height =
      experiment::parse_unsigned(cross == std::string::npos ? "" : words.substr(cross + 1));
  if (!width || !height || *width < kSmallest || *height < kSmallest || *width > kLargest ||
      *height > kLargest) {
    return bad_input(fmt::format("--size {}: WIDTHxHEIGHT is wanted, {} to {} each", words,
                                 kSmallest, kLargest));
  }
  options->width = static_cast<int>(*width);
  options->height = static_cast<int>(*height);
  return {};
}

// No display: the studio as it opens, as a picture.
int draw_demo(const ui::gl::GuiOptions& options) {
  std::error_code problem;
  std::filesystem::path folder = std::filesystem::temp_directory_path(problem);
  if (problem) folder = "/tmp";  // TMPDIR names no folder
  // Others may have drawn theirs into the same folder.
  const std::filesystem::path png = folder / fmt::format("lanescope-{}.png", ::getuid());
  const Result<void> drawn = ui::gl::render_shot(options, png, equipment());
  if (!drawn) return complain(drawn.error());
  tell_text("lanescope: there is no display; the studio is drawn into a picture instead\n");
  const Result<void> told = write_output("", png.string() + "\n");
  return told ? 0 : complain(told.error());
}

#else

int no_gui() {
  return complain(
      missing("this program was built without the studio (LANESCOPE_GUI=OFF); run ./run, which "
              "builds it whole. "
              "run, sweep, check, export, list and doctor work"));
}

#endif

}  // namespace

#if LANESCOPE_HAS_GUI

int gui_command(const CommandLine& line) {
  ui::gl::GuiOptions options;
  options.lesson = line.gui.lesson;
  options.step = line.gui.step;
  options.session = line.gui.session;
  if (!line.gui.script.empty()) {
    Result<std::string> script = experiment::read_text(line.gui.script);
    if (!script) return complain(script.error());
    options.script = std::move(*script);
  }
  const std::unique_ptr<ui::background::DeviceTextures> textures = device_textures();
  options.textures = textures.get();
  if (!ui::gl::has_display()) return draw_demo(options);
  const Result<int> status = ui::gl::run_gui(options, equipment());
  return status ? *status : complain(status.error());
}

int shot_command(const CommandLine& line) {
  const ShotArguments& shot = line.shot;
  ui::gl::GuiOptions options;
  if (Result<void> ok = read_size(shot.size, &options); !ok) return complain(ok.error());
  if (shot.lesson.empty() == shot.run.target.empty()) {
    return complain(bad_input("shot: either --lesson ID, or the words of `run`"));
  }
  options.lesson = shot.lesson;
  options.step = shot.step;
  options.script = shot.commands;
  if (!shot.theme.empty())
    options.script = fmt::format("theme value={}\n{}", shot.theme, options.script);
  const bool gif = shot.out.ends_with(".gif");
  if (!gif && !shot.animate.empty())
    return complain(bad_input("shot: --animate is for a GIF: --out FILE.gif"));
  if (gif)
    options.script +=
        fmt::format("\nexport-gif file={} {}", ui::session::quote(shot.out), shot.animate);
  if (!shot.run.target.empty()) {
    Result<experiment::Experiment> experiment = make_experiment(shot.run);
    if (!experiment) return complain(experiment.error());
    const auto saved = saved_run_of(shot.run);
    if (saved && *saved) {
      options.session = shot.run.target;
      if (shot.run.launch)
        options.script = fmt::format("launch index={}\n{}", *shot.run.launch, options.script);
    } else {
      if (!shot.run.order) experiment->options.order = engine::Order::RoundRobin;
      options.experiment = std::move(*experiment);
    }
  }
  const std::unique_ptr<ui::background::DeviceTextures> textures = device_textures();
  options.textures = textures.get();
  // The studio would show the mistake; who asks for a picture of a launch wants the launch.
  if (options.experiment) {
    const run::PrepareResult result = run::prepare(*options.experiment, *equipment().compiler());
    if (const auto* failed = std::get_if<run::PrepareFailure>(&result)) return complain(*failed);
  }
  if (Result<void> ok = check_gpu(shot.run); !ok) return complain(ok.error());
  const Result<void> drawn = ui::gl::render_shot(options, shot.out, equipment());
  return drawn ? 0 : complain(drawn.error());
}

int handout_command(const CommandLine& line) {
  const auto file = ui::gl::write_handout(
      line.handout.lesson, {line.handout.out, line.handout.for_teacher}, equipment());
  if (!file) return complain(file.error());
  const Result<void> told = write_output("", file->string() + "\n");
  return told ? 0 : complain(told.error());
}

#else

int gui_command(const CommandLine&) { return no_gui(); }
int shot_command(const CommandLine&) { return no_gui(); }
int handout_command(const CommandLine&) { return no_gui(); }

#endif

}  // namespace lanescope::app
