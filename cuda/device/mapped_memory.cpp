#include "cuda/device/mapped_memory.hpp"

#include <utility>

namespace lanescope::cuda::device {
namespace {

constexpr int kDescriptor = 1;  // CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR

CuMemProperties properties_of(CuDevice device) {
  CuMemProperties properties;
  properties.location.id = device;
  return properties;
}

// The driver maps whole pages of the GPU's.
Result<std::uint64_t> whole_pages(const Driver& driver, CuDevice device, std::uint64_t bytes) {
  const CuMemProperties properties = properties_of(device);
  std::size_t page = 0;
  if (const CuResult code = driver.cuMemGetAllocationGranularity(&page, &properties, 0); code != 0)
    return driver_error(driver, code, "asking for the size of the GPU's pages");
  return (bytes + page - 1) / page * page;
}

}  // namespace

Result<MappedMemory> MappedMemory::make(const Driver& driver, CuDevice device,
                                        std::uint64_t bytes) {
  const Result<std::uint64_t> size = whole_pages(driver, device, bytes);
  if (!size) return size.error();
  MappedMemory made(driver, *size);
  const CuMemProperties properties = properties_of(device);
  CuMemory memory = 0;
  if (const CuResult code = driver.cuMemCreate(&memory, *size, &properties, 0); code != 0)
    return driver_error(driver, code, "taking memory of the GPU that can be shared");
  made.memory_ = memory;
  if (Result<void> done = made.map(device); !done) return done.error();
  return made;
}

Result<MappedMemory> MappedMemory::import(const Driver& driver, CuDevice device,
                                          const ports::device::Descriptor& shared,
                                          std::uint64_t bytes) {
  const Result<std::uint64_t> size = whole_pages(driver, device, bytes);
  if (!size) return size.error();
  MappedMemory made(driver, *size);
  // NOLINTNEXTLINE(performance-no-int-to-ptr): a file descriptor goes as a pointer
  void* handle = reinterpret_cast<void*>(static_cast<std::intptr_t>(shared.number()));
  CuMemory memory = 0;
  if (const CuResult code = driver.cuMemImportFromShareableHandle(&memory, handle, kDescriptor);
      code != 0)
    return driver_error(driver, code, "importing the other process's memory of the GPU");
  made.memory_ = memory;
  if (Result<void> done = made.map(device); !done) return done.error();
  return made;
}

Result<void> MappedMemory::map(CuDevice device) {
  const char* doing = "mapping the GPU's shared memory";
  if (const CuResult code = cu_->cuMemAddressReserve(&address_, bytes_, 0, 0, 0); code != 0)
    return driver_error(*cu_, code, doing);
  if (const CuResult code = cu_->cuMemMap(address_, bytes_, 0, *memory_, 0); code != 0)
    return driver_error(*cu_, code, doing);
  mapped_ = true;
  CuMemAccess access;
  access.location.id = device;
  if (const CuResult code = cu_->cuMemSetAccess(address_, bytes_, &access, 1); code != 0)
    return driver_error(*cu_, code, doing);
  return {};
}

Result<ports::device::Descriptor> MappedMemory::share() const {
  int number = -1;
  const CuResult code = cu_->cuMemExportToShareableHandle(&number, *memory_, kDescriptor, 0);
  if (code != 0) return driver_error(*cu_, code, "sharing the GPU's memory with this program");
  return ports::device::Descriptor(number);
}

MappedMemory& MappedMemory::operator=(MappedMemory&& other) noexcept {
  MappedMemory moved(std::move(other));
  swap(moved);
  return *this;
}

MappedMemory::~MappedMemory() {
  if (mapped_) cu_->cuMemUnmap(address_, bytes_);
  if (address_ != 0) cu_->cuMemAddressFree(address_, bytes_);
  if (memory_) cu_->cuMemRelease(*memory_);
}

void MappedMemory::swap(MappedMemory& other) noexcept {
  std::swap(cu_, other.cu_);
  std::swap(bytes_, other.bytes_);
  std::swap(memory_, other.memory_);
  std::swap(address_, other.address_);
  std::swap(mapped_, other.mapped_);
}

}  // namespace lanescope::cuda::device
