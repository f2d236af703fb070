#include <vector>

#include "../check.h"

__constant__ float scale;
__device__ float offset;

__global__ void scaled(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] * scale + offset;
}
__global__ void add_one(float* data) { data[threadIdx.x] += 1; }

void CUDART_CB count(void* data) { ++*static_cast<int*>(data); }

constexpr int kCount = 64;
struct Arrays {
  std::vector<float> in = std::vector<float>(kCount), out = std::vector<float>(kCount);
  float *d_in, *d_out;
  float scale = 3, offset = 0.5;
  int calls = 0, n = kCount;
};

cudaKernelNodeParams launch(void* kernel, unsigned blocks, unsigned threads, void** arguments) {
  cudaKernelNodeParams params = {};
  params.func = kernel;
  params.gridDim = dim3(blocks);
  params.blockDim = dim3(threads);
  params.kernelParams = arguments;
  return params;
}

// Kernels that follow each other: `add_one` twice.
cudaGraph_t make_child(Arrays& a) {
  cudaGraph_t child;
  CHECK(cudaGraphCreate(&child, 0));
  void* arguments[] = {&a.d_out};
  const auto params = launch(reinterpret_cast<void*>(add_one), 1, kCount, arguments);
  cudaGraphNode_t nodes[2];
  CHECK(cudaGraphAddKernelNode(&nodes[0], child, nullptr, 0, &params));
  CHECK(cudaGraphAddKernelNode(&nodes[1], child, nullptr, 0, &params));
  CHECK(cudaGraphAddDependencies(child, &nodes[0], &nodes[1], nullptr, 1));
  return child;
}

// in -> scaled -> add_one twice -> out, and a host function at the end.
cudaGraph_t make_graph(Arrays& a, cudaGraphNode_t* kernel) {
  cudaGraph_t graph;
  CHECK(cudaGraphCreate(&graph, 0));
  cudaGraphNode_t before[4], download, host, nested;
  CHECK(cudaGraphAddMemcpyNode1D(&before[0], graph, nullptr, 0, a.d_in, a.in.data(),
                                 kCount * sizeof(float), cudaMemcpyHostToDevice));
  CHECK(cudaGraphAddMemcpyNodeToSymbol(&before[1], graph, nullptr, 0, scale, &a.scale, 4, 0,
                                       cudaMemcpyHostToDevice));
  CHECK(cudaGraphAddMemcpyNodeToSymbol(&before[2], graph, nullptr, 0, offset, &a.offset, 4, 0,
                                       cudaMemcpyHostToDevice));
  cudaMemsetParams ones = {};
  ones.dst = a.d_out;
  ones.elementSize = 4;
  ones.value = 0x3f800000;  // 1.0f
  ones.width = kCount;
  ones.height = 1;
  CHECK(cudaGraphAddMemsetNode(&before[3], graph, nullptr, 0, &ones));
  void* arguments[] = {&a.d_in, &a.d_out, &a.n};
  const auto params = launch(reinterpret_cast<void*>(scaled), 2, 32, arguments);
  CHECK(cudaGraphAddKernelNode(kernel, graph, before, 4, &params));
  const cudaGraph_t child = make_child(a);
  CHECK(cudaGraphAddChildGraphNode(&nested, graph, kernel, 1, child));
  CHECK(cudaGraphDestroy(child));
  CHECK(cudaGraphAddMemcpyNode1D(&download, graph, &nested, 1, a.out.data(), a.d_out,
                                 kCount * sizeof(float), cudaMemcpyDeviceToHost));
  const cudaHostNodeParams function = {count, &a.calls};
  CHECK(cudaGraphAddHostNode(&host, graph, &download, 1, &function));
  return graph;
}

void check_shape(cudaGraph_t graph, cudaGraphNode_t kernel) {
  size_t nodes = 0, edges = 0, roots = 0, before = 0, behind = 0;
  CHECK(cudaGraphGetNodes(graph, nullptr, &nodes));
  CHECK(cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, &edges));
  CHECK(cudaGraphGetRootNodes(graph, nullptr, &roots));
  CHECK(cudaGraphNodeGetDependencies(kernel, nullptr, nullptr, &before));
  CHECK(cudaGraphNodeGetDependentNodes(kernel, nullptr, nullptr, &behind));
  EXPECT(nodes == 8 && edges == 7 && roots == 4 && before == 4 && behind == 1);
  cudaGraphNodeType type;
  CHECK(cudaGraphNodeGetType(kernel, &type));
  EXPECT(type == cudaGraphNodeTypeKernel);
  cudaKernelNodeParams params;
  CHECK(cudaGraphKernelNodeGetParams(kernel, &params));
  EXPECT(params.func == reinterpret_cast<void*>(scaled) && params.gridDim.x == 2);
  EXPECT(*static_cast<int*>(params.kernelParams[2]) == kCount);
}

void check_results(Arrays& a, int n, int calls) {
  CHECK(cudaDeviceSynchronize());
  EXPECT(a.calls == calls);
  for (int i = 0; i < kCount; ++i) EXPECT(a.out[i] == (i < n ? 3.0f * i + 0.5f : 1.0f) + 2);
}

int main() {
  Arrays a;
  for (int i = 0; i < kCount; ++i) a.in[i] = static_cast<float>(i);
  CHECK(cudaMalloc(&a.d_in, kCount * sizeof(float)));
  CHECK(cudaMalloc(&a.d_out, kCount * sizeof(float)));
  cudaGraphNode_t kernel, twin;
  const cudaGraph_t graph = make_graph(a, &kernel);
  check_shape(graph, kernel);
  cudaGraph_t clone;
  CHECK(cudaGraphClone(&clone, graph));
  CHECK(cudaGraphNodeFindInClone(&twin, kernel, clone));
  EXPECT(twin != kernel);
  cudaStream_t stream;
  CHECK(cudaStreamCreate(&stream));
  cudaGraphExec_t executable;
  CHECK(cudaGraphInstantiate(&executable, graph, 0));
  for (int i = 0; i < 3; ++i) CHECK(cudaGraphLaunch(executable, stream));
  check_results(a, kCount, 3);
  // Other arguments in the executable alone.
  int half = kCount / 2;
  void* arguments[] = {&a.d_in, &a.d_out, &half};
  const auto params = launch(reinterpret_cast<void*>(scaled), 2, 32, arguments);
  CHECK(cudaGraphExecKernelNodeSetParams(executable, kernel, &params));
  CHECK(cudaGraphLaunch(executable, stream));
  check_results(a, half, 4);
  // The clone's arguments are as they were.
  cudaGraphExecUpdateResultInfo info;
  CHECK(cudaGraphExecUpdate(executable, clone, &info));
  EXPECT(info.result == cudaGraphExecUpdateSuccess);
  CHECK(cudaGraphLaunch(executable, stream));
  check_results(a, kCount, 5);
  CHECK(cudaGraphExecDestroy(executable));
  CHECK(cudaGraphDestroy(clone));
  CHECK(cudaGraphDestroy(graph));
  CHECK(cudaStreamDestroy(stream));
  CHECK(cudaFree(a.d_in));
  CHECK(cudaFree(a.d_out));
  return pass();
}
