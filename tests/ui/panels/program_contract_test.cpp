// The Program panel at every size and scale, and what a click on its strip does. On a saved
// program, so that no nvcc is asked.

#include "tests/ui/panels/contract.hpp"
#include "tests/ui/panels/saved_program_on_screen.hpp"
#include "ui/figures/program/host_source.hpp"
#include "ui/figures/program/launch_list.hpp"
#include "ui/figures/program/origin_words.hpp"
#include "ui/figures/program/problem_list.hpp"
#include "ui/panels/program/program.hpp"

namespace lanescope::ui::panels::program {
namespace {

class ProgramContract : public test::SavedProgramOnScreen {};

TEST_F(ProgramContract, Everywhere) {
  test::check_everywhere(test::some_panels<ProgramPanel>, studio_.session(), "no program");
  EXPECT_FALSE(ProgramPanel().suits(studio_.session()));
  open();
  EXPECT_TRUE(ProgramPanel().suits(studio_.session()));
  test::check_everywhere(test::some_panels<ProgramPanel>, studio_.session(), "first launch");
  studio_.run("host-timeline show=calls");
  test::check_everywhere(test::some_panels<ProgramPanel>, studio_.session(), "calls");
  studio_.run("launch index=1; call index=0");
  test::check_everywhere(test::some_panels<ProgramPanel>, studio_.session(), "a call is chosen");
}

// Two copies, two launches on one stream: four calls, each beside what it did.
TEST_F(ProgramContract, TheStripHasARowForEachQueue) {
  open();
  const auto strip = figures::program::host_strip(*studio_.session().open_program());
  EXPECT_EQ(strip.rows, (std::vector<std::string>{"host", "copies", "stream 0"}));
  ASSERT_EQ(strip.boxes.size(), 8U);
  std::vector<std::size_t> rows(3);
  for (const auto& box : strip.boxes) ++rows[box.row];
  EXPECT_EQ(rows, (std::vector<std::size_t>{4, 2, 2}));
  for (const auto& box : strip.boxes) {
    if (box.row != 0) continue;
    const bool copies = *box.call < 2;
    EXPECT_EQ(box.launch, copies ? std::nullopt : std::optional<std::size_t>(*box.call - 2));
  }
}

// What is done to what, where the whole name has no room.
TEST_F(ProgramContract, EveryBoxOfTheStripIsNamed) {
  open();
  auto program = *studio_.session().open_program();
  auto& calls = program.run.record.calls;
  ASSERT_EQ(calls.size(), 4U);
  calls[0].name = "cudaMemcpyAsync";
  calls[1].name = "cudaStreamCreateWithFlags";
  calls[2].name = "cudaLaunchKernel";
  calls[3].name = "cudaDeviceSynchronize";
  const auto strip = figures::program::host_strip(program);
  std::vector<std::string> host, launches;
  for (const auto& box : strip.boxes) {
    EXPECT_FALSE(box.brief.empty()) << box.label;
    EXPECT_LE(box.brief.size(), box.label.size());
    if (box.row == 0) host.push_back(box.brief);
    if (box.kind == figures::program::BoxKind::Launch) launches.push_back(box.brief);
  }
  EXPECT_EQ(host, (std::vector<std::string>{"memcpy", "create", "launch", "sync"}));
  EXPECT_EQ(launches, (std::vector<std::string>{"#1", "#2"}));

  studio_.run("host-timeline show=calls");
  ProgramPanel panel;
  for (const float width : {320.0F, 520.0F, 1240.0F}) {
    test::Stage stage({width, 260.0F, 1.0F, true, false});
    stage.draw(panel, studio_.session());
    for (const widgets::Label& label : stage.labels().labels())
      EXPECT_FALSE(label.shortened && label.text.starts_with("mem")) << label.text << " " << width;
  }
}

TEST_F(ProgramContract, ItsLegendNamesTheCopiesThatThereAre) {
  open();
  const auto strip = figures::program::host_strip(*studio_.session().open_program());
  std::vector<std::string> words;
  for (const auto& entry : figures::program::legend_of(strip)) words.push_back(entry.words);
  std::vector<std::string> wanted;
  const auto has = [&](figures::program::BoxKind kind) {
    return std::ranges::any_of(strip.boxes, [&](const auto& box) { return box.kind == kind; });
  };
  if (has(figures::program::BoxKind::ToDevice)) wanted.emplace_back("to the GPU");
  if (has(figures::program::BoxKind::FromDevice)) wanted.emplace_back("from the GPU");
  EXPECT_EQ(words, wanted);
  EXPECT_FALSE(words.empty());
}

TEST_F(ProgramContract, LaunchesAreSteppedThroughWithWhatTheyRead) {
  open();
  EXPECT_TRUE(studio_.session().shows_launch());
  EXPECT_EQ(studio_.session().run()->machine_steps, 2U * 19U);
  studio_.run("next-launch; to-end");
  EXPECT_EQ(studio_.session().state().program.launch, 1U);
  // 3 i + 1 (tests/lab/program_sample.hpp).
  const auto& buffers = studio_.session().run()->buffers;
  const auto found = std::ranges::find(buffers, "d_b", &run::BufferResult::name);
  ASSERT_NE(found, buffers.end());
  float last = 0;
  std::memcpy(&last, found->bytes.data() + 63 * 4, 4);
  EXPECT_EQ(last, 190.0F);
  studio_.run("lesson id=vector-add");
  EXPECT_FALSE(studio_.session().shows_launch());
}

TEST_F(ProgramContract, WhoWroteAValueGoesOnBeforeTheLaunch) {
  open();
  studio_.run("launch index=1");
  const auto words = [&](const char* array) {
    return figures::program::origin_words(studio_.session(), array, 3);
  };
  EXPECT_EQ(words("d_c"), "d_c[3] at the launch's start: launch 1 (add, line 32)");
  EXPECT_EQ(words("d_a"), "d_a[3] at the launch's start: cudaMemcpy, line 21");
  EXPECT_EQ(words("none"), "");
  EXPECT_FALSE(commands::execute(studio_.session(), "to-start; previous-write array=d_a index=3"));
  EXPECT_EQ(studio_.session().message(), words("d_a"));
}

TEST_F(ProgramContract, TheHostsLineOfACallIsShown) {
  open();
  studio_.run("call index=1");
  EXPECT_EQ(figures::program::host_file(studio_.session()), "add.cu");
  EXPECT_EQ(figures::program::host_line(studio_.session()), 22U);
  EXPECT_EQ(figures::program::launches_title(studio_.session()), "launch 1 of 2");
  EXPECT_EQ(figures::program::ending_words(*studio_.session().open_program()), "exit status 3");
}

// In units: the host waits for each copy, and the kernels follow in their stream: 4 in all.
TEST_F(ProgramContract, TheTimelineHasARowForEachEngineAndStream) {
  open();
  studio_.run("host-timeline lengths=units");
  const auto timeline = figures::program::host_timeline(studio_.session());
  const auto& strip = timeline.strip;
  EXPECT_EQ(strip.rows,
            (std::vector<std::string>{"host", "copy to GPU", "copy from GPU", "stream 0"}));
  EXPECT_EQ(strip.length, 4.0F);
  std::vector<std::pair<std::uint32_t, float>> boxes;
  for (const auto& box : strip.boxes) boxes.emplace_back(box.row, box.begin);
  std::ranges::sort(boxes);
  EXPECT_EQ(boxes, (std::vector<std::pair<std::uint32_t, float>>{
                       {0, 0.0F}, {0, 1.0F}, {1, 0.0F}, {1, 1.0F}, {3, 2.0F}, {3, 3.0F}}));
  EXPECT_EQ(timeline.overlap,
            "4 units in all, 0 % overlapped · with one copy engine: 4 units, 0 %");
  EXPECT_NE(timeline.lengths.find("modelled"), std::string::npos);
  studio_.run("host-timeline engines=1");
  EXPECT_EQ(figures::program::host_timeline(studio_.session()).strip.rows[1], "copies");
  test::check_everywhere(test::some_panels<ProgramPanel>, studio_.session(), "one copy engine");
  studio_.run("host-timeline zoom=in; host-timeline zoom=in");
  EXPECT_EQ(studio_.session().state().tools.host_timeline.zoom, 4.0);
  test::check_everywhere(test::some_panels<ProgramPanel>, studio_.session(), "closer");
}

// Below the modelled one, with its launches to be clicked on.
TEST_F(ProgramContract, WhatWasMeasuredOnAGpuIsDrawnBelow) {
  const auto on_gpu = lanescope::test::run_of_add_on_gpu();
  save(lanescope::test::saved_add_program(&on_gpu));
  open();
  const auto measured = figures::program::host_timeline(studio_.session()).measured;
  EXPECT_EQ(measured.title, "Measured on the NVIDIA H200");
  EXPECT_EQ(measured.strip.rows,
            (std::vector<std::string>{"copy to GPU", "stream 0", "CUPTI's stream 14"}));
  EXPECT_EQ(measured.strip.length, 22.0F);
  std::vector<std::string> labels;
  for (const auto& box : measured.strip.boxes) labels.push_back(box.label);
  EXPECT_EQ(labels, (std::vector<std::string>{"256 B", "add #1", "add #2", "add #3"}));
  EXPECT_EQ(measured.strip.boxes[2].launch, std::optional<std::size_t>(1));
  EXPECT_EQ(measured.strip.boxes[3].launch, std::nullopt);
  EXPECT_TRUE(measured.words.starts_with(
      "22.0 us from the first copy or kernel to the last, 20 % overlapped"))
      << measured.words;
  test::check_everywhere(test::some_panels<ProgramPanel>, studio_.session(), "below");
  studio_.run("host-timeline show=measured");
  test::check_everywhere(test::some_panels<ProgramPanel>, studio_.session(), "measured");
  const auto rows = figures::program::launch_rows(*studio_.session().open_program());
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0].gpu, "10.0 us on the GPU") << "CUPTI's, not that between events";
  const auto svg = figures::program::host_strip_svg(studio_.session(), true);
  ASSERT_TRUE(svg);
  EXPECT_NE(svg->find("Measured on the NVIDIA H200"), std::string::npos);
}

TEST_F(ProgramContract, AGpuWithoutCuptiHasTimesAlone) {
  open();
  auto program = *studio_.session().open_program();
  EXPECT_TRUE(figures::program::measured_strip(program).title.empty()) << "it ran on none";
  program.run.set_gpu({"NVIDIA H200", {3, 0}, true, {{{0, 0.25}}, {}}});
  const auto measured = figures::program::measured_strip(program);
  EXPECT_TRUE(measured.strip.boxes.empty());
  EXPECT_NE(measured.words.find("CUPTI"), std::string::npos);
}

TEST_F(ProgramContract, PageableCopiesAreSaidToHoldTheHost) {
  open();
  auto program = *studio_.session().open_program();
  auto& copy = program.run.record.calls[1];
  copy.issue->works.front() = {runtime::record::IssuedWork::Kind::ToDevice, 1U << 20U, true};
  const auto timeline =
      figures::program::host_timeline(program, lanescope::runtime::timeline::Lengths::units(), 2);
  EXPECT_TRUE(timeline.held.starts_with(
      "The host waits 1 unit for cudaMemcpy in line 22: its memory is pageable."))
      << timeline.held;
}

// A launch of 7.5 microseconds; in units it is one as any other.
TEST_F(ProgramContract, ModelledKernelsAreAsLongAsTheirTime) {
  using lanescope::runtime::timeline::Lengths;
  open();
  auto program = *studio_.session().open_program();
  const Lengths recorded = *Lengths::of(
      {"Some GPU", 2.0, 1'000.0, 1e6, {{{{1, 1.0}}, {{1, 1.0}}, {{1, 1.0}}, {{1, 1.0}}}}});
  EXPECT_NE(figures::program::host_timeline(program, recorded, 2).lengths.find("no memory"),
            std::string::npos);
  auto& time = program.run.record.launches.front().time.emplace();
  time.timing.microseconds = 7.5;
  EXPECT_NE(figures::program::host_timeline(program, recorded, 2).lengths.find("machine code"),
            std::string::npos);
  EXPECT_EQ(figures::program::host_timeline(program, Lengths::units(), 2).strip.length, 4.0F);
}

TEST_F(ProgramContract, AnOldFileIsSaidToHaveNoTimeline) {
  open();
  auto program = *studio_.session().open_program();
  for (auto& call : program.run.record.calls) call.issue.reset();
  const auto timeline =
      figures::program::host_timeline(program, lanescope::runtime::timeline::Lengths::units(), 2);
  EXPECT_TRUE(timeline.strip.boxes.empty());
  EXPECT_NE(timeline.lengths.find("earlier version"), std::string::npos);
}

TEST_F(ProgramContract, ItsPictureNamesEachLaunch) {
  open();
  const auto svg = figures::program::host_strip_svg(studio_.session(), true);
  ASSERT_TRUE(svg);
  for (const char* words : {"add #1", "add #2", "stream 0", "copies", "in order, not in time",
                            "copy to GPU", "modelled"})
    EXPECT_NE(svg->find(words), std::string::npos) << words;
}

}  // namespace
}  // namespace lanescope::ui::panels::program
