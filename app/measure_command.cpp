#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "app/commands.hpp"
#include "app/equipment.hpp"
#include "app/gpu_target.hpp"
#include "app/messages.hpp"
#include "lab/experiment/file.hpp"
#include "lab/hardware/measure_plan.hpp"
#include "lab/hardware/measurements.hpp"
#include "lab/hardware/survey_json.hpp"
#include "lab/lesson/lesson_experiment.hpp"
#include "lab/lesson/lesson_reader.hpp"
#include "lab/lesson/paths.hpp"

namespace lanescope::app {
namespace {

// One rung with one set of values.
struct Point {
  const lesson::Lesson* lesson;
  const lesson::Rung* rung;
  lesson::ParameterValues values;
  bool count;  // hardware counters too
  bool large;  // too large for the model
};

// "reduction/sequential block=64 n=4096"
std::string words_of(const Point& point) {
  std::string out = point.lesson->id + "/" + point.rung->id;
  for (const auto& [name, value] : point.values) out += fmt::format(" {}={}", name, value);
  return out;
}

void add_rung(const lesson::Lesson& lesson, const lesson::Rung& rung, std::vector<Point>& points) {
  for (hardware::PointToMeasure& point : hardware::points_to_measure(lesson, rung))
    points.push_back({&lesson, &rung, std::move(point.values), point.is_shown, point.is_large});
}

// LESSON or LESSON/RUNG.
Result<void> add_named(const std::vector<lesson::Lesson>& lessons, const std::string& name,
                       std::vector<Point>& points) {
  const std::size_t slash = name.find('/');
  const auto lesson = std::ranges::find(lessons, name.substr(0, slash), &lesson::Lesson::id);
  if (lesson == lessons.end())
    return bad_input(
        fmt::format("there is no lesson `{}` (see lanescope list)", name.substr(0, slash)));
  if (slash == std::string::npos) {
    for (const lesson::Rung& rung : lesson->rungs) add_rung(*lesson, rung, points);
    return {};
  }
  const lesson::Rung* rung = lesson->find_rung(name.substr(slash + 1));
  if (rung == nullptr)
    return bad_input(fmt::format("there is no rung `{}` (see lanescope list)", name));
  add_rung(*lesson, *rung, points);
  return {};
}

// Of the rungs that are named, or of all; a rung that is named twice is measured once.
Result<std::vector<Point>> wanted_points(const std::vector<lesson::Lesson>& lessons,
                                         std::vector<std::string> names) {
  if (names.empty())
    for (const lesson::Lesson& lesson : lessons) names.push_back(lesson.id);
  std::vector<Point> all;
  for (const std::string& name : names)
    if (const Result<void> added = add_named(lessons, name, all); !added) return added.error();
  std::vector<Point> points;
  for (Point& point : all) {
    const bool known = std::ranges::any_of(points, [&](const Point& other) {
      return other.rung == point.rung && other.values == point.values;
    });
    if (!known) points.push_back(std::move(point));
  }
  return points;
}

std::string today() {
  const auto day = std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now());
  const std::chrono::year_month_day date(day);
  return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()));
}

// On the model, counters only; what is too large for it is laid out only. Null where it cannot run
// this; standard error says why.
std::shared_ptr<const run::ModelRun> run_on_model(const Point& point,
                                                  ports::toolchain::Compiler& compiler) {
  const Result<experiment::Experiment> experiment =
      lesson::make_experiment(*point.rung, point.values);
  if (!experiment) {
    (void)complain(experiment.error());
    return nullptr;
  }
  run::PrepareResult prepared = run::prepare(*experiment, compiler);
  if (const auto* failed = std::get_if<run::PrepareFailure>(&prepared)) {
    (void)complain(*failed);
    return nullptr;
  }
  auto laid_out = std::get<std::shared_ptr<const run::Prepared>>(std::move(prepared));
  if (point.large) {
    auto not_run = std::make_shared<run::ModelRun>();
    not_run->prepared = std::move(laid_out);
    not_run->complete = false;
    not_run->outcome = engine::Outcome::Running;
    return not_run;
  }
  auto run = run::run_model(std::move(laid_out), {});
  if (run->outcome != engine::Outcome::Unsupported) return run;
  tell("{}\n", run->unsupported);
  return nullptr;
}

std::string result_words(const hardware::MeasuredPoint& point) {
  if (point.failure) return "not measured: " + *point.failure;
  constexpr double kMicroseconds = 1e3;  // in a millisecond
  return fmt::format(
      "{:.4g} us{}", point.milliseconds.median * kMicroseconds,
      point.agrees || !point.compared ? "" : ", and its results are not the model's");
}

// Progress on standard error. A point that the model cannot run is left out, and those that would
// begin after `seconds`.
std::vector<hardware::MeasuredPoint> measure(const std::vector<Point>& points,
                                             ports::toolchain::Compiler& compiler, GpuTarget& gpu,
                                             std::optional<std::uint32_t> seconds) {
  using Clock = std::chrono::steady_clock;
  const auto begin = Clock::now();
  std::vector<hardware::MeasuredPoint> out;
  std::size_t number = 0;
  for (const Point& point : points) {
    if (seconds && Clock::now() - begin > std::chrono::seconds(*seconds)) {
      tell("{} points are left; --add measures them\n", points.size() - number);
      break;
    }
    const std::string head = fmt::format("[{}/{}] {}", ++number, points.size(), words_of(point));
    const auto run = run_on_model(point, compiler);
    if (run == nullptr) {
      tell("{}: left out, the model cannot run it\n", head);
      continue;
    }
    const std::optional<hardware::GpuReport> report =
        gpu.run(*run, point.count ? GpuTarget::Count::InTheKernel : GpuTarget::Count::None);
    if (!report) continue;
    out.push_back(hardware::measured_point(point.lesson->id, point.rung->id, point.values, *report,
                                           run->outcome == engine::Outcome::Finished));
    out.back().compared = !point.large;
    tell("{}: {}\n", head, result_words(out.back()));
  }
  return out;
}

// What --add names, or a file without points.
Result<hardware::Measurements> begun(const CommandLine& line, const GpuTarget& gpu,
                                     const ports::device::GpuDevice& device) {
  if (line.measure.add.empty())
    return hardware::Measurements{device.name,
                                  gpu.driver_version(),
                                  device.clock_khz,
                                  device.memory_clock_khz,
                                  today(),
                                  kProgramVersion,
                                  {}};
  const Result<std::string> text = experiment::read_text(line.measure.add);
  if (!text) return text.error();
  Result<hardware::Measurements> kept = hardware::read_measurements(*text, line.measure.add);
  if (kept && (kept->device != device.name || kept->driver_version != gpu.driver_version()))
    return bad_input("it was measured on another GPU, or with another driver", line.measure.add);
  return kept;
}

// Those that `out` lacks: the large ones first, then what lessons show, then sweeps.
std::vector<Point> still_to_measure(std::vector<Point> points, const hardware::Measurements& out) {
  std::erase_if(points, [&](const Point& point) {
    return out.find(point.lesson->id, point.rung->id, point.values) != nullptr;
  });
  std::ranges::stable_sort(points, {}, [](const Point& point) {
    return point.large ? 0 : point.count ? 1 : 2;
  });
  return points;
}

// Of the GPU itself; standard error tells of it, or why there is none.
std::optional<hardware::Survey> survey(GpuTarget& gpu) {
  hardware::SurveyReport report = gpu.survey();
  if (const auto* failed = std::get_if<ports::device::GpuFailure>(&report)) {
    tell("the GPU's peaks and transfers are not measured: {}\n", failed->error.message);
    return std::nullopt;
  }
  auto measured = std::get<hardware::Survey>(std::move(report));
  tell("{}", hardware::survey_text(measured));
  return measured;
}

}  // namespace

int measure_command(const CommandLine& line) {
  std::vector<lesson::BrokenLesson> broken;
  const Result<std::vector<lesson::Lesson>> lessons =
      lesson::load_lessons(lesson::kernels_folder(), &broken);
  if (!lessons) return complain(lessons.error());
  for (const lesson::BrokenLesson& lesson : broken) (void)complain(lesson.error);
  const Result<std::vector<Point>> points = wanted_points(*lessons, line.measure.targets);
  if (!points) return complain(points.error());
  const std::unique_ptr<ports::toolchain::Compiler> compiler = equipment().compiler();
  RunArguments on_gpu = line.measure.run;
  on_gpu.gpu = true;
  Result<GpuTarget> gpu = GpuTarget::open(on_gpu, *compiler, "measure");
  if (!gpu) return complain(gpu.error());
  const Result<ports::device::GpuDevice> device = gpu->device();
  if (!device) return complain(device.error());
  Result<hardware::Measurements> out = begun(line, *gpu, *device);
  if (!out) return complain(out.error());
  // The plan of a lesson that cannot be read is not known.
  if (broken.empty()) hardware::drop_unplanned(*out, *lessons);
  if (!out->survey || out->survey->launch.median <= 0.0) out->survey = survey(*gpu);
  const std::vector<Point> wanted = still_to_measure(*points, *out);
  for (hardware::MeasuredPoint& point : measure(wanted, *compiler, *gpu, line.measure.seconds)) {
    if (out->date != today()) point.date = today();
    out->points.push_back(std::move(point));
  }
  const Result<void> written = write_output(line.measure.out, hardware::measurements_text(*out));
  return written ? 0 : complain(written.error());
}

}  // namespace lanescope::app
