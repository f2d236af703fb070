#include "app/options.hpp"

#include <algorithm>
#include <limits>
#include <sstream>
#include <utility>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "lab/experiment/element.hpp"

namespace lanescope::app {
namespace {

using Command = CommandLine::Command;

void add_repeated(CLI::App* command, const char* name, std::vector<std::string>* values,
                  const char* words, const char* shape) {
  command->add_option(name, *values, words)->allow_extra_args(false)->type_name(shape);
}

template <typename T>
void add(CLI::App* command, const char* name, T* value, const char* words, const char* shape) {
  command->add_option(name, *value, words)->type_name(shape);
}

// A whole number up to `most`, in decimal or after 0x; others are refused, negative ones too.
template <typename T>
void add_number(CLI::App* command, const char* name, std::optional<T>* value, const char* words,
                const char* shape) {
  const auto read = [value, name](const std::string& text) {
    const Result<std::uint64_t> number = experiment::parse_unsigned(text);
    if (!number || *number > std::numeric_limits<T>::max()) {
      throw CLI::ValidationError(name, fmt::format("`{}` is not a whole number from 0 to {}", text,
                                                   std::numeric_limits<T>::max()));
    }
    *value = static_cast<T>(*number);
  };
  command->add_option_function<std::string>(name, read, words)->type_name(shape);
}

void add_gpu_choice(CLI::App* command, RunArguments* run) {
  add_number(command, "--gpu-number", &run->gpu_number,
             "which, as `doctor` counts them; 0 unless given", "N");
  command->add_option("--gpu-l2", run->gpu_l2, "what its L2 cache holds when it is timed")
      ->check(CLI::IsMember({"warm", "flushed"}));
}

void add_compiling(CLI::App* command, RunArguments* run) {
  add(command, "--arch", &run->arch, "sm_90 unless given", "sm_XX");
  add_repeated(command, "-D,--define", &run->defines, "a macro", "NAME[=V]");
  add_repeated(command, "-I,--include", &run->includes, "a folder for #include", "DIR");
}

void add_run_arguments(CLI::App* command, RunArguments* run, bool target_required) {
  command
      ->add_option("target", run->target,
                   "a .cu or .ptx file, a saved run or program, or LESSON/RUNG")
      ->required(target_required)
      ->type_name("FILE|LESSON/RUNG");
  add_number(command, "--launch", &run->launch, "of a saved program, from 0 on", "N");
  add(command, "--kernel", &run->kernel, "plain, mangled, or an expression as reduce<256>", "NAME");
  add(command, "--grid", &run->grid, "blocks", "X[,Y[,Z]]");
  add(command, "--block", &run->block, "threads of a block", "X[,Y[,Z]]");
  add_number(command, "--shared", &run->shared, "dynamic shared memory", "BYTES");
  add_repeated(command, "--arg", &run->arguments,
               "a kernel argument, in order: n:i32=4, in:f32[64]=iota, p:{i32=1,f32=2}", "SPEC");
  add_repeated(command, "--buffer", &run->buffers, "a buffer that only textures read", "SPEC");
  add_repeated(command, "--symbol", &run->symbols, "a __constant__ or __device__ variable", "SPEC");
  add_compiling(command, run);
  add_repeated(command, "--set", &run->parameters, "a parameter of the lesson's rung",
               "NAME=VALUE");
  add(command, "--warp-size", &run->warp_size, "4, 8, 16, 32 or 64", "LANES");
  command->add_option("--policy", run->policy, "how diverged lanes meet again")
      ->check(CLI::IsMember({"its", "ipdom", "min_pc"}));
  command->add_option("--order", run->order, "which warp issues next")
      ->check(CLI::IsMember({"barrier", "round_robin"}));
  add_number(command, "--schedule-seed", &run->schedule_seed, "permutes warps and blocks", "N");
  add_number(command, "--max-steps", &run->max_steps, "warp instructions before the run is stopped",
             "N");
  add_number(command, "--max-memory", &run->max_memory, "4 GiB unless given", "BYTES");
  command->add_flag("--gpu", run->gpu, "run on the GPU too");
  add_gpu_choice(command, run);
}

void add_cores(CLI::App* command, RunArguments* run) {
  add_number(command, "--cores", &run->cores,
             "that blocks run on at one time; 0: all, as unless given, but then only for launches "
             "that are long enough",
             "N");
}

void add_engine(CLI::App* command, EngineArguments* by) {
  command->add_option("--engine", by->engine, "what is run: the PTX, or the GPU's machine code")
      ->check(CLI::IsMember({"ptx", "sass"}));
  command->add_flag("--time", by->time, "how long the machine code takes, modelled");
  command->add_option("--machine", by->machine, "that it is timed on; h200 unless given")
      ->type_name("NAME");
  command->add_option("--caches", by->caches, "what they hold when the launch begins")
      ->check(CLI::IsMember({"cold", "warm"}));
}

void add_run(CLI::App* app, CommandLine* line) {
  CLI::App* command = app->add_subcommand("run", "one launch on the model, and its report");
  add_run_arguments(command, &line->run, true);
  add_cores(command, &line->run);
  add_engine(command, &line->run);
  command
      ->add_option("--gpu-counters", line->run.gpu_counters,
                   "which are read: by code in the kernel, and (all, unless given) the GPU's own, "
                   "which take half a second")
      ->check(CLI::IsMember({"none", "code", "all"}));
  command
      ->add_option_function<std::string>(
          "--hazards", [line](const std::string& word) { line->output.hazards = word == "on"; },
          "on, or off: only what faults")
      ->check(CLI::IsMember({"on", "off"}));
  command->add_option("--record", line->output.record, "what is counted and kept")
      ->check(CLI::IsMember({"none", "counters", "full"}));
  command->add_option("--report", line->output.report, "")->check(CLI::IsMember({"text", "json"}));
  add(command, "--out", &line->output.out, "the report's file; standard output unless given",
      "FILE");
  add_repeated(command, "--dump", &line->output.dumps,
               "a buffer after the launch, raw or, to a .npy file, as NumPy's", "BUFFER=FILE");
  command->callback([line] { line->command = Command::Run; });
}

void add_program(CLI::App* app, CommandLine* line) {
  CLI::App* command = app->add_subcommand(
      "program", "a whole CUDA program, built by nvcc, its kernels on the model");
  ProgramArguments* program = &line->program;
  command->add_option("files", program->files, "sources (.cu, .cpp, .c), or one executable")
      ->required()
      ->type_name("FILE");
  add_repeated(command, "-I,--include", &program->includes, "a folder for #include", "DIR");
  add_repeated(command, "-D,--define", &program->defines, "a macro", "NAME[=V]");
  add(command, "--std", &program->standard, "c++17 and the like; nvcc's own unless given", "STD");
  add(command, "--arch", &program->arch, "sm_90 unless given", "sm_XX");
  add_repeated(command, "--nvcc", &program->nvcc_options, "an option of nvcc's", "OPTION");
  command
      ->add_option_function<std::string>(
          "--hazards", [program](const std::string& word) { program->hazards = word == "on"; },
          "on, or off: only what faults")
      ->check(CLI::IsMember({"on", "off"}));
  command->add_option("--record", program->record, "what is counted and kept; full needs --save")
      ->check(CLI::IsMember({"none", "counters", "full"}));
  add(command, "--save", &program->save,
      "a file that `run`, `shot` and the studio open: each launch with what it read", "FILE");
  add_number(command, "--max-steps", &program->max_steps,
             "warp instructions before a launch is stopped", "N");
  command->add_option("--report", program->report, "needs --out")
      ->check(CLI::IsMember({"text", "json"}));
  add(command, "--out", &program->out, "the report's file", "FILE");
  add_engine(command, program);
  command->add_flag("--gpu", program->gpu, "then on the GPU, and compare");
  add_number(command, "--error-exitcode", &program->error_status,
             "the exit status where the model found an error", "N");
  command->footer("What stands behind -- is the program's own: lanescope program a.cu -- 1024");
  command->callback([line] { line->command = Command::Program; });
}

void add_shot(CLI::App* app, CommandLine* line) {
  CLI::App* command =
      app->add_subcommand("shot", "the studio rendered to a PNG or an animated GIF, off screen");
  add_run_arguments(command, &line->shot.run, false);
  add(command, "--lesson", &line->shot.lesson, "", "ID");
  add(command, "--step", &line->shot.step, "the lesson's step, counted from 1", "N");
  add(command, "--do", &line->shot.commands, "commands before the picture: name key=value; …",
      "COMMANDS");
  add(command, "--size", &line->shot.size, "1600x900 unless given", "WxH");
  command->add_option("--theme", line->shot.theme, "")->check(CLI::IsMember({"dark", "light"}));
  add(command, "--animate", &line->shot.animate,
      "what a GIF shows: steps=8 or phases=0..3, unit=instruction|round|line|phase, beats=1, "
      "width=PIXELS, delay=MS, panel=ID",
      "WORDS");
  command->add_option("--out", line->shot.out, "")->required()->type_name("FILE.png|FILE.gif");
  command->callback([line] { line->command = Command::Shot; });
}

void add_supported(CLI::App* app, CommandLine* line) {
  CLI::App* command = app->add_subcommand(
      "supported", "of each kernel of a file whether the model runs it, or what it lacks");
  command->add_option("file", line->run.target, "a .cu or .ptx file")
      ->required()
      ->type_name("FILE");
  add_compiling(command, &line->run);
  command->callback([line] { line->command = Command::Supported; });
}

void add_sweep(CLI::App* app, CommandLine* line) {
  CLI::App* command = app->add_subcommand("sweep", "one launch over a list of values");
  add_run_arguments(command, &line->sweep.run, true);
  add_cores(command, &line->sweep.run);
  command->add_option("--vary", line->sweep.vary, "")
      ->required()
      ->type_name("block=32,64|define:R=1..8|arg:n=1,2|set:n=…");
  command->add_option("--format", line->sweep.format, "")->check(CLI::IsMember({"table", "csv"}));
  add(command, "--out", &line->sweep.out, "standard output unless given", "FILE");
  command->callback([line] { line->command = Command::Sweep; });
}

void add_measure(CLI::App* app, CommandLine* line) {
  CLI::App* command = app->add_subcommand(
      "measure", "times of this machine's GPU, for studios without one (Timings shows them)");
  command->add_option("targets", line->measure.targets, "all rungs unless given")
      ->type_name("LESSON[/RUNG]");
  add_gpu_choice(command, &line->measure.run);
  add(command, "--out", &line->measure.out, "standard output unless given", "FILE.json");
  add(command, "--add", &line->measure.add, "keep its points, and measure those that it lacks",
      "FILE.json");
  add_number(command, "--seconds", &line->measure.seconds, "begin no point after that", "N");
  command->footer("The studio reads every .json file in ~/.local/share/lanescope/measurements.");
  command->callback([line] { line->command = Command::Measure; });
}

void add_fetch(CLI::App* app, CommandLine* line) {
  CLI::App* command = app->add_subcommand("fetch",
                                          "NVIDIA's compiler, driver for whole programs, "
                                          "disassembler, or cuRAND's headers, for this user");
  command->add_option("tool", line->fetch.tool, "")
      ->required()
      ->type_name("nvrtc|nvcc|nvdisasm|curand")
      ->check(CLI::IsMember({"nvrtc", "nvcc", "nvdisasm", "curand"}));
  command->add_flag("--yes", line->fetch.yes, "agree to NVIDIA's terms without being asked");
  command->footer(
      "They are pinned Python packages, which pip fetches into ~/.local/share/lanescope/deps.");
  command->callback([line] { line->command = Command::Fetch; });
}

void add_export(CLI::App* app, CommandLine* line) {
  CLI::App* command =
      app->add_subcommand("export", "a trace for other tools or to be opened again, or a program");
  add_run_arguments(command, &line->export_.run, true);
  command
      ->add_option("--format", line->export_.format,
                   "trace: a saved run, for `run`, `shot` and the studio, without a compiler; "
                   "program: CUDA C++ with its host code, for nvcc")
      ->check(CLI::IsMember({"chrome", "kanata", "csv", "trace", "program"}));
  command->add_option("--out", line->export_.out, "")->required()->type_name("FILE");
  command->callback([line] { line->command = Command::Export; });
}

void add_gui(CLI::App* app, CommandLine* line) {
  const auto add_options = [line](CLI::App* command) {
    add(command, "--lesson", &line->gui.lesson, "the lesson to open", "ID");
    add(command, "--step", &line->gui.step, "the lesson's step, counted from 1", "N");
    add(command, "--session", &line->gui.session, "a saved session or run to open", "FILE");
    add(command, "--script", &line->gui.script, "a list of commands to run", "FILE");
  };
  add_options(app);
  CLI::App* command = app->add_subcommand("gui", "the studio (also without any word)");
  add_options(command);
  command->callback([line] { line->command = Command::Gui; });
}

void add_judge(CLI::App* app, CommandLine* line) {
  CLI::App* command = app->add_subcommand("judge", "students' solutions of a lesson's exercise");
  command->add_option("lesson", line->judge.lesson, "")->required()->type_name("LESSON");
  command->add_option("files", line->judge.files, "kernels to put in the place of the exercise's")
      ->required()
      ->type_name("FILE");
  add(command, "--exercise", &line->judge.exercise, "which of the lesson's, where it has several",
      "ID");
  command->add_option("--report", line->judge.report, "")->check(CLI::IsMember({"text", "json"}));
  add(command, "--out", &line->judge.out, "where the report is written", "FILE");
  command->callback([line] { line->command = Command::Judge; });
}

void add_others(CLI::App* app, CommandLine* line) {
  app->add_subcommand("list", "lessons and their rungs")->callback([line] {
    line->command = Command::List;
  });
  CLI::App* check = app->add_subcommand("check", "recomputes every claim of the lessons");
  check->add_option("lessons", line->lessons, "all unless given")->type_name("LESSON");
  check->callback([line] { line->command = Command::Check; });
  CLI::App* handout = app->add_subcommand("handout", "a lesson with its pictures, to print");
  handout->add_option("lesson", line->handout.lesson, "")->required()->type_name("LESSON");
  handout->add_option("--out", line->handout.out, "")->required()->type_name("DIR");
  handout->add_flag("--teacher", line->handout.for_teacher,
                    "with notes on teaching it, and what wrong answers would mean");
  handout->callback([line] { line->command = Command::Handout; });
  app->add_subcommand("doctor", "what was found, and how to get what is missing")->callback([line] {
    line->command = Command::Doctor;
  });
  // For this program's own use: no help.
  app->add_subcommand("gpu-worker", "")->group("")->callback([line] {
    line->command = Command::GpuWorker;
  });
  app->add_subcommand("worker", "")->group("")->callback([line] {
    line->command = Command::Worker;
  });
  CLI::App* precompile = app->add_subcommand("precompile", "")->group("");
  precompile->add_option("folder", line->precompile_folder, "")->required();
  precompile->callback([line] { line->command = Command::Precompile; });
  CLI::App* predisassemble = app->add_subcommand("predisassemble", "")->group("");
  predisassemble->add_option("folder", line->precompile_folder, "")->required();
  predisassemble->callback([line] { line->command = Command::Predisassemble; });
}

// What stands behind -- is for the program; an option of nvcc's may begin with - itself.
void split_program(std::vector<std::string>* words, ProgramArguments* program) {
  const auto end = std::ranges::find(*words, "--");
  if (end != words->end()) {
    program->arguments.assign(end + 1, words->end());
    words->erase(end, words->end());
  }
  for (auto word = words->begin(); word != words->end(); ++word) {
    if (*word != "--nvcc" || word + 1 == words->end()) continue;
    *word += "=" + *(word + 1);
    words->erase(word + 1);
  }
}

}  // namespace

ParseOutcome parse(std::vector<std::string> words) {
  CommandLine line;
  if (!words.empty() && words.front() == "program") split_program(&words, &line.program);
  CLI::App app("Lanescope: see what a CUDA kernel does, warp by warp.", "lanescope");
  app.require_subcommand(0, 1);
  app.set_version_flag("--version", fmt::format("lanescope {}", kProgramVersion));
  add_gui(&app, &line);
  add_others(&app, &line);
  add_judge(&app, &line);
  add_run(&app, &line);
  add_program(&app, &line);
  add_shot(&app, &line);
  add_supported(&app, &line);
  add_sweep(&app, &line);
  add_measure(&app, &line);
  add_export(&app, &line);
  add_fetch(&app, &line);
  try {
    std::ranges::reverse(words);  // as CLI11 wants them
    app.parse(std::move(words));
  } catch (const CLI::Success& success) {  // --help, --version
    std::ostringstream text;
    const int status = app.exit(success, text, text);
    return {std::nullopt, status, text.str()};
  } catch (const CLI::ParseError& error) {
    return {std::nullopt, 2, fmt::format("lanescope: {} (see lanescope --help)\n", error.what())};
  }
  return {std::move(line), 0, {}};
}

}  // namespace lanescope::app
