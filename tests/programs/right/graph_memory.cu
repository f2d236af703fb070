#include "../check.h"

__global__ void fill(int* data, int value) { data[threadIdx.x] = value + threadIdx.x; }
__global__ void copy(const int* from, int* to) { to[threadIdx.x] = from[threadIdx.x]; }

constexpr int kCount = 32;

// Memory that graphs allocate: by nodes, and captured from a stream.
int main() {
  int *result, out[kCount];
  CHECK(cudaMalloc(&result, sizeof out));
  cudaGraph_t graph;
  CHECK(cudaGraphCreate(&graph, 0));
  cudaGraphNode_t allocated, filled, copied, freed;
  cudaMemAllocNodeParams memory = {};
  memory.poolProps.allocType = cudaMemAllocationTypePinned;
  memory.poolProps.location = {cudaMemLocationTypeDevice, 0};
  memory.bytesize = sizeof out;
  CHECK(cudaGraphAddMemAllocNode(&allocated, graph, nullptr, 0, &memory));
  EXPECT(memory.dptr != nullptr);
  int value = 7;
  void* fill_arguments[] = {&memory.dptr, &value};
  void* copy_arguments[] = {&memory.dptr, &result};
  cudaKernelNodeParams launch = {};
  launch.func = reinterpret_cast<void*>(fill);
  launch.gridDim = dim3(1);
  launch.blockDim = dim3(kCount);
  launch.kernelParams = fill_arguments;
  CHECK(cudaGraphAddKernelNode(&filled, graph, &allocated, 1, &launch));
  launch.func = reinterpret_cast<void*>(copy);
  launch.kernelParams = copy_arguments;
  CHECK(cudaGraphAddKernelNode(&copied, graph, &filled, 1, &launch));
  CHECK(cudaGraphAddMemFreeNode(&freed, graph, &copied, 1, memory.dptr));
  cudaGraphExec_t executable;
  CHECK(cudaGraphInstantiate(&executable, graph, 0));
  CHECK(cudaGraphLaunch(executable, nullptr));
  CHECK(cudaMemcpy(out, result, sizeof out, cudaMemcpyDeviceToHost));
  for (int i = 0; i < kCount; ++i) EXPECT(out[i] == 7 + i);
  CHECK(cudaGraphExecDestroy(executable));
  CHECK(cudaGraphDestroy(graph));

  cudaStream_t stream;
  CHECK(cudaStreamCreate(&stream));
  CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  int* temporary;
  CHECK(cudaMallocAsync(&temporary, sizeof out, stream));
  fill<<<1, kCount, 0, stream>>>(temporary, 100);
  copy<<<1, kCount, 0, stream>>>(temporary, result);
  CHECK(cudaFreeAsync(temporary, stream));
  CHECK(cudaStreamEndCapture(stream, &graph));
  CHECK(cudaGraphInstantiate(&executable, graph, 0));
  CHECK(cudaGraphLaunch(executable, stream));
  CHECK(cudaStreamSynchronize(stream));
  CHECK(cudaMemcpy(out, result, sizeof out, cudaMemcpyDeviceToHost));
  for (int i = 0; i < kCount; ++i) EXPECT(out[i] == 100 + i);
  CHECK(cudaGraphExecDestroy(executable));
  CHECK(cudaGraphDestroy(graph));
  CHECK(cudaStreamDestroy(stream));
  CHECK(cudaFree(result));
  return pass();
}
