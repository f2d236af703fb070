// The same vector, scaled by the GPU in each of four kinds of host memory: pageable, pinned, mapped,
// managed.
//   memory_kinds [numbers]
#include <cstdio>
#include <cstdlib>

#define CHECK(call) \
  do { \
    const cudaError_t error = (call); \
    if (error != cudaSuccess) { \
      std::fprintf(stderr, "line %d: %s\n", __LINE__, cudaGetErrorString(error)); \
      std::exit(1); \
    } \
  } while (false)

__global__ void scale(float* v, float factor, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) v[i] *= factor;
}

void fill(float* v, int n) {
  for (int i = 0; i < n; ++i) v[i] = static_cast<float>(i);
}

bool is_scaled(const char* kind, const float* v, int n) {
  for (int i = 0; i < n; ++i) {
    if (v[i] == 3.0f * i) continue;
    std::printf("%s: element %d is %g\n", kind, i, v[i]);
    return false;
  }
  std::printf("%s: right\n", kind);
  return true;
}

void launch(float* v, int n) {
  scale<<<(n + 127) / 128, 128>>>(v, 3.0f, n);
  CHECK(cudaGetLastError());
}

// There and back by copies: of pageable memory the driver makes two, of pinned memory one.
void copied(float* host, int n) {
  const size_t bytes = n * sizeof(float);
  float* device;
  CHECK(cudaMalloc(&device, bytes));
  CHECK(cudaMemcpy(device, host, bytes, cudaMemcpyHostToDevice));
  launch(device, n);
  CHECK(cudaMemcpy(host, device, bytes, cudaMemcpyDeviceToHost));
  CHECK(cudaFree(device));
}

bool pageable(int n) {
  float* host = static_cast<float*>(std::malloc(n * sizeof(float)));
  fill(host, n);
  copied(host, n);
  const bool right = is_scaled("pageable", host, n);
  std::free(host);
  return right;
}

bool pinned(int n) {
  float* host;
  CHECK(cudaMallocHost(&host, n * sizeof(float)));
  fill(host, n);
  copied(host, n);
  const bool right = is_scaled("pinned", host, n);
  CHECK(cudaFreeHost(host));
  return right;
}

// No copy: the kernel reads and writes the host's bytes over the bus.
bool mapped(int n) {
  float *host, *seen_by_kernel;
  CHECK(cudaHostAlloc(&host, n * sizeof(float), cudaHostAllocMapped));
  CHECK(cudaHostGetDevicePointer(&seen_by_kernel, host, 0));
  fill(host, n);
  launch(seen_by_kernel, n);
  CHECK(cudaDeviceSynchronize());
  const bool right = is_scaled("mapped", host, n);
  CHECK(cudaFreeHost(host));
  return right;
}

// No copy either: pages move to whoever touches them.
bool managed(int n) {
  float* both;
  CHECK(cudaMallocManaged(&both, n * sizeof(float)));
  fill(both, n);
  launch(both, n);
  CHECK(cudaDeviceSynchronize());
  const bool right = is_scaled("managed", both, n);
  CHECK(cudaFree(both));
  return right;
}

int main(int count, char** words) {
  const int n = count > 1 ? std::atoi(words[1]) : 4096;
  const bool right = pageable(n) && pinned(n) && mapped(n) && managed(n);
  std::printf("%s\n", right ? "PASS" : "FAIL");
  return right ? 0 : 1;
}
