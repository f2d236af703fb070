#include "../check.h"

// A chain of products: 4 cycles each, whatever else the machine does.
__global__ void chain(float* out, float factor, int length) {
  float value = 1.0f;
  for (int i = 0; i < length; ++i) value = value * factor + 1.0f;
  out[threadIdx.x] = value;
}

__global__ void nothing() {}

float between(cudaEvent_t begin, cudaEvent_t end) {
  float milliseconds = -1.0f;
  CHECK(cudaEventElapsedTime(&milliseconds, begin, end));
  return milliseconds;
}

// Prints what passes between events in microseconds: around ten launches, around a copy of 64 MiB,
// and around nothing.
int main() {
  constexpr size_t kBytes = size_t{64} << 20;
  float *d_out = nullptr, *pinned = nullptr, *d_large = nullptr;
  CHECK(cudaMalloc(&d_out, 32 * sizeof(float)));
  CHECK(cudaMalloc(&d_large, kBytes));
  CHECK(cudaMallocHost(&pinned, kBytes));
  cudaEvent_t events[4];
  for (cudaEvent_t& event : events) CHECK(cudaEventCreate(&event));
  nothing<<<1, 32>>>();
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaEventRecord(events[0]));
  for (int i = 0; i < 10; ++i) chain<<<1, 32>>>(d_out, 0.5f, 10000);
  CHECK(cudaEventRecord(events[1]));
  CHECK(cudaMemcpyAsync(d_large, pinned, kBytes, cudaMemcpyHostToDevice));
  CHECK(cudaEventRecord(events[2]));
  CHECK(cudaEventRecord(events[3]));
  CHECK(cudaEventSynchronize(events[3]));
  for (int i = 0; i < 3; ++i) std::printf("%.3f ", 1000.0 * between(events[i], events[i + 1]));
  for (cudaEvent_t event : events) CHECK(cudaEventDestroy(event));
  CHECK(cudaFreeHost(pinned));
  CHECK(cudaFree(d_large));
  CHECK(cudaFree(d_out));
  return pass();
}
