#pragma once

#include <cstdint>

namespace lanescope::runtime {

// The device's addresses in the host's address space: the host may read and write what both share,
// at the same addresses, and is stopped at all else. Device memory lies elsewhere in the process.
class HostWindow {
 public:
  // `file`: the device's memory (machine::Device::memory_file), `bytes` of it.
  HostWindow(int file, std::uint64_t bytes);
  ~HostWindow();
  HostWindow(const HostWindow&) = delete;
  HostWindow& operator=(const HostWindow&) = delete;

  // False: another mapping of the process lies there.
  [[nodiscard]] bool ok() const { return ok_; }
  [[nodiscard]] bool covers(std::uint64_t address) const;
  // All pages of these bytes. False: the host has no room.
  [[nodiscard]] bool open(std::uint64_t address, std::uint64_t bytes);
  // Gives the pages back that lie wholly within these bytes, whether open or not.
  void release(std::uint64_t address, std::uint64_t bytes);

 private:
  int file_ = -1;
  std::uint64_t bytes_ = 0;
  bool ok_ = false;
};

}  // namespace lanescope::runtime
