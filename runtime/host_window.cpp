#include "runtime/host_window.hpp"

#include <fcntl.h>
#include <sys/mman.h>

#include "sim/engine/plan.hpp"

namespace lanescope::runtime {
namespace {

constexpr std::uint64_t kPage = 4096;
constexpr std::uint64_t kBase = engine::kGlobalBase;

void* pointer(std::uint64_t address) {
  return reinterpret_cast<void*>(address);  // NOLINT(performance-no-int-to-ptr): of the device
}

bool reserve(std::uint64_t address, std::uint64_t bytes, int how) {
  return ::mmap(pointer(address), bytes, PROT_NONE,
                MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | how, -1, 0) == pointer(address);
}

}  // namespace

HostWindow::HostWindow(int file, std::uint64_t bytes)
    : file_(file), bytes_(bytes), ok_(reserve(kBase, bytes, MAP_FIXED_NOREPLACE)) {}

HostWindow::~HostWindow() {
  if (ok_) ::munmap(pointer(kBase), bytes_);
}

bool HostWindow::covers(std::uint64_t address) const {
  return address >= kBase && address - kBase < bytes_;
}

bool HostWindow::open(std::uint64_t address, std::uint64_t bytes) {
  const std::uint64_t begin = address / kPage * kPage;
  const std::uint64_t end = (address + bytes + kPage - 1) / kPage * kPage;
  return ok_ && ::mmap(pointer(begin), end - begin, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED,
                       file_, static_cast<off_t>(begin - kBase)) == pointer(begin);
}

void HostWindow::release(std::uint64_t address, std::uint64_t bytes) {
  const std::uint64_t begin = (address + kPage - 1) / kPage * kPage;
  const std::uint64_t end = (address + bytes) / kPage * kPage;
  if (begin >= end) return;
  if (ok_) static_cast<void>(reserve(begin, end - begin, MAP_FIXED));
  ::fallocate(file_, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, static_cast<off_t>(begin - kBase),
              static_cast<off_t>(end - begin));
}

}  // namespace lanescope::runtime
