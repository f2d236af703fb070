// What orders work: kernels in four streams, one of them the default one; an event; a graph; a copy
// of pageable memory; a host function. tests/programs/timeline_test.cpp says when each begins.
#include <vector>

#include "../check.h"

__global__ void add(int* numbers, int more) { numbers[threadIdx.x] += more; }

void nothing(void*) {}

int main() {
  constexpr int kCount = 32;
  constexpr size_t kBytes = kCount * sizeof(int), kLarge = 1 << 17;
  int *a, *b, *c, *large;
  CHECK(cudaMalloc(&a, kBytes));
  CHECK(cudaMalloc(&b, kBytes));
  CHECK(cudaMalloc(&c, kBytes));
  CHECK(cudaMalloc(&large, kLarge));
  cudaStream_t one, two, apart;
  CHECK(cudaStreamCreate(&one));
  CHECK(cudaStreamCreateWithPriority(&two, cudaStreamDefault, -2));
  CHECK(cudaStreamCreateWithFlags(&apart, cudaStreamNonBlocking));
  for (int* array : {a, b, c}) CHECK(cudaMemset(array, 0, kBytes));
  CHECK(cudaMemset(large, 0, kLarge));
  CHECK(cudaDeviceSynchronize());

  add<<<1, kCount, 0, one>>>(a, 1);
  add<<<1, kCount>>>(b, 1);
  add<<<1, kCount, 0, two>>>(c, 1);
  add<<<1, kCount, 0, apart>>>(large, 1);
  CHECK(cudaDeviceSynchronize());

  cudaEvent_t event;
  CHECK(cudaEventCreate(&event));
  add<<<1, kCount, 0, one>>>(a, 1);
  CHECK(cudaEventRecord(event, one));
  CHECK(cudaStreamWaitEvent(two, event, 0));
  add<<<1, kCount, 0, two>>>(a, 1);
  CHECK(cudaEventSynchronize(event));
  CHECK(cudaLaunchHostFunc(two, nothing, nullptr));
  CHECK(cudaStreamSynchronize(two));

  std::vector<char> host(kLarge);
  CHECK(cudaMemcpyAsync(large, host.data(), kLarge, cudaMemcpyHostToDevice, one));

  cudaGraph_t graph;
  cudaGraphExec_t executable;
  CHECK(cudaStreamBeginCapture(one, cudaStreamCaptureModeGlobal));
  CHECK(cudaEventRecord(event, one));
  CHECK(cudaStreamWaitEvent(two, event, 0));
  add<<<1, kCount, 0, one>>>(b, 1);
  add<<<1, kCount, 0, two>>>(c, 1);
  CHECK(cudaEventRecord(event, two));
  CHECK(cudaStreamWaitEvent(one, event, 0));
  add<<<1, kCount, 0, one>>>(a, 1);
  CHECK(cudaStreamEndCapture(one, &graph));
  CHECK(cudaGraphInstantiate(&executable, graph, 0));
  CHECK(cudaGraphLaunch(executable, one));

  CHECK(cudaStreamSynchronize(one));
  int first[kCount], second[kCount];
  CHECK(cudaMemcpy(first, a, kBytes, cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(second, b, kBytes, cudaMemcpyDeviceToHost));
  CHECK(cudaFree(a));
  CHECK(cudaFree(b));
  CHECK(cudaFree(c));
  CHECK(cudaFree(large));
  EXPECT(first[0] == 4 && second[0] == 2);
  return pass();
}
