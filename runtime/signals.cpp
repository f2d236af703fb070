#include "runtime/signals.hpp"

#include <array>
#include <csignal>
#include <cstddef>
#include <cstdint>

#include <fmt/format.h>
#include <ucontext.h>

#include "runtime/context.hpp"

namespace lanescope::runtime {
namespace {

constexpr std::size_t kStackBytes = std::size_t{1} << 20U;  // reading DWARF takes some

const char* name_of(int signal) {
  switch (signal) {
    case SIGSEGV:
      return "SIGSEGV";
    case SIGBUS:
      return "SIGBUS";
    case SIGFPE:
      return "SIGFPE";
    default:
      return "SIGILL";
  }
}

// The line of the instruction that failed; where that has none, of who called it.
HostPlace place_of(const ucontext_t& where) {
  Frames frames;
#ifdef __x86_64__
  frames.addresses[0] =
      reinterpret_cast<void*>(where.uc_mcontext.gregs[REG_RIP] + 1);  // NOLINT: code
  frames.count = 1;
#endif
  const HostPlace exact = Context::get().place_of(frames);
  return exact.line != 0 ? exact : Context::get().place_of(here());
}

bool writes(const ucontext_t& where) {
#ifdef __x86_64__
  return (where.uc_mcontext.gregs[REG_ERR] & 2) != 0;  // of a page fault's code
#else
  return false;
#endif
}

Problem problem_of(int signal, const siginfo_t& info, const ucontext_t& where) {
  Context& context = Context::get();
  const char* verb = writes(where) ? "writes" : "reads";
  Problem problem{ProblemKind::Crash, events::Severity::Error, place_of(where), {}};
  if (signal != SIGSEGV && signal != SIGBUS) {
    problem.message = fmt::format("the host's part of the program crashed [{}]", name_of(signal));
    return problem;
  }
  const Memory* memory = context.memory_as_it_is();
  if (memory != nullptr && memory->covers(info.si_addr)) {
    problem.kind = ProblemKind::HostAccess;
    const std::string what = memory->describe(info.si_addr);
    const std::string origin = memory->origin_of(what);
    problem.message = fmt::format(
        "the host {} {}, memory of the device{}; copy it with cudaMemcpy, or allocate it with "
        "cudaMallocManaged [{}]",
        verb, what, origin.empty() ? "" : " (" + origin + ")", name_of(signal));
    return problem;
  }
  const auto address = reinterpret_cast<std::uintptr_t>(info.si_addr);
  problem.message = fmt::format("the host's part of the program crashed: it {} {} [{}]", verb,
                                address < 4096 ? fmt::format("a null pointer ({:#x})", address)
                                               : fmt::format("address {:#x}", address),
                                name_of(signal));
  return problem;
}

void on_crash(int signal, siginfo_t* info, void* where) {
  std::signal(signal, SIG_DFL);  // what fails again while this is told ends the program
  Context& context = Context::get();
  context.log.tell(problem_of(signal, *info, *static_cast<ucontext_t*>(where)));
  context.log.close();
  if (info->si_code <= 0) std::raise(signal);  // sent, not made by an instruction that runs again
}

void on_interrupt(int signal) {
  if (Context::get().interrupt(signal)) return;  // who runs the launch ends the program
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

bool is_free(int signal) {
  struct sigaction now {};
  return ::sigaction(signal, nullptr, &now) == 0 && now.sa_handler == SIG_DFL;
}

void take(int signal, void (*crash)(int, siginfo_t*, void*), void (*plain)(int)) {
  if (!is_free(signal)) return;
  struct sigaction action {};
  sigemptyset(&action.sa_mask);
  action.sa_flags = SA_ONSTACK | (crash != nullptr ? SA_SIGINFO : SA_RESTART);
  if (crash != nullptr) {
    action.sa_sigaction = crash;
  } else {
    action.sa_handler = plain;
  }
  ::sigaction(signal, &action, nullptr);
}

}  // namespace

void watch_signals() {
  static bool watching = false;
  if (watching) return;
  watching = true;
  static std::array<std::byte, kStackBytes> room;
  stack_t stack{};
  stack.ss_size = room.size();
  stack.ss_sp = room.data();
  ::sigaltstack(&stack, nullptr);
  static_cast<void>(here());  // loads what it needs, which may not be done in a handler
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL}) take(signal, &on_crash, nullptr);
  for (const int signal : {SIGINT, SIGTERM}) take(signal, nullptr, &on_interrupt);
}

}  // namespace lanescope::runtime
