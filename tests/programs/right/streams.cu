#include "../check.h"

constexpr int kStreams = 4, kEach = 256;

__global__ void square(int* data) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  data[i] *= data[i];
}

void count(void* counter) { ++*static_cast<int*>(counter); }

int main() {
  int *host, *data, counter = 0;
  CHECK(cudaMallocHost(&host, kStreams * kEach * sizeof(int)));
  CHECK(cudaMalloc(&data, kStreams * kEach * sizeof(int)));
  for (int i = 0; i < kStreams * kEach; ++i) host[i] = i % 100;
  cudaStream_t streams[kStreams];
  cudaEvent_t begin, end;
  CHECK(cudaEventCreate(&begin));
  CHECK(cudaEventCreate(&end));
  CHECK(cudaEventRecord(begin));
  for (int s = 0; s < kStreams; ++s) {
    CHECK(cudaStreamCreate(&streams[s]));
    int *from = host + s * kEach, *to = data + s * kEach;
    CHECK(cudaMemcpyAsync(to, from, kEach * sizeof(int), cudaMemcpyHostToDevice, streams[s]));
    square<<<kEach / 64, 64, 0, streams[s]>>>(to);
    CHECK(cudaMemcpyAsync(from, to, kEach * sizeof(int), cudaMemcpyDeviceToHost, streams[s]));
    CHECK(cudaLaunchHostFunc(streams[s], count, &counter));
  }
  CHECK(cudaEventRecord(end));
  CHECK(cudaStreamWaitEvent(streams[0], end, 0));
  CHECK(cudaEventSynchronize(end));
  float milliseconds = -1;
  CHECK(cudaEventElapsedTime(&milliseconds, begin, end));
  EXPECT(milliseconds > 0);
  for (cudaStream_t stream : streams) {
    CHECK(cudaStreamSynchronize(stream));
    CHECK(cudaStreamQuery(stream));
    CHECK(cudaStreamDestroy(stream));
  }
  EXPECT(counter == kStreams);
  for (int i = 0; i < kStreams * kEach; ++i) EXPECT(host[i] == (i % 100) * (i % 100));
  CHECK(cudaEventDestroy(begin));
  CHECK(cudaEventDestroy(end));
  CHECK(cudaFreeHost(host));
  CHECK(cudaFree(data));
  return pass();
}
