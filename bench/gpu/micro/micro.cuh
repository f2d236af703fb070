// What the microbenchmarks share: checks, spans of an SM's clock, lines of JSON.
#pragma once

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <cuda_runtime.h>

namespace micro {

inline void check(cudaError_t error) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "%s\n", cudaGetErrorString(error));
  std::exit(1);
}

// Device memory that lives as long as the object.
template <class T>
class Buffer {
 public:
  explicit Buffer(std::size_t count) : count_(count) {
    check(cudaMalloc(&data_, count * sizeof(T)));
    check(cudaMemset(data_, 0, count * sizeof(T)));
  }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  ~Buffer() { cudaFree(data_); }
  T* get() const { return data_; }
  std::vector<T> read() const {
    std::vector<T> host(count_);
    check(cudaMemcpy(host.data(), data_, count_ * sizeof(T), cudaMemcpyDeviceToHost));
    return host;
  }
  void write(const std::vector<T>& host) {
    check(cudaMemcpy(data_, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice));
  }

 private:
  T* data_ = nullptr;
  std::size_t count_;
};

// Begin and end of what a warp did, by the clock of its SM.
struct Span {
  long long begin, end;
};

__device__ inline long long now() {
  long long t;
  asm volatile("mov.u64 %0, %%clock64;" : "=l"(t)::"memory");
  return t;
}

// kChains values side by side, each taken kSteps / kChains steps further in a round, by step(v).
template <int kRounds, int kSteps, int kChains, class T, class Step>
__device__ __forceinline__ Span timed(T (&v)[kChains], Step&& step) {
  const long long begin = now();
#pragma unroll 1
  for (int round = 0; round < kRounds; ++round) {
#pragma unroll
    for (int n = 0; n < kSteps / kChains; ++n) {
#pragma unroll
      for (int i = 0; i < kChains; ++i) step(v[i], round);
    }
  }
  return {begin, now()};
}

// What a block has made and how long its warps took.
template <int kChains, class T>
__device__ __forceinline__ void keep(T (&v)[kChains], Span span, T* out, Span* spans) {
  for (int i = 0; i < kChains; ++i) out[threadIdx.x * kChains + i] = v[i];
  if (threadIdx.x % 32 == 0) spans[threadIdx.x / 32] = span;
}

__device__ inline unsigned sm_id() {
  unsigned id;
  asm volatile("mov.u32 %0, %%smid;" : "=r"(id));
  return id;
}

// From the first warp's begin to the last warp's end, in cycles: of one SM only.
inline double length(const std::vector<Span>& spans) {
  long long begin = spans.front().begin, end = spans.front().end;
  for (const Span& s : spans) {
    begin = std::min(begin, s.begin);
    end = std::max(end, s.end);
  }
  return double(end - begin);
}

// The least of three: the first one loads code.
template <class F>
double least(F&& cycles) {
  double best = cycles();
  for (int i = 0; i < 2; ++i) best = std::min(best, double(cycles()));
  return best;
}

// Milliseconds of what `work` puts into the default stream: the least of `times`.
template <class F>
double milliseconds(int times, F&& work) {
  cudaEvent_t begin, end;
  check(cudaEventCreate(&begin));
  check(cudaEventCreate(&end));
  float best = 1e30f;
  for (int i = 0; i < times; ++i) {
    check(cudaEventRecord(begin));
    work();
    check(cudaEventRecord(end));
    check(cudaEventSynchronize(end));
    float ms = 0;
    check(cudaEventElapsedTime(&ms, begin, end));
    best = std::min(best, ms);
  }
  check(cudaEventDestroy(begin));
  check(cudaEventDestroy(end));
  return best;
}

inline void line(const char* topic, const char* name, int parameter, double value) {
  std::printf("{\"topic\": \"%s\", \"name\": \"%s\", \"at\": %d, \"value\": %.4f}\n", topic, name,
              parameter, value);
}

}  // namespace micro
