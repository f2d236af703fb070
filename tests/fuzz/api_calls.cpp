#include "tests/fuzz/api_calls.hpp"

#include <array>
#include <cstdint>
#include <cstring>

#include "runtime/api/entry.hpp"
#include "runtime/fatbin.hpp"
#include "tests/fuzz/target.hpp"
#include "tests/runtime/fat_binary_bytes.hpp"

// NOLINTBEGIN(bugprone-reserved-identifier,readability-identifier-naming): CUDA's names
extern "C" {
void** __cudaRegisterFatBinary(void* fat_binary);
void __cudaRegisterFatBinaryEnd(void** handle);
void __cudaRegisterFunction(void** handle, const char* stub, char* device_stub, const char* name,
                            int thread_limit, uint3* tid, uint3* bid, dim3* block, dim3* grid,
                            int* warp_size);
}
// NOLINTEND(bugprone-reserved-identifier,readability-identifier-naming)

namespace lanescope::fuzz_test {
namespace {

// data[thread] = data[thread] + 1, of `n` threads.
constexpr const char* kPtx = R"(.version 9.0
.target sm_90
.address_size 64
.visible .entry count(.param .u64 data, .param .u32 n) {
  .reg .b32 %r<6>; .reg .b64 %rd<4>; .reg .pred %p;
  ld.param.u64 %rd1, [data];
  ld.param.u32 %r1, [n];
  mov.u32 %r2, %ctaid.x;
  mov.u32 %r3, %ntid.x;
  mov.u32 %r4, %tid.x;
  mad.lo.u32 %r2, %r2, %r3, %r4;
  setp.ge.u32 %p, %r2, %r1;
  @%p ret;
  mul.wide.u32 %rd2, %r2, 4;
  add.s64 %rd3, %rd1, %rd2;
  ld.global.u32 %r5, [%rd3];
  add.u32 %r5, %r5, 1;
  st.global.u32 [%rd3], %r5;
  ret;
}
)";

const char kCount = 0;  // the stub's address

void register_program() {
  using runtime::test::container;
  using runtime::test::image;
  static const std::string kBytes = container(image(1, 90, kPtx));
  static runtime::Wrapper wrapper{runtime::kWrapperMagic, 1, kBytes.data(), nullptr};
  static const bool kOnce = [] {
    void** handle = __cudaRegisterFatBinary(&wrapper);
    __cudaRegisterFunction(handle, &kCount, nullptr, "count", -1, nullptr, nullptr, nullptr,
                           nullptr, nullptr);
    __cudaRegisterFatBinaryEnd(handle);
    return true;
  }();
  static_cast<void>(kOnce);
}

constexpr std::size_t kHostBytes = 4096;

class Program {
 public:
  explicit Program(std::string_view bytes) : rest_(bytes) {}

  void run() {
    for (int calls = 0; calls < 64 && !rest_.empty(); ++calls) call(byte());
    end();
  }

 private:
  std::uint8_t byte() {
    if (rest_.empty()) return 0;
    const auto value = static_cast<std::uint8_t>(rest_.front());
    rest_.remove_prefix(1);
    return value;
  }
  // Small ones mostly; what is too large for any GPU now and then.
  std::size_t size() {
    const std::size_t small = byte() + 256U * (byte() % 16U);
    return byte() == 0xFF ? small << 52U : small;
  }
  std::size_t host_size() { return (byte() + 256U * byte()) % (kHostBytes + 1); }
  void*& slot() { return slots_.at(byte() % slots_.size()); }
  void* device() { return static_cast<char*>(slot()) + (byte() % 4 == 0 ? byte() : 0); }
  cudaStream_t stream() { return streams_.at(byte() % streams_.size()); }
  cudaEvent_t event() { return events_.at(byte() % events_.size()); }

  void call(std::uint8_t which) {
    if (which % 2 == 0) {
      call_memory(which / 2 % 12);
    } else {
      call_work(which / 2 % 12);
    }
  }
  void call_memory(int which) {
    switch (which) {
      case 0:
        cudaMalloc(&slot(), size());
        break;
      case 1:
        cudaFree(device());
        break;
      case 2:
        cudaMemcpy(device(), host_.data(), host_size(), cudaMemcpyHostToDevice);
        break;
      case 3:
        cudaMemcpy(host_.data(), device(), host_size(), cudaMemcpyDeviceToHost);
        break;
      case 4:
        cudaMemcpy(device(), device(), size(), cudaMemcpyDeviceToDevice);
        break;
      case 5:
        cudaMemset(device(), byte(), size());
        break;
      case 6:
        cudaMemcpyAsync(device(), host_.data(), host_size(), cudaMemcpyHostToDevice, stream());
        break;
      case 7: {
        std::size_t pitch = 0;
        cudaMallocPitch(&slot(), &pitch, size(), byte());
        break;
      }
      case 8: {
        const std::size_t width = byte(), height = byte() % 16;
        cudaMemcpy2D(device(), size(), host_.data(), 256, width, height, cudaMemcpyHostToDevice);
        break;
      }
      case 9: {
        cudaPointerAttributes attributes{};
        cudaPointerGetAttributes(&attributes, device());
        break;
      }
      case 10: {
        std::size_t free_bytes = 0, total = 0;
        cudaMemGetInfo(&free_bytes, &total);
        if (free_bytes > total) fail("more memory is free than there is");
        break;
      }
      default:
        cudaMemsetAsync(device(), byte(), size(), stream());
    }
  }
  void launch() {
    void* data = device();
    auto n = static_cast<unsigned>(size());
    void* arguments[] = {reinterpret_cast<void*>(&data), &n};
    const dim3 grid(byte() % 4, 1 + byte() % 2), block(byte(), byte() % 6);
    cudaLaunchKernel(&kCount, grid, block, arguments, byte() == 0 ? size() : 0, stream());
  }
  void call_work(int which) {
    switch (which) {
      case 0:
      case 1:
      case 2:
        launch();
        break;
      case 3:
        cudaDeviceSynchronize();
        break;
      case 4:
        cudaGetLastError();
        break;
      case 5:
        cudaStreamCreate(&streams_.at(1 + byte() % (streams_.size() - 1)));
        break;
      case 6: {
        cudaStream_t& one = streams_.at(1 + byte() % (streams_.size() - 1));
        cudaStreamDestroy(one);
        break;
      }
      case 7:
        cudaEventCreate(&events_.at(byte() % events_.size()));
        break;
      case 8:
        cudaEventRecord(event(), stream());
        break;
      case 9: {
        float milliseconds = 0;
        cudaEventElapsedTime(&milliseconds, event(), event());
        break;
      }
      case 10:
        cudaStreamWaitEvent(stream(), event(), 0);
        break;
      default:
        cudaStreamSynchronize(stream());
    }
  }
  // A fault stays until the device is reset; then nothing is left of what was allocated.
  static void end() {
    cudaDeviceSynchronize();
    cudaDeviceReset();
    cudaGetLastError();
    void* memory = nullptr;
    if (cudaMalloc(&memory, kHostBytes) != cudaSuccess) fail("a reset device has no memory");
    if (cudaFree(memory) != cudaSuccess) fail("what was allocated cannot be freed");
  }

  std::string_view rest_;
  std::array<char, kHostBytes> host_{};
  std::array<void*, 4> slots_{};
  std::array<cudaStream_t, 3> streams_{};
  std::array<cudaEvent_t, 2> events_{};
};

}  // namespace

void call_api(std::string_view bytes) {
  register_program();
  Program(bytes).run();
}

std::vector<std::string> api_call_seeds() {
  // malloc 4096 into slot 0; copy there; launch; synchronize; copy back; free.
  return {std::string("\x00\x00\x00\x10\x00\x04\x00\x01\x00\x10\x01\x00\x01\x40\x00\x01\x01\x01\x20"
                      "\x01\x01\x00\x07\x06\x00\x01\x00\x10\x02\x00\x01",
                      31),
          std::string("\x0b\x00\x0f\x00\x0f\x01\x11\x00\x01\x00\x00\x20\x00\x01\x00\x11\x01\x01\x13"
                      "\x00\x01\x0d\x00\x13\x00\x01",
                      26)};
}

}  // namespace lanescope::fuzz_test
