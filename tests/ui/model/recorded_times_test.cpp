// Timings with times that were recorded on another GPU: a made-up recording of some of the
// reduction's block sizes, and one beside the tests' own GPU.
#include "ui/session/recorded_times.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>

#include "lab/experiment/file.hpp"
#include "lab/lesson/lesson_experiment.hpp"
#include "tests/ui/model/recordings.hpp"
#include "tests/ui/model/studio.hpp"
#include "ui/panels/timings/timings_model.hpp"
#include "ui/teaching/hidden_answer.hpp"
#include "ui/teaching/lesson_model.hpp"
#include "ui/teaching/notes.hpp"

namespace lanescope::ui::panels::timings {
namespace {

namespace fs = std::filesystem;
using test::Studio;

bool holds(const std::string& text, const std::string& words) {
  return text.find(words) != std::string::npos;
}

// On the reduction, 64 threads a block, with that one recording.
void open_reduction(Studio& studio) {
  hardware::Measurements other = test::reduction_recording();
  for (hardware::MeasuredPoint& point : other.points) point.lesson = "another";
  studio.session().set_measurements({test::reduction_recording(), std::move(other)});
  studio.run("lesson id=reduction; rung id=sequential; set n=4096; set block=64");
}

const TimingsPoint& point_at(const TimingsModel& model, std::int64_t value) {
  static const TimingsPoint kNone;
  const auto at = std::ranges::find(model.points, value, &TimingsPoint::value);
  EXPECT_NE(at, model.points.end()) << value;
  return at == model.points.end() ? kNone : *at;
}

TEST(RecordedTimes, AreOfferedWhereTheRungHasSome) {
  Studio studio;
  open_reduction(studio);
  const auto model = timings_model(studio.session());
  const auto choice = std::ranges::find(model->counters, "recorded:0", &TimingsChoice::value);
  ASSERT_NE(choice, model->counters.end());
  EXPECT_EQ(choice->words, "Time, recorded on NVIDIA H200");
  EXPECT_FALSE(choice->chosen);
  EXPECT_EQ(std::ranges::count(model->counters, "recorded:1", &TimingsChoice::value), 0)
      << "that file has nothing of this rung";
  EXPECT_TRUE(holds(model->device, "recorded on NVIDIA H200 can be chosen")) << model->device;
  studio.run("rung id=first-add");
  EXPECT_TRUE(session::recordings_here(studio.session()).empty());
}

TEST(RecordedTimes, AreChosenByCommand) {
  Studio studio;
  studio.run("lesson id=reduction");
  EXPECT_FALSE(commands::execute(studio.session(), "sweep counter=recorded:0"))
      << "there is no file";
  open_reduction(studio);
  for (const char* none : {"recorded:2", "recorded:", "recorded:x", "recorded:-1", "recorded"})
    EXPECT_FALSE(commands::execute(studio.session(), std::string("sweep counter=") + none)) << none;
  EXPECT_TRUE(commands::execute(studio.session(), "sweep counter=recorded:1"));
  EXPECT_EQ(studio.session().state().tools.sweep.counter, "recorded:1");
}

// Without a sweep: nothing has to run for them.
TEST(RecordedTimes, ArePlottedForTheValuesThatHaveOne) {
  Studio studio;
  open_reduction(studio);
  studio.run("sweep counter=recorded:0");
  const auto model = timings_model(studio.session());
  ASSERT_TRUE(model && model->is_time && model->is_recorded);
  EXPECT_FALSE(model->running);
  EXPECT_EQ(model->done, 3U);
  EXPECT_EQ(model->points.size(), 6U) << "32 to 1,024";
  const TimingsPoint& here = point_at(*model, 64);
  ASSERT_TRUE(here.number);
  EXPECT_DOUBLE_EQ(*here.number, 4.0);
  EXPECT_DOUBLE_EQ(here.spread.min, 2.0);
  EXPECT_DOUBLE_EQ(here.spread.max, 8.0);
  EXPECT_EQ(here.text, "4 µs");
  EXPECT_TRUE(here.here);
  EXPECT_FALSE(point_at(*model, 256).number);
  EXPECT_EQ(point_at(*model, 256).absent, "not measured");
  EXPECT_EQ(point_at(*model, 1024).absent, "it failed: it never ended");
  EXPECT_TRUE(holds(model->sentence, "recorded on NVIDIA H200: 2 µs at Block size = 128, up to 8"))
      << model->sentence;
  EXPECT_EQ(model->device,
            "Recorded on NVIDIA H200 with the driver for CUDA 13.0 on 2026-11-22, not measured "
            "here. No launch took less than 2 µs there: times near that are of launching, not of "
            "the kernel.");
}

TEST(RecordedTimes, TheFloorIsMarked) {
  Studio studio;
  hardware::Measurements file = test::recording_with_peaks();
  file.survey->launch = {0.001, 0.001, 0.002};
  studio.session().set_measurements({file});
  studio.run("lesson id=reduction; rung id=sequential; set n=4096; set block=64");
  EXPECT_EQ(timings_model(studio.session())->floor, 0.0) << "of a counter there is none";
  studio.run("sweep counter=recorded:0");
  const auto model = timings_model(studio.session());
  EXPECT_DOUBLE_EQ(model->floor, 1.0);
  EXPECT_TRUE(holds(model->device, "A launch that does nothing takes 1 µs there")) << model->device;
  const auto bar = std::ranges::find(model->bars, "sequential", &TimingsBar::id);
  EXPECT_DOUBLE_EQ(bar->floor, 1.0 / 16.0) << "the longest bar is 16 µs";
}

TEST(RecordedTimes, LargeSizesAreALadderOfTheirOwn) {
  Studio studio;
  open_reduction(studio);
  const auto offered = [&] {
    const auto model = timings_model(studio.session());
    return std::ranges::count(model->counters, "large:0", &TimingsChoice::value);
  };
  EXPECT_EQ(offered(), 0) << "none were recorded";
  hardware::Measurements file = test::reduction_recording();
  for (const auto& [rung, time] : {std::pair{"sequential", 0.08}, {"shuffles", 0.02}}) {
    file.points.push_back(test::recorded(
        "reduction", rung,
        lanescope::lesson::large_values(*studio.session().lesson()->find_rung(rung)), time));
    file.points.back().compared = false;
    file.points.back().agrees = false;
  }
  studio.session().set_measurements({file});
  EXPECT_EQ(offered(), 1);
  studio.run("sweep counter=large:0");
  const auto model = timings_model(studio.session());
  ASSERT_TRUE(model->is_large && model->is_recorded);
  EXPECT_TRUE(model->points.empty() && model->parameters.empty());
  for (const TimingsBar& bar : model->bars) {
    EXPECT_EQ(bar.there, bar.id == "sequential" || bar.id == "shuffles") << bar.id;
    if (bar.id == "shuffles") {
      EXPECT_DOUBLE_EQ(bar.share, 0.25);
    }
  }
  EXPECT_TRUE(holds(model->sentence, "Elements = 16,777,216")) << model->sentence;
  EXPECT_FALSE(holds(model->device, "were not the model's")) << model->device;
  EXPECT_FALSE(commands::execute(studio.session(), "sweep counter=large:1"));
}

// A rung a thousand times as slow as another one leaves that more than a dot: by the logarithm.
TEST(RecordedTimes, BarsFarApartAreLogarithmic) {
  Studio studio;
  open_reduction(studio);
  const auto bars = [&](double slow) {
    hardware::Measurements file = test::reduction_recording();
    for (const auto& [rung, time] : {std::pair{"sequential", slow}, {"shuffles", 0.02}})
      file.points.push_back(test::recorded(
          "reduction", rung,
          lanescope::lesson::large_values(*studio.session().lesson()->find_rung(rung)), time));
    studio.session().set_measurements({file});
    studio.run("sweep counter=large:0");
    return *timings_model(studio.session());
  };
  const auto share = [](const TimingsModel& model, const std::string& id) {
    return std::ranges::find(model.bars, id, &TimingsBar::id)->share;
  };
  EXPECT_FALSE(bars(0.2).logarithmic);
  const TimingsModel far = bars(20.0);
  EXPECT_TRUE(far.logarithmic);
  EXPECT_DOUBLE_EQ(share(far, "sequential"), 1.0);
  // Half the least is where the bars begin: log 2 of log 2000.
  EXPECT_NEAR(share(far, "shuffles"), std::log(2.0) / std::log(2000.0), 1e-9);
}

// A recording of two kernels of the transpose, as its last step compares them.
hardware::Measurements transpose_recording(Studio& studio) {
  hardware::Measurements file{"NVIDIA H200", 13000, 1980000, 3201000, "2026-11-22", "0.1.0", {}};
  const auto& lessons = studio.session().lessons();
  const auto lesson = std::ranges::find(lessons, "transpose", &lanescope::lesson::Lesson::id);
  for (const auto& [rung, time] : {std::pair{"tiled", 0.080}, {"tiled-padded", 0.040}})
    file.points.push_back(test::recorded(
        "transpose", rung, lanescope::lesson::large_values(*lesson->find_rung(rung)), time));
  file.survey.emplace();
  file.survey->launch.median = 0.004;
  return file;
}

void open_prediction(Studio& studio) {
  studio.session().set_measurements({transpose_recording(studio)});
  studio.run("lesson id=transpose step=5");
  ASSERT_EQ(studio.session().step()->id, "predict");
}

std::string words_of_claim(Studio& studio, const std::string& lesson, std::string_view claim) {
  studio.run("lesson id=" + lesson);
  return session::claim_recording_words(studio.session(),
                                        *studio.session().lesson()->find_claim(claim));
}

// The question says where its answer comes from before anybody answers it.
TEST(RecordedTimes, AQuestionAboutThemSaysOfWhichGpuAndSize) {
  Studio studio;
  open_prediction(studio);
  const auto model = teaching::lesson_model(studio.session());
  ASSERT_TRUE(model && model->question);
  EXPECT_EQ(model->question->recorded,
            "Recorded on an NVIDIA H200 with Matrix size = 4,096, Rows of threads = 8, where a "
            "launch that does nothing takes 4 µs.");
  EXPECT_TRUE(holds(teaching::notes_model(studio.session())->prompt, "Recorded on an NVIDIA H200"));
  EXPECT_TRUE(holds(words_of_claim(studio, "coalescing", "aligned-faster"),
                    "with Elements = 8,388,608 (With a stride: Stride = 8), where"))
      << words_of_claim(studio, "coalescing", "aligned-faster");
  studio.run("lesson id=transpose step=4");
  EXPECT_EQ(teaching::lesson_model(studio.session())->question->recorded, "")
      << "that one asks the model";
  studio.session().set_measurements({});
  studio.run("lesson id=transpose step=5");
  EXPECT_EQ(teaching::lesson_model(studio.session())->question->recorded, "")
      << "nothing is known of it";
}

TEST(RecordedTimes, AreKeptBackUntilTheQuestionIsRevealed) {
  Studio studio;
  open_prediction(studio);
  for (const char* counter : {"large:0", "recorded:0"}) {
    studio.run(std::string("sweep counter=") + counter);
    const auto hidden = timings_model(studio.session());
    EXPECT_TRUE(hidden->withheld && hidden->bars.empty() && hidden->points.empty()) << counter;
    EXPECT_EQ(hidden->sentence, teaching::kHiddenAnswerWords);
  }
  studio.run("sweep counter=large:0; reveal");
  const auto shown = timings_model(studio.session());
  EXPECT_FALSE(shown->withheld);
  for (const TimingsBar& bar : shown->bars) {
    EXPECT_EQ(bar.there, bar.id == "tiled" || bar.id == "tiled-padded") << bar.id;
    if (!bar.there) continue;
    EXPECT_DOUBLE_EQ(bar.share, bar.id == "tiled" ? 1.0 : 0.5);
    EXPECT_DOUBLE_EQ(bar.floor, 0.05) << "a launch of 4 µs on bars as long as 80 µs";
  }
  const auto model = teaching::lesson_model(studio.session());
  EXPECT_EQ(std::ranges::count(model->question->choices, true, &teaching::ChoiceMark::correct), 1);
  EXPECT_TRUE(holds(model->question->verdict, "The recorded NVIDIA H200 gives "))
      << model->question->verdict;
}

TEST(RecordedTimes, TheLadderIsByThemToo) {
  Studio studio;
  open_reduction(studio);
  studio.run("sweep counter=recorded:0");
  const auto model = timings_model(studio.session());
  for (const TimingsBar& bar : model->bars) {
    EXPECT_EQ(bar.there, bar.id == "sequential" || bar.id == "launches") << bar.id;
    if (!bar.there) continue;
    EXPECT_DOUBLE_EQ(bar.share, bar.id == "launches" ? 1.0 : 0.25);
  }
}

TEST(RecordedTimes, WhatIsSetOtherwiseWasNotRecorded) {
  Studio studio;
  open_reduction(studio);
  studio.run("sweep counter=recorded:0; set n=8192");
  auto model = timings_model(studio.session());
  EXPECT_EQ(model->done, 0U);
  EXPECT_FALSE(model->points.empty());
  EXPECT_EQ(model->sentence, "Nothing was recorded with these values.");
  studio.run("set n=4096");
  EXPECT_EQ(timings_model(studio.session())->done, 3U);
  studio.run("sweep parameter=n");
  model = timings_model(studio.session());
  EXPECT_EQ(model->done, 1U) << "4,096 elements in blocks of 64";
  EXPECT_TRUE(point_at(*model, 4096).number);
}

TEST(RecordedTimes, AnEditedKernelWasNotRecorded) {
  Studio studio;
  open_reduction(studio);
  studio.run("sweep counter=recorded:0");
  studio.run("edit text=" + session::quote("// mine\n" + studio.session().source_text()));
  EXPECT_EQ(timings_model(studio.session())->done, 0U);
  EXPECT_FALSE(std::ranges::any_of(timings_model(studio.session())->bars, [](const auto& bar) {
    return bar.id == "sequential" && bar.there;
  }));
  studio.run("revert");
  EXPECT_EQ(timings_model(studio.session())->done, 3U);
}

TEST(RecordedTimes, OtherInputWasNotRecorded) {
  Studio studio;
  open_reduction(studio);
  studio.run("sweep counter=recorded:0; set input=const:3");
  EXPECT_EQ(timings_model(studio.session())->done, 0U);
}

TEST(RecordedTimes, OtherResultsAreSaid) {
  Studio studio;
  hardware::Measurements file = test::reduction_recording();
  file.points[1].agrees = false;
  studio.session().set_measurements({file});
  studio.run("lesson id=reduction; rung id=sequential; set n=4096; sweep counter=recorded:0");
  EXPECT_TRUE(holds(timings_model(studio.session())->device, "Results were not the model's"));
}

// A parameter that the sweep's choice does not know: the one that is offered.
TEST(RecordedTimes, ARungWithoutTheSweptParameter) {
  Studio studio;
  open_reduction(studio);
  studio.run("rung id=grid-stride; sweep parameter=blocks; sweep cancel");
  studio.run("sweep counter=recorded:0; rung id=sequential");
  EXPECT_EQ(timings_model(studio.session())->points.size(), 6U);
  studio.run("rung id=first-add");
  const auto model = timings_model(studio.session());
  EXPECT_EQ(model->done, 0U);
  EXPECT_TRUE(std::ranges::any_of(model->counters, [](const TimingsChoice& choice) {
    return choice.chosen && choice.value == "recorded:0";
  })) << "the chosen one stays in the list";
}

// A course of one lesson, whose kernel the tests' own driver knows.
class OwnCourse {
 public:
  OwnCourse() : folder_(fs::path(testing::TempDir()) / "lanescope_recorded_course") {
    fs::remove_all(folder_);
    fs::create_directories(folder_ / "own");
    const auto write = [&](const char* name, const char* text) {
      EXPECT_TRUE(lanescope::experiment::write_text((folder_ / "own" / name).string(), text));
    };
    write("ones.cu",
          "extern \"C\" __global__ void ones(int* out, int n) {\n"
          "  if (threadIdx.x < n) out[threadIdx.x] = 1;\n}\n");
    write("lesson.md", "# Own\n\nOnes.\n\n## Ones {#ones}\n\nOnes.\n");
    write("lesson.toml", R"(id = "own"
order = 0
title = "Own"
summary = "Ones."
trial = [{ set = { block = 64 } }]
[[parameter]]
name = "block"
title = "Block size"
unit = "threads"
minimum = 32
maximum = 128
initial = 64
power_of_two = true
[[rung]]
id = "ones"
title = "Ones"
note = "Ones."
file = "ones.cu"
  [[rung.buffer]]
  name = "out"
  type = "i32"
  count = "64"
  fill = "iota"
  [[rung.launch]]
  kernel = "ones"
  grid = ["1"]
  block = ["block"]
  arguments = ["out", "n:i32=64"]
[[step]]
id = "ones"
title = "Ones"
rung = "ones"
)");
    ::setenv("LANESCOPE_KERNELS", folder_.c_str(), 1);
  }
  ~OwnCourse() {
    ::unsetenv("LANESCOPE_KERNELS");
    std::error_code none;
    fs::remove_all(folder_, none);
  }
  OwnCourse(const OwnCourse&) = delete;
  OwnCourse& operator=(const OwnCourse&) = delete;

 private:
  fs::path folder_;
};

// The GPU here takes 1/64 ms for everything.
TEST(RecordedTimes, StandBesideThoseOfTheGpuHere) {
  const OwnCourse course;
  Studio studio(0, LANESCOPE_GPU_TEST_WORKER);
  hardware::Measurements file = test::reduction_recording();
  file.points = {test::recorded("own", "ones", {{"block", 128}}, 0.5)};
  studio.session().set_measurements({file});
  studio.run("lesson id=own; sweep parameter=block counter=gpu_time");
  studio.session().complete_ladder();
  auto model = timings_model(studio.session());
  ASSERT_TRUE(model && model->is_time);
  EXPECT_FALSE(model->is_recorded);
  ASSERT_EQ(model->points.size(), 3U);
  for (const TimingsPoint& point : model->points) {
    ASSERT_TRUE(point.number) << point.label;
    EXPECT_EQ(*point.number, 1000.0 / 64.0) << point.label;
    EXPECT_EQ(point.recorded.has_value(), point.value == 128) << point.label;
  }
  EXPECT_DOUBLE_EQ(point_at(*model, 128).recorded->median, 500.0);
  EXPECT_TRUE(
      holds(model->legend, "against the recorded one, which is dashed. Recorded on NVIDIA H200"))
      << model->legend;
  EXPECT_TRUE(holds(model->device, "Fake GPU takes")) << model->device;
  studio.run("sweep counter=warp_instructions");
  model = timings_model(studio.session());
  EXPECT_TRUE(model->legend.empty());
  EXPECT_FALSE(point_at(*model, 128).recorded);
}

}  // namespace
}  // namespace lanescope::ui::panels::timings
