// A vector in two halves, each in a stream of its own: copied, scaled, copied back.
//   streams [numbers of a half]
#include <cstdio>
#include <cstdlib>

#define CHECK(call) \
  do { \
    const cudaError_t error = (call); \
    if (error != cudaSuccess) { \
      std::fprintf(stderr, "line %d: %s\n", __LINE__, cudaGetErrorString(error)); \
      return 1; \
    } \
  } while (false)

__constant__ float factor;

__global__ void scale(float* numbers, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) numbers[i] *= factor;
}

int main(int count, char** words) {
  const int half = count > 1 ? std::atoi(words[1]) : 128;
  const float three = 3.0f;
  float *host, *device;
  CHECK(cudaMallocHost(&host, 2 * half * sizeof(float)));
  CHECK(cudaMalloc(&device, 2 * half * sizeof(float)));
  for (int i = 0; i < 2 * half; ++i) host[i] = static_cast<float>(i);
  CHECK(cudaMemcpyToSymbol(factor, &three, sizeof(three)));
  cudaStream_t streams[2];
  for (cudaStream_t& stream : streams) CHECK(cudaStreamCreate(&stream));
  for (int s = 0; s < 2; ++s) {
    float* from = host + s * half;
    float* part = device + s * half;
    const size_t bytes = half * sizeof(float);
    CHECK(cudaMemcpyAsync(part, from, bytes, cudaMemcpyHostToDevice, streams[s]));
    scale<<<(half + 63) / 64, 64, 0, streams[s]>>>(part, half);
    CHECK(cudaMemcpyAsync(from, part, bytes, cudaMemcpyDeviceToHost, streams[s]));
  }
  CHECK(cudaDeviceSynchronize());
  bool right = true;
  for (int i = 0; i < 2 * half; ++i) right = right && host[i] == 3.0f * i;
  for (cudaStream_t& stream : streams) CHECK(cudaStreamDestroy(stream));
  CHECK(cudaFree(device));
  CHECK(cudaFreeHost(host));
  std::printf("streams: %d numbers in two streams\n%s\n", 2 * half, right ? "PASS" : "FAIL");
  return right ? 0 : 1;
}
