#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lanescope::app {

inline constexpr const char* kProgramVersion = "0.1.0";

// By what kernels are executed: of `run` and `program`.
struct EngineArguments {
  std::string engine;  // ptx, sass; empty: ptx, or what --time needs
  bool time = false;   // how long it takes on a described machine
  std::string machine = "h200", caches = "cold";
  [[nodiscard]] bool by_machine_code() const { return time || engine == "sass"; }
};

// The words of `run`, `shot`, `sweep` and `export` as written (docs/CONTRACT.md, "Command line").
// Empty or nullopt: not given.
struct RunArguments : EngineArguments {
  std::string target;                   // FILE.cu, FILE.ptx, a saved run or program, or LESSON/RUNG
  std::optional<std::uint32_t> launch;  // of a saved program
  std::optional<std::string> kernel, grid, block, arch, policy, order;
  std::optional<std::uint32_t> shared;
  std::vector<std::string> arguments, buffers, symbols, defines, includes;
  std::vector<std::string> parameters;  // NAME=VALUE, of a lesson's rung
  std::optional<int> warp_size;
  std::optional<std::uint64_t> schedule_seed, max_steps, max_memory;
  std::optional<std::uint32_t> cores;  // of run and sweep; 0: all
  bool gpu = false;
  std::optional<std::uint32_t> gpu_number;
  std::string gpu_l2;        // warm, flushed
  std::string gpu_counters;  // none, code, all
  // Who says which GPU, or how, wants it.
  [[nodiscard]] bool on_gpu() const {
    return gpu || gpu_number || !gpu_l2.empty() || !gpu_counters.empty();
  }
};

struct RunOutput {
  bool hazards = true;
  std::string record = "counters";  // none, counters, full
  std::string report = "text";      // text, json
  std::string out;                  // empty: standard output
  std::vector<std::string> dumps;   // BUFFER=FILE
};

// A whole program: sources or one executable.
struct ProgramArguments : EngineArguments {
  std::vector<std::string> files, includes, defines, nvcc_options;
  std::string standard, arch = "sm_90";
  std::string record = "counters";  // none, counters, full
  std::string save;                 // the file that launches' inputs are kept in; empty: none
  bool hazards = true;
  bool gpu = false;                        // once more on a GPU
  std::optional<std::uint64_t> max_steps;  // of a launch
  std::string report, out;                 // text, json; empty: none is written
  std::optional<std::uint8_t> error_status;
  std::vector<std::string> arguments;  // the program's own, behind --
};

struct GuiArguments {
  std::string lesson, script, session;
  std::uint32_t step = 1;  // of the lesson
};
struct HandoutArguments {
  std::string lesson, out;
  bool for_teacher = false;
};
// Students' solutions of a lesson's exercise.
struct JudgeArguments {
  std::string lesson;
  std::string exercise;  // its id; empty: the only one
  std::vector<std::string> files;
  std::string report = "text", out;
};
struct ShotArguments {
  std::string lesson;
  RunArguments run;
  std::string commands;  // --do
  std::string animate;   // the words of export-gif
  std::string size = "1600x900", out;
  std::string theme;
  std::uint32_t step = 1;  // of the lesson
};
struct SweepArguments {
  RunArguments run;
  std::string vary, format = "table", out;
};
struct MeasureArguments {
  std::vector<std::string> targets;      // LESSON or LESSON/RUNG; empty: all
  RunArguments run;                      // which GPU, and how
  std::string out;                       // empty: standard output
  std::string add;                       // a file whose points are kept
  std::optional<std::uint32_t> seconds;  // after which no further point is begun
};
struct FetchArguments {
  std::string tool;  // nvrtc, nvcc, nvdisasm
  bool yes = false;  // agrees to NVIDIA's terms
};
struct ExportArguments {
  RunArguments run;
  std::string format = "chrome", out;
};

// One command line, read.
struct CommandLine {
  enum class Command {
    Gui,
    List,
    Run,
    Program,
    Shot,
    Supported,
    Sweep,
    Measure,
    Check,
    Judge,
    Export,
    Fetch,
    Doctor,
    Handout,
    Worker,
    GpuWorker,
    Precompile,
    Predisassemble
  } command = Command::Gui;
  GuiArguments gui;
  RunArguments run;  // of supported: the file, and how it is compiled
  RunOutput output;
  ProgramArguments program;
  ShotArguments shot;
  HandoutArguments handout;
  JudgeArguments judge;
  SweepArguments sweep;
  MeasureArguments measure;
  FetchArguments fetch;
  ExportArguments export_;
  std::vector<std::string> lessons;  // of check; empty: all
  std::string precompile_folder;
};

// Reads the words. When there is nothing to run, `status` is the exit status and the help or the
// message has been printed.
struct ParseOutcome {
  std::optional<CommandLine> line;
  int status = 0;
  std::string text;  // without a line: help, of status 0, or what is wrong
};
// The words behind the program's name.
[[nodiscard]] ParseOutcome parse(std::vector<std::string> words);

}  // namespace lanescope::app
