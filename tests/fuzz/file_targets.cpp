#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <memory>
#include <utility>

#include <unistd.h>

#include "app/options.hpp"
#include "cuda/toolchain/cubin.hpp"
#include "lab/experiment/experiment_json.hpp"
#include "lab/experiment/fill.hpp"
#include "lab/experiment/image_file.hpp"
#include "lab/experiment/npy.hpp"
#include "lab/experiment/spec.hpp"
#include "lab/hardware/measurements.hpp"
#include "lab/lesson/lesson_reader.hpp"
#include "lab/run/saved_run.hpp"
#include "ports/images/compiled_bytes.hpp"
#include "tests/fuzz/target.hpp"
#include "tests/lab/ptx_kernels.hpp"

// Files that the lab reads, arguments, command lines.
namespace lanescope::fuzz_test {
namespace {

std::vector<std::string> experiment_seeds() {
  return {experiment::experiment_json(test::add_experiment(2, 64))};
}

void read_experiment(std::string_view bytes) {
  const auto read = experiment::read_experiment_json(bytes);
  if (!read) return;
  const std::string text = experiment::experiment_json(*read);
  const auto again = experiment::read_experiment_json(text);
  if (!again) fail("an experiment is not read as it was written: " + again.error().text());
  if (experiment::experiment_json(*again) != text) fail("an experiment changes when it is read");
}

std::vector<std::string> argument_seeds() {
  return {"in:f32[4096]=iota",    "n:i32=0x10",
          "a:u8[16]=random:7%16", "x:f64=-1.5e300",
          "b:i64[8]=const:-1",    "f:f32[9]=formula:floor((i + 1) / 2)",
          "p:u8[64]=picture:8",   "s:u8[5]=text:abc",
          "c:u8[3]=bytes:AQID",   "g:f64[8]=formula:i % 3 > 1 ? sin(i) : 2^i",
          "h:f16[64]=none"};
}

void read_argument(std::string_view bytes) {
  constexpr std::uint64_t kMost = 4096;  // elements
  static_cast<void>(experiment::parse_symbol(bytes));
  static_cast<void>(experiment::parse_fill(bytes));
  const auto argument = experiment::parse_argument(bytes);
  if (!argument) return;
  const auto* buffer = std::get_if<experiment::BufferValue>(&argument->value);
  if (buffer == nullptr || buffer->count > kMost || !buffer->fill.path.empty()) return;
  static_cast<void>(experiment::fill_bytes(*buffer));
}

// The words of a command line, a zero behind each but the last.
std::vector<std::string> command_line_seeds() {
  std::vector<std::string> seeds;
  for (const char* words :
       {"run a.cu --kernel add --grid 2 --block 64,2 --arg n:i32=7 --report json --dump o=o.npy",
        "program main.cu -D N=4 --nvcc -lineinfo --error-exitcode 3 -- 1024",
        "shot reduction/sequential --do goto --size 640x480 --theme dark --out x.png",
        "sweep reduction/sequential --param block=32,64 --out x.csv", "supported add.ptx", "--help",
        "export x.lanerun --format csv --out x.csv"}) {
    seeds.emplace_back(words);
    std::ranges::replace(seeds.back(), ' ', '\0');
  }
  return seeds;
}

void read_command_line(std::string_view bytes) {
  std::vector<std::string> words(1);
  for (const char c : bytes) {
    if (c == '\0')
      words.emplace_back();
    else
      words.back() += c;
  }
  const app::ParseOutcome outcome = app::parse(std::move(words));
  if (!outcome.line && outcome.text.empty()) fail("a command line is refused without a word");
}

std::vector<std::string> saved_run_seeds() {
  const auto prepared =
      run::prepare(test::add_experiment(2, 64), test::compiled_ptx(test::kAddPtx, "add"));
  run::RunOptions options;
  options.recording = engine::Recording::Full;
  const auto run =
      run::run_model(std::get<std::shared_ptr<const run::Prepared>>(prepared), options);
  return {text_of(*run::saved_run_bytes(*run, {}))};
}

void read_saved_run(std::string_view bytes) {
  constexpr std::size_t kHead = 32;  // magic, version, length, checksum
  const std::string whole = resealed(bytes, kHead - 8, kHead);
  static_cast<void>(run::read_saved_run(bytes_of(whole), "fuzz.lanerun"));
}

std::vector<std::string> measurement_seeds() {
  hardware::Measurements all;
  all.device = "NVIDIA H200";
  all.date = "2026-11-22";
  hardware::MeasuredPoint point;
  point.lesson = "reduction";
  point.rung = "sequential";
  point.values = {{"block", 256}, {"n", 4096}};
  point.counters = {{"global.load.requests", 128}};
  all.points = {point, point};
  all.points.back().failure = "the kernel never ends";
  return {hardware::measurements_text(all)};
}

void read_measurements(std::string_view bytes) {
  static_cast<void>(hardware::read_measurements(bytes, "fuzz.json"));
}

// lesson.toml, a zero, lesson.md.
std::vector<std::string> lesson_seeds() {
  std::vector<std::string> seeds;
  for (const char* lesson : {"vector-add", "divergence", "reduction"}) {
    const std::string folder = std::string("kernels/") + lesson;
    seeds.push_back(files_of(folder, "lesson.toml").front() + '\0' +
                    files_of(folder, "lesson.md").front());
  }
  return seeds;
}

void read_lesson(std::string_view bytes) {
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("lanescope-fuzz-" + std::to_string(::getpid()));
  std::filesystem::create_directories(folder);
  const std::size_t zero = std::min(bytes.find('\0'), bytes.size());
  std::ofstream(folder / "lesson.toml", std::ios::binary) << bytes.substr(0, zero);
  std::ofstream(folder / "lesson.md", std::ios::binary)
      << bytes.substr(std::min(zero + 1, bytes.size()));
  static_cast<void>(lesson::load_lesson(folder));
  std::filesystem::remove_all(folder);
}

std::vector<std::string> npy_seeds() {
  const std::vector<std::byte> elements(64, std::byte{3});
  return {text_of(experiment::write_npy(experiment::ElementType::F32, elements)),
          text_of(experiment::write_npy(experiment::ElementType::U8, elements))};
}

void read_npy(std::string_view bytes) {
  for (const auto type : {experiment::ElementType::F32, experiment::ElementType::U8})
    static_cast<void>(experiment::read_npy(bytes_of(bytes), type, 16));
}

std::vector<std::string> image_seeds() {
  std::string ppm = "P6\n4 2\n255\n", pgm = "P5 2 2 255\n";
  ppm.append(24, '\x40');
  pgm.append(4, '\x90');
  std::string bmp("BM\x46\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0\2\0\0\0\2\0\0\0\1\0\x18\0\0\0\0\0", 34);
  bmp.append(20, '\0');
  bmp.append(16, '\x55');
  return {ppm, pgm, bmp};
}

void read_image(std::string_view bytes) {
  static_cast<void>(experiment::image_size(bytes_of(bytes)));
  const auto image = experiment::decode_image(bytes_of(bytes), "fuzz.png");
  if (image && image->rgb.size() != std::size_t{3} * image->width * image->height)
    fail("a picture has not the bytes of its size");
}

// An ELF head and one section of ones.
std::vector<std::string> cubin_seeds() {
  std::string elf(
      "\x7f"
      "ELF\2\1\1",
      7);
  elf.resize(64, '\0');
  elf[18] = '\xbe';  // EM_CUDA
  elf[0x28] = 64;    // the section table begins here
  elf[0x3a] = 64;    // a section's size
  elf[0x3c] = 2;     // how many
  elf.resize(192, '\1');
  return {elf};
}

void read_cubin(std::string_view bytes) {
  static_cast<void>(cuda::toolchain::read_cubin(bytes_of(bytes)));
}

std::vector<std::string> compiled_seeds() {
  ports::images::ByteWriter out;
  ports::images::write(out, *test::compiled_ptx(test::kAddPtx, "add"));
  return {text_of(out.data())};
}

void read_compiled(std::string_view bytes) {
  ports::images::ByteReader in(bytes_of(bytes));
  static_cast<void>(ports::images::read_compiled(in));
}

constexpr std::array kTargets{
    Target{"experiment", read_experiment, experiment_seeds},
    Target{"argument", read_argument, argument_seeds},
    Target{"command_line", read_command_line, command_line_seeds},
    Target{"saved_run", read_saved_run, saved_run_seeds},
    Target{"measurements", read_measurements, measurement_seeds},
    Target{"lesson", read_lesson, lesson_seeds},
    Target{"npy", read_npy, npy_seeds},
    Target{"image", read_image, image_seeds},
    Target{"cubin", read_cubin, cubin_seeds},
    Target{"compiled", read_compiled, compiled_seeds},
};

}  // namespace

std::span<const Target> file_targets() { return kTargets; }

}  // namespace lanescope::fuzz_test
