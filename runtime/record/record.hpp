#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ports/toolchain/sass.hpp"
#include "runtime/record/issue.hpp"
#include "sim/base/ids.hpp"
#include "sim/engine/execution.hpp"
#include "sim/events/counters.hpp"
#include "sim/events/hazard.hpp"
#include "sim/timing/simulate.hpp"

// Written by the library that a program loads, read by `lanescope program`: a line of JSON for each
// thing that happened, so that it is there however the program ended.
namespace lanescope::runtime::record {

// In the host's source. Line 0: not known, as in a program that was built without -g.
struct HostPlace {
  std::string file;
  std::uint32_t line = 0;
  [[nodiscard]] std::string text() const;  // "main.cu:12"; empty when not known
};

struct Module {
  std::uint32_t id = 0;
  std::string ptx;
};

// A module whose machine code is executed: that code, and how it was disassembled.
struct MachineCode {
  std::uint32_t id = 0;  // the module's
  std::vector<std::byte> cubin;
  std::vector<ports::toolchain::SassFunction> listing;
};

// What an array held, in pieces of kContentChunk bytes but for the last; equal pieces are kept
// once.
struct Content {
  std::uint32_t id = 0;
  std::uint64_t bytes = 0;
  std::vector<std::uint64_t> chunks;  // numbers, in the order in which they were written
};
inline constexpr std::uint64_t kContentChunk = 65'536;

// Memory of the device that a launch may read, as it was when the launch began.
struct KeptArray {
  std::string name;  // "d_in"; of a module's variable its name in PTX
  bool is_variable = false;
  std::uint64_t address = 0, bytes = 0;
  std::uint32_t element_bytes = 4;
  HostPlace place;            // that allocated it
  std::uint32_t content = 0;  // a Content's id
  std::vector<engine::ByteRange> undefined;
};
struct Inputs {
  std::vector<std::byte> parameters;  // the kernel's parameter block
  std::vector<KeptArray> arrays;      // by address
};

// How long a launch takes on a described machine. Of the Timing what reports tell is kept.
struct ModelledTime {
  std::string machine;  // "h200"
  timing::Timing timing;
};

struct Launch {
  std::string kernel;  // mangled
  std::uint32_t module = 0;
  Dim3 grid, block;
  std::uint32_t dynamic_shared_bytes = 0;
  std::uint64_t stream = 0;
  HostPlace place;
  engine::Outcome outcome = engine::Outcome::Finished;
  std::string unsupported;
  std::string printed;
  double seconds = 0.0;
  std::uint64_t steps = 0;              // warp instructions
  std::vector<events::Hazard> hazards;  // steps and launches count from this launch on
  bool counted = false;
  std::map<std::uint32_t, events::Counters> counters;  // by pc; those that are all 0 are left out
  events::Counters total;                              // their sum
  std::uint64_t call = 0;                              // the number of the call that issued it
  std::optional<std::uint64_t> parent;  // number of the launch whose kernel launched it
  Dim3 cluster{0, 0, 0};                // that the launch names; x is 0: none
  std::optional<Inputs> inputs;         // where they are kept (Settings::contents)
  std::optional<ModelledTime> time;     // where it was asked for, and the launch has ended

  // Of each pc, for a kernel of so many; empty where nothing was counted.
  [[nodiscard]] std::vector<events::Counters> counters_by_pc(std::size_t pcs) const;
  void count(const std::vector<events::Counters>& by_pc);
};

// What a call copied or set: addresses on the device, or 0 for what is the host's.
struct Moved {
  std::uint64_t to = 0, from = 0, bytes = 0;
  friend bool operator==(const Moved&, const Moved&) = default;
};

struct Call {
  std::string name;
  HostPlace place;
  std::string result;  // "cudaSuccess"
  std::uint64_t bytes = 0;
  std::vector<Moved> moved{};
  std::optional<Issue> issue{};  // of what puts work into a stream, or waits
};

// What is wrong with the host's part of the program, or with what it was built of.
enum class ProblemKind : std::uint8_t {
  BadCall,         // an argument that CUDA refuses
  BadCopy,         // bytes outside of an allocation, or a wrong direction
  UseAfterFree,    // of the host: a copy of what was freed, or freeing it again
  UncheckedError,  // an error that nobody asked for
  LostOutput,      // what kernels printed, but nothing waited for
  Leak,
  HostAccess,     // device memory read or written by the host
  Crash,          // the host's part crashed
  NotSupported,   // CUDA that this library has not
  NoPtx,          // an executable without PTX
  NoMachineCode,  // that is to be executed
};
[[nodiscard]] std::string_view spelling(ProblemKind kind);  // "bad_copy"
struct Problem {
  ProblemKind kind = ProblemKind::BadCall;
  events::Severity severity = events::Severity::Error;
  HostPlace place;
  std::string message;
};

// One line of the file, its end included.
[[nodiscard]] std::string line_of(const Module& module);
[[nodiscard]] std::string line_of(const MachineCode& code);
[[nodiscard]] std::string line_of(const Content& content);
[[nodiscard]] std::string line_of(const Launch& launch);
[[nodiscard]] std::string line_of(const Call& call);
[[nodiscard]] std::string line_of(const Problem& problem);
// So many calls beyond those that were told.
[[nodiscard]] std::string line_of_calls_left_out(std::uint64_t count);

struct Record {
  std::vector<Module> modules;
  std::vector<MachineCode> machine_code;  // of those whose machine code was executed
  std::vector<Content> contents;
  std::vector<Launch> launches;
  std::vector<Call> calls;
  std::uint64_t calls_left_out = 0;
  std::vector<Problem> problems;

  [[nodiscard]] const Module* find_module(std::uint32_t id) const;
  [[nodiscard]] const MachineCode* find_machine_code(std::uint32_t id) const;  // null: PTX was
  [[nodiscard]] const Content* find_content(std::uint32_t id) const;
  [[nodiscard]] bool has_times() const;  // launches' time was modelled
};
// Lines that can't be read are left out: the last one of a program that was killed. Counters by pc
// take much more memory than their text: who reads a file of somebody else takes the totals alone.
enum class Counted : std::uint8_t { ByPc, InAll };
[[nodiscard]] Record read(std::string_view text, Counted counted = Counted::ByPc);

}  // namespace lanescope::runtime::record
