#include <cstdio>

__global__ void fill(int* data) { data[threadIdx.x] = 1; }

// Allocates in the middle of a capture, and launches what came of it.
int main() {
  cudaStream_t stream;
  cudaGraph_t graph;
  int* d_data = nullptr;
  cudaStreamCreate(&stream);
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  cudaMalloc(&d_data, 32 * sizeof(int));
  fill<<<1, 32, 0, stream>>>(d_data);
  const cudaError_t error = cudaStreamEndCapture(stream, &graph);
  std::printf("%s\n", cudaGetErrorName(error));
  return 3;
}
