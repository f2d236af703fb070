#include <algorithm>
#include <array>

#include "lab/program/saved_program.hpp"
#include "lab/run/sealed_file.hpp"
#include "runtime/fatbin.hpp"
#include "runtime/record/record.hpp"
#include "tests/fuzz/api_calls.hpp"
#include "tests/fuzz/target.hpp"
#include "tests/lab/program_sample.hpp"
#include "tests/lab/ptx_kernels.hpp"
#include "tests/runtime/fat_binary_bytes.hpp"

// What whole programs bring along, and what they call.
namespace lanescope::fuzz_test {
namespace {

std::vector<std::string> fat_binary_seeds() {
  using runtime::test::container;
  using runtime::test::image;
  using runtime::test::Packing;
  return {container(image(1, 90, test::kAddPtx)),
          container(image(1, 80, test::kAddPtx, Packing::Zstd) + image(2, 90, "machine code")),
          container(image(1, 90, "text", Packing::Lz4))};
}

void read_fat_binary(std::string_view bytes) {
  constexpr std::size_t kMost = std::size_t{1} << 28U;
  const runtime::FatBinary fat = runtime::read_fat_binary(bytes_of(bytes));
  for (const runtime::FatBinary::Ptx& ptx : fat.ptx) {
    if (ptx.text.size() > kMost) fail("a few bytes become a text without end");
  }
  for (const runtime::FatBinary::MachineCode& code : fat.machine_code) {
    if (runtime::cubin_of(code).size() > kMost) fail("a few bytes become a cubin without end");
  }
  static_cast<void>(runtime::best_ptx(fat, 90));
  static_cast<void>(runtime::holds_container(bytes));
}

std::vector<std::string> record_seeds() {
  namespace record = runtime::record;
  record::Launch launch;
  launch.kernel = "add";
  launch.grid = launch.block = {2, 1, 1};
  launch.place = {"main.cu", 12};
  launch.printed = "printed\n";
  launch.hazards.resize(1);
  events::Counters one;
  one.warp_instructions = 8;
  launch.count(std::vector<events::Counters>(3, one));
  return {record::line_of(record::Module{1, test::kAddPtx}) + record::line_of(launch) +
          record::line_of(record::Call{"cudaMalloc", {"main.cu", 7}, "cudaSuccess", 4096}) +
          record::line_of(record::Problem{record::ProblemKind::Leak,
                                          events::Severity::Warning,
                                          {"main.cu", 7},
                                          "4096 bytes were never freed"}) +
          record::line_of_calls_left_out(3)};
}

void read_record(std::string_view bytes) {
  const runtime::record::Record record = runtime::record::read(bytes);
  for (const runtime::record::Launch& one : record.launches)
    static_cast<void>(record.find_module(one.module));
}

// What lies behind the seal.
std::vector<std::string> saved_program_seeds() {
  const std::vector<std::byte> file = test::saved_add_program();
  return {text_of(*run::content_of(file, run::kSavedProgram, "seed"))};
}

void read_saved_program(std::string_view bytes) {
  constexpr std::size_t kLaunches = 8;
  const auto file = run::seal(bytes_of(bytes), run::kSavedProgram);
  const auto saved = program::read_saved_program(file, "fuzz.laneprogram");
  if (!saved) return;
  const std::size_t launches = std::min((*saved)->run.launches.size(), kLaunches);
  for (std::size_t i = 0; i < launches; ++i) static_cast<void>(program::launch_of(**saved, i));
}

constexpr std::array kTargets{Target{"saved_program", read_saved_program, saved_program_seeds},
                              Target{"fat_binary", read_fat_binary, fat_binary_seeds},
                              Target{"record", read_record, record_seeds},
                              Target{"api_calls", call_api, api_call_seeds}};

}  // namespace

std::span<const Target> program_targets() { return kTargets; }

}  // namespace lanescope::fuzz_test
