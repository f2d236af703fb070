#include <cstdio>

// A graph whose copy is larger than its array: it shows when the graph runs.
int main() {
  int host[64] = {};
  int* d_small;
  cudaMalloc(&d_small, 32 * sizeof(int));
  cudaGraph_t graph;
  cudaGraphNode_t node;
  cudaGraphExec_t executable;
  cudaGraphCreate(&graph, 0);
  cudaGraphAddMemcpyNode1D(&node, graph, nullptr, 0, d_small, host, sizeof host,
                           cudaMemcpyHostToDevice);
  cudaGraphInstantiate(&executable, graph, 0);
  cudaGraphLaunch(executable, nullptr);
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  return 3;
}
