#pragma once
// What the benchmarks on a GPU share: buffers, timing, comparing, a line of the table.

#include <cuda_runtime.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace bench {

constexpr std::size_t kBytes = std::size_t{256} << 20;

inline void must(cudaError_t error, const char* what) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
  std::exit(1);
}

template <class T>
class Buffer {
 public:
  explicit Buffer(std::size_t count) : count_(count) {
    must(cudaMalloc(&data_, count * sizeof(T)), "cudaMalloc");
    clear();
  }
  ~Buffer() { cudaFree(data_); }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;

  T* get() const { return data_; }
  std::size_t count() const { return count_; }
  void clear() const { must(cudaMemsetAsync(data_, 0, count_ * sizeof(T)), "cudaMemset"); }

 private:
  T* data_ = nullptr;
  std::size_t count_;
};

template <class T, class Value>
__global__ void fill_kernel(T* out, std::size_t count, Value value) {
  const std::size_t i = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x;
  if (i < count) out[i] = value(i);
}

// Scatters neighbouring numbers.
__host__ __device__ inline unsigned mixed(std::size_t i) {
  unsigned z = static_cast<unsigned>(i) * 2654435769u;
  z = (z ^ (z >> 16)) * 2246822519u;
  return z ^ (z >> 13);
}

template <class T, class Value>
void fill(const Buffer<T>& buffer, Value value) {
  const auto blocks = static_cast<unsigned>((buffer.count() + 255) / 256);
  fill_kernel<<<blocks, 256>>>(buffer.get(), buffer.count(), value);
  must(cudaGetLastError(), "fill");
}

template <class T>
__global__ void compare_kernel(const T* a, const T* b, std::size_t count, double tolerance,
                               unsigned long long* wrong) {
  const std::size_t i = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x;
  if (i >= count) return;
  const double x = a[i], y = b[i];
  if (!(fabs(x - y) <= tolerance * fmax(1.0, fabs(y)))) atomicAdd(wrong, 1ull);
}

// How many elements differ.
template <class T>
unsigned long long differences(const Buffer<T>& a, const Buffer<T>& b, double tolerance = 0.0) {
  const Buffer<unsigned long long> wrong(1);
  const auto blocks = static_cast<unsigned>((a.count() + 255) / 256);
  compare_kernel<<<blocks, 256>>>(a.get(), b.get(), a.count(), tolerance, wrong.get());
  unsigned long long found = 0;
  must(cudaMemcpy(&found, wrong.get(), sizeof found, cudaMemcpyDeviceToHost), "compare");
  return found;
}

// The median of twenty runs, after three that do not count.
template <class Work>
double milliseconds(Work work) {
  cudaEvent_t begin, end;
  must(cudaEventCreate(&begin), "cudaEventCreate");
  must(cudaEventCreate(&end), "cudaEventCreate");
  std::vector<float> times;
  for (int run = -3; run < 20; ++run) {
    must(cudaEventRecord(begin), "cudaEventRecord");
    work();
    must(cudaEventRecord(end), "cudaEventRecord");
    must(cudaEventSynchronize(end), "run");
    must(cudaGetLastError(), "run");
    float time = 0.0f;
    must(cudaEventElapsedTime(&time, begin, end), "cudaEventElapsedTime");
    if (run >= 0) times.push_back(time);
  }
  cudaEventDestroy(begin);
  cudaEventDestroy(end);
  std::sort(times.begin(), times.end());
  return (times[9] + times[10]) / 2.0;
}

// As many blocks as the GPU holds at once.
template <class Kernel>
unsigned resident_blocks(Kernel* kernel, int block) {
  int device = 0, sms = 0, blocks = 0;
  must(cudaGetDevice(&device), "cudaGetDevice");
  must(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device),
       "cudaDeviceGetAttribute");
  must(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, block, 0), "occupancy");
  return static_cast<unsigned>(sms * blocks);
}

// `work`: the bytes that the task must move, or the operations, whatever the kernel does.
inline int report(const char* topic, double rung, const char* reference, double other, double work,
                  unsigned long long wrong, const char* unit = "GB/s") {
  std::printf("%-16s %9.4f   %-24s %9.4f %7.2f %9.0f %-8s %s\n", topic, rung, reference, other,
              other / rung, work / rung * 1e-6, unit, wrong == 0 ? "agrees" : "DIFFERS");
  return wrong == 0 ? 0 : 1;
}

}  // namespace bench
