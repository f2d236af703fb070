#include "runtime/context.hpp"

#include <cstdio>
#include <cstdlib>
#include <utility>

#include <driver_types.h>
#include <fmt/format.h>

#include "runtime/errors.hpp"
#include "sim/machine/machine.hpp"

namespace lanescope::runtime {

namespace {

std::atomic<bool>& exists_flag() {
  static std::atomic<bool> exists{false};
  return exists;
}

// Its arguments are those of on_exit, which hears of what main returns as well.
void on_end(int status, void* /*nothing*/) { Context::get().note_exit(status); }

// After the program's own destructors, which may still free.
__attribute__((destructor)) void finish_program() {
  if (Context::exists()) Context::get().finish();
}

}  // namespace

Context& Context::get() {
  // Never destroyed: programs call until their very end.
  static Context* const kContext = [] {
    exists_flag() = true;
    ::on_exit(&on_end, nullptr);
    return new Context;  // NOLINT(cppcoreguidelines-owning-memory)
  }();
  return *kContext;
}

bool Context::exists() { return exists_flag(); }

void Context::make_device() {
  engine::MachineOptions options;
  options.sm_version = settings.sm;
  // Machine code does not tell the device what it has written.
  const bool looks_for_hazards = settings.hazards && !settings.machine_code;
  device_ = std::make_unique<machine::Device>(
      options, engine::ExecutionOptions{settings.recording, {}, looks_for_hazards, {0}}, 0,
      machine::Device::Memory::Mappable);
  memory_ = std::make_unique<Memory>(*device_);
  launches_ = 0;
  placed_.clear();
}

machine::Device& Context::device() {
  queue.drain();
  if (!device_) make_device();
  return *device_;
}

Memory& Context::memory() {
  static_cast<void>(device());
  return *memory_;
}

void Context::reset() {
  queue.drain();
  show_printed();
  tell_leaks();
  memory_.reset();
  device_.reset();
  sticky_ = 0;
}

Result<void> Context::load(RegisteredModule& module) {
  const bool was_read = module.read;
  Result<void> ok = registry.load(module, settings.sm);
  if (!was_read && !ok) {
    log.tell({ProblemKind::NoPtx, events::Severity::Error, {}, ok.error().message});
  } else if (ok && !std::exchange(module.recorded, true)) {
    log.add(record::Module{module.id, module.ptx});
  }
  return ok;
}

Result<void> Context::load(Kernel& kernel) {
  if (Result<void> ok = load(*kernel.module); !ok) return ok;
  if (Result<void> ok = registry.load(kernel, settings.sm); !ok) return ok;
  if (settings.machine_code && !kernel.machine_code) {
    auto code = machine_codes_.load(kernel, settings.sm, log);
    if (!code) return code.error();
    kernel.machine_code = std::move(*code);
  }
  const bool shares = !registry.managed_variables(*kernel.module).empty();
  return shares ? place_variables(*kernel.module) : Result<void>();
}

Result<void> Context::place_variables(RegisteredModule& module) {
  if (Result<void> ok = load(module); !ok) return ok;
  if (device_ && placed_.contains(&module)) return {};
  machine::Device& on = device();
  if (Result<void> ok = on.load(module.module); !ok) return ok;
  for (Variable* variable : registry.managed_variables(module)) {
    const auto at = on.symbol(*module.module, variable->name);
    if (!at) return at.error();
    if (!memory_->share_variable(at->address.value, at->bytes, variable->name))
      return missing("the host has no room for a managed variable");
    *variable->managed = reinterpret_cast<void*>(at->address.value);  // NOLINT: of the device
  }
  placed_.insert(&module);
  return {};
}

Result<machine::Device::Symbol> Context::symbol(Variable& variable) {
  if (Result<void> ok = place_variables(*variable.module); !ok) return ok.error();
  return device().symbol(*variable.module->module, variable.name);
}

std::vector<record::Moved> Context::take_moved() {
  return memory_ ? memory_->take_moved() : std::vector<record::Moved>();
}

void Context::show_printed() {
  const std::lock_guard lock(printed_mutex_);
  if (printed_.empty()) return;
  std::fwrite(printed_.data(), 1, printed_.size(), stdout);
  printed_.clear();
}

void Context::remember_error(int error, const char* call, const HostPlace& place) {
  unread_error_ = error;
  unread_call_ = call;
  unread_place_ = place;
}

void Context::tell_leaks() {
  if (!memory_) return;
  for (const auto& [begin, block] : memory_->blocks()) {
    if (block.kind == Memory::Kind::Variable) continue;
    log.tell({ProblemKind::Leak, events::Severity::Warning, block.place,
              fmt::format("{} ({} bytes) was never freed", block.name, block.bytes)});
  }
}

void Context::finish() {
  queue.drain();
  {
    const std::lock_guard lock(printed_mutex_);
    if (!printed_.empty()) {
      log.tell(
          {ProblemKind::LostOutput,
           events::Severity::Warning,
           {},
           fmt::format("{} bytes that kernels printed are lost, as on a GPU: the program ended "
                       "without cudaDeviceSynchronize()",
                       printed_.size())});
    }
  }
  // A program that ends with another status has seen that something went wrong.
  if (unread_error_ != 0 && exit_status_ == 0) {
    log.tell({ProblemKind::UncheckedError, events::Severity::Warning, unread_place_,
              fmt::format("{} led to {} ({}), which the program never asked for", unread_call_,
                          error_name(unread_error_), error_words(unread_error_))});
  }
  if (sticky() == 0) tell_leaks();
  log.point_to_pages(settings.pages);
  log.close();
}

}  // namespace lanescope::runtime
