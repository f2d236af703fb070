#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "runtime/host_window.hpp"
#include "runtime/log.hpp"
#include "sim/machine/device.hpp"

namespace lanescope::runtime {

// What a call comes to: CUDA's error code, and why, where it is not cudaSuccess (0).
struct Outcome {
  int error = 0;
  ProblemKind kind = ProblemKind::BadCall;
  std::string message;
  [[nodiscard]] bool ok() const { return error == 0; }
};

// Of cudaMemcpyKind, by its numbers.
enum class Direction : std::uint8_t { HostToHost, HostToDevice, DeviceToHost, DeviceToDevice, Any };

// What the program has allocated, and copies between host and device. Its caller waits until the
// device is idle.
class Memory {
 public:
  enum class Kind : std::uint8_t { Device, Managed, Pinned, Variable };
  struct Block {
    std::uint64_t begin = 0, bytes = 0;
    Kind kind = Kind::Device;
    std::string name;  // "d_in", or "memory 3"
    HostPlace place;   // that allocated it
    [[nodiscard]] bool shared() const { return kind != Kind::Device; }
  };

  explicit Memory(machine::Device& device);

  // 0 bytes give a null pointer.
  [[nodiscard]] Outcome allocate(std::uint64_t bytes, Kind kind, const HostPlace& place,
                                 void** pointer);
  [[nodiscard]] Outcome free(void* pointer, bool pinned);
  // A managed variable of a module: both see it.
  [[nodiscard]] bool share_variable(std::uint64_t address, std::uint64_t bytes,
                                    const std::string& name);

  [[nodiscard]] Outcome copy(void* to, const void* from, std::uint64_t bytes, Direction direction);
  [[nodiscard]] Outcome set(void* to, int value, std::uint64_t bytes);

  // What copies moved and set since this was asked last; those of a graph, which the device's own
  // thread does, may come with a later call.
  [[nodiscard]] std::vector<record::Moved> take_moved();

  // The block that a pointer lies in; null: none.
  [[nodiscard]] const Block* find(const void* pointer) const;
  [[nodiscard]] bool covers(const void* pointer) const;
  [[nodiscard]] const std::map<std::uint64_t, Block>& blocks() const { return blocks_; }
  // Where the array was allocated that a message names, in words; empty: none of ours.
  [[nodiscard]] std::string origin_of(const std::string& message) const;
  [[nodiscard]] std::uint64_t bytes_in_use() const { return in_use_; }
  // What lies at an address of the device, in words.
  [[nodiscard]] std::string describe(const void* pointer) const;

 private:
  [[nodiscard]] std::string new_name(const HostPlace& place);
  [[nodiscard]] Outcome check_direction(const void* to, const void* from,
                                        Direction direction) const;
  [[nodiscard]] Outcome refused(std::string message, const void* pointer) const;
  [[nodiscard]] Outcome move(std::uint64_t to, std::uint64_t from, std::uint64_t bytes);
  [[nodiscard]] Outcome copy_checked(void* to, const void* from, std::uint64_t bytes);
  [[nodiscard]] std::uint64_t on_device(const void* pointer) const;
  void note(std::uint64_t to, std::uint64_t from, std::uint64_t bytes);
  [[nodiscard]] bool host_may(const void* pointer) const;

  machine::Device& device_;
  HostWindow window_;
  std::map<std::uint64_t, Block> blocks_;     // by begin
  std::map<std::string, HostPlace> places_;   // of every name ever given
  std::map<std::string, unsigned> at_place_;  // allocations by where they stand
  std::mutex moved_mutex_;
  std::vector<record::Moved> moved_;
  std::uint64_t in_use_ = 0, given_ = 0;
  bool last_shared_ = false;
};

// The variable that a source line gives to a function that allocates: "d_in" of
// `cudaMalloc((void**)&d_in, n)`, the `number`-th from 0 on of those in the line, over and over;
// empty: it can't be told.
[[nodiscard]] std::string allocated_name(const std::string& line, unsigned number = 0);
// Bytes of an element, by the line's sizeof; 1 where the size is no multiple of it.
[[nodiscard]] std::uint32_t element_bytes(const std::string& line, std::uint64_t bytes);

}  // namespace lanescope::runtime
