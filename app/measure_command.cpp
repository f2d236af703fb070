#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "app/commands.hpp"
#include "app/gpu.hpp"
#include "app/messages.hpp"
#include "lab/measure_plan.hpp"
#include "lab/measurements.hpp"
#include "lab/survey_json.hpp"

namespace lanescope::app {
namespace {

// One rung with one set of values.
struct Point {
  const lab::Lesson* lesson;
  const lab::Rung* rung;
  lab::ParameterValues values;
  bool count;  // hardware counters too
};

// "reduction/sequential block=64 n=4096"
std::string words_of(const Point& point) {
  std::string out = point.lesson->id + "/" + point.rung->id;
  for (const auto& [name, value] : point.values) out += fmt::format(" {}={}", name, value);
  return out;
}

void add_rung(const lab::Lesson& lesson, const lab::Rung& rung, std::vector<Point>& points) {
  for (lab::PointToMeasure& point : lab::points_to_measure(lesson, rung))
    points.push_back({&lesson, &rung, std::move(point.values), point.is_shown});
}

// LESSON or LESSON/RUNG.
Result<void> add_named(const std::vector<lab::Lesson>& lessons, const std::string& name,
                       std::vector<Point>& points) {
  const std::size_t slash = name.find('/');
  const auto lesson = std::ranges::find(lessons, name.substr(0, slash), &lab::Lesson::id);
  if (lesson == lessons.end())
    return bad_input(
        fmt::format("there is no lesson `{}` (see lanescope list)", name.substr(0, slash)));
  if (slash == std::string::npos) {
    for (const lab::Rung& rung : lesson->rungs) add_rung(*lesson, rung, points);
    return {};
  }
  const lab::Rung* rung = lesson->find_rung(name.substr(slash + 1));
  if (rung == nullptr)
    return bad_input(fmt::format("there is no rung `{}` (see lanescope list)", name));
  add_rung(*lesson, *rung, points);
  return {};
}

// Of the rungs that are named, or of all; a rung that is named twice is measured once.
Result<std::vector<Point>> wanted_points(const std::vector<lab::Lesson>& lessons,
                                         std::vector<std::string> names) {
  if (names.empty())
    for (const lab::Lesson& lesson : lessons) names.push_back(lesson.id);
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

// On the model, counters only. Null where it cannot run this; standard error says why.
std::shared_ptr<const lab::ModelRun> run_on_model(const Point& point, cuda::Compiler& compiler) {
  const Result<lab::Experiment> experiment = lab::make_experiment(*point.rung, point.values);
  if (!experiment) {
    (void)complain(experiment.error());
    return nullptr;
  }
  lab::PrepareResult prepared = lab::prepare(*experiment, compiler);
  if (const auto* failed = std::get_if<lab::PrepareFailure>(&prepared)) {
    (void)complain(*failed);
    return nullptr;
  }
  auto run =
      lab::run_model(std::get<std::shared_ptr<const lab::Prepared>>(std::move(prepared)), {});
  if (run->outcome != exec::Outcome::Unsupported) return run;
  tell("{}\n", run->unsupported);
  return nullptr;
}

std::string result_words(const lab::MeasuredPoint& point) {
  if (point.failure) return "not measured: " + *point.failure;
  constexpr double kMicroseconds = 1e3;  // in a millisecond
  return fmt::format("{:.4g} us{}", point.milliseconds.median * kMicroseconds,
                     point.agrees ? "" : ", and its results are not the model's");
}

// Progress on standard error. A point that the model cannot run is left out.
std::vector<lab::MeasuredPoint> measure(const std::vector<Point>& points, cuda::Compiler& compiler,
                                        GpuBeside& gpu) {
  std::vector<lab::MeasuredPoint> out;
  std::size_t number = 0;
  for (const Point& point : points) {
    const std::string head = fmt::format("[{}/{}] {}", ++number, points.size(), words_of(point));
    const auto run = run_on_model(point, compiler);
    if (run == nullptr) {
      tell("{}: left out, the model cannot run it\n", head);
      continue;
    }
    const std::optional<lab::GpuReport> report =
        gpu.run(*run, point.count ? GpuBeside::Count::InTheKernel : GpuBeside::Count::None);
    if (!report) continue;
    out.push_back(lab::measured_point(point.lesson->id, point.rung->id, point.values, *report,
                                      run->outcome == exec::Outcome::Finished));
    tell("{}: {}\n", head, result_words(out.back()));
  }
  return out;
}

// Of the GPU itself; standard error tells of it, or why there is none.
std::optional<lab::Survey> survey(GpuBeside& gpu) {
  lab::SurveyReport report = gpu.survey();
  if (const auto* failed = std::get_if<cuda::GpuFailure>(&report)) {
    tell("the GPU's peaks and transfers are not measured: {}\n", failed->error.message);
    return std::nullopt;
  }
  auto measured = std::get<lab::Survey>(std::move(report));
  tell("{}", lab::survey_text(measured));
  return measured;
}

}  // namespace

int measure_command(const CommandLine& line) {
  std::vector<lab::BrokenLesson> broken;
  const Result<std::vector<lab::Lesson>> lessons =
      lab::load_lessons(lab::kernels_folder(), &broken);
  if (!lessons) return complain(lessons.error());
  for (const lab::BrokenLesson& lesson : broken) (void)complain(lesson.error);
  const Result<std::vector<Point>> points = wanted_points(*lessons, line.measure.targets);
  if (!points) return complain(points.error());
  cuda::Compiler compiler = make_compiler();
  RunArguments on_gpu = line.measure.run;
  on_gpu.gpu = true;
  Result<GpuBeside> gpu = GpuBeside::open(on_gpu, compiler, "measure");
  if (!gpu) return complain(gpu.error());
  const Result<cuda::GpuDevice> device = gpu->device();
  if (!device) return complain(device.error());
  lab::Measurements out{device->name,
                        gpu->driver_version(),
                        device->clock_khz,
                        device->memory_clock_khz,
                        today(),
                        kProgramVersion,
                        {}};
  out.survey = survey(*gpu);
  out.points = measure(*points, compiler, *gpu);
  const Result<void> written = write_output(line.measure.out, lab::measurements_text(out));
  return written ? 0 : complain(written.error());
}

}  // namespace lanescope::app
