#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>

#include "runtime/contents.hpp"
#include "runtime/event_times.hpp"
#include "runtime/host_lines.hpp"
#include "runtime/log.hpp"
#include "runtime/machine_codes.hpp"
#include "runtime/memory.hpp"
#include "runtime/queue.hpp"
#include "runtime/registry.hpp"
#include "runtime/settings.hpp"
#include "sim/machine/device.hpp"

namespace lanescope::runtime {

// A launch that was issued, and what its report says of it.
struct IssuedLaunch {
  engine::Launch launch;                                // of PTX
  std::shared_ptr<const sass::Program> machine_code{};  // of its kernel; null: the PTX is executed
  std::string kernel;
  std::uint32_t module = 0;
  std::uint64_t stream = 0;
  HostPlace place;
  std::uint64_t call = 0;                 // of the record: that issued it
  std::optional<std::uint64_t> parent{};  // of the record: the launch whose kernel launched it
  [[nodiscard]] const engine::Program& executed() const {
    return machine_code ? *machine_code : *launch.program;
  }
};

// The program's one device and all that belongs to it. Calls come one at a time, under `mutex`;
// the device's thread runs what they issue.
class Context {
 public:
  static Context& get();
  [[nodiscard]] static bool exists();

  std::mutex mutex;
  const Settings settings = read_settings();
  Log log{settings.record};
  // Null: launches have no modelled time.
  const std::unique_ptr<EventTimes> event_times =
      settings.timed ? std::make_unique<EventTimes>(settings.timed->lengths) : nullptr;
  Registry registry;
  Queue queue;

  // Waits until the device is idle, and then they are the caller's.
  [[nodiscard]] machine::Device& device();
  [[nodiscard]] Memory& memory();
  [[nodiscard]] bool has_device() const { return device_ != nullptr; }
  // For work in the queue, which cannot wait for itself. There must have been memory() before.
  [[nodiscard]] Memory& memory_of_the_device_thread() { return *memory_; }
  // For who may not wait: a crash is being told. Null: nothing was ever allocated.
  [[nodiscard]] const Memory* memory_as_it_is() const { return memory_.get(); }
  // As cudaDeviceReset: all memory is gone, and what had gone wrong is forgotten.
  void reset();

  [[nodiscard]] HostPlace place_of(const Frames& frames) { return lines_.place_of(frames); }

  // The module's PTX, in the record as well.
  Result<void> load(RegisteredModule& module);
  Result<void> load(Kernel& kernel);
  // Its variables in memory, those that are managed in the host's too.
  Result<void> place_variables(RegisteredModule& module);
  // Address and size; 0: the program has no such variable on the device.
  [[nodiscard]] Result<machine::Device::Symbol> symbol(Variable& variable);

  // What the call that ends has copied or set.
  [[nodiscard]] std::vector<record::Moved> take_moved();

  // A number of the queue.
  std::uint64_t issue(IssuedLaunch launch);
  // What kernels have printed, to the program's standard output.
  void show_printed();

  // The error that all calls return from now on; 0: none.
  [[nodiscard]] int sticky() const { return sticky_.load(); }
  void stick(int error) { sticky_.store(error); }
  // Of a signal: what runs stops soon, and the signal then ends the program. False: nothing runs.
  bool interrupt(int signal);

  // What is told once the program has ended: leaks, output that is lost, errors not asked for.
  void finish();
  void remember_error(int error, const char* call, const HostPlace& place);
  void errors_were_read() { unread_error_ = 0; }
  // The program ends with this status, of its own will.
  void note_exit(int status) { exit_status_ = status; }

 private:
  Context() = default;
  void make_device();
  void run(const IssuedLaunch& issued);
  void run_grid(const IssuedLaunch& issued);
  void tell_refused(const IssuedLaunch& issued);
  void stop_nesting(const IssuedLaunch& issued);
  void tell_hazards(const IssuedLaunch& issued, const std::vector<events::Hazard>& hazards);
  void tell_leaks();

  HostLines lines_;
  MachineCodes machine_codes_;
  Contents contents_{settings.contents};
  std::unique_ptr<machine::Device> device_;
  std::unique_ptr<Memory> memory_;
  std::atomic<int> sticky_{0};
  std::atomic<int> interrupted_{0};  // the signal's number
  std::atomic<bool> running_{false};
  std::uint32_t launches_ = 0;                // of this device
  std::uint64_t told_launches_ = 0;           // of the record
  std::set<const RegisteredModule*> placed_;  // those whose variables it has
  std::mutex printed_mutex_;
  std::string printed_;

  int exit_status_ = 0;
  int unread_error_ = 0;
  std::string unread_call_;
  HostPlace unread_place_;
};

}  // namespace lanescope::runtime
