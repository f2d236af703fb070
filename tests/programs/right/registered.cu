#include <cstdlib>
#include <vector>

#include "../check.h"

__global__ void add(int* data, int by) { data[threadIdx.x] += by; }

// Memory of the host's own that kernels read and write once it is registered.
int main() {
  int* pages = static_cast<int*>(std::aligned_alloc(4096, 8192));
  for (int i = 0; i < 64; ++i) pages[i] = i;
  int* device;
  CHECK(cudaHostRegister(pages, 8192, cudaHostRegisterMapped));
  EXPECT(cudaHostRegister(pages, 8192, cudaHostRegisterMapped) ==
         cudaErrorHostMemoryAlreadyRegistered);
  cudaGetLastError();
  CHECK(cudaHostGetDevicePointer(&device, pages, 0));
  add<<<1, 64>>>(device, 100);
  CHECK(cudaDeviceSynchronize());
  for (int i = 0; i < 64; ++i) EXPECT(pages[i] == 100 + i);
  pages[5] = 1;
  add<<<1, 32>>>(device, 1);
  CHECK(cudaDeviceSynchronize());
  EXPECT(pages[5] == 2 && pages[6] == 107);
  CHECK(cudaHostUnregister(pages));
  EXPECT(pages[5] == 2 && pages[63] == 163);
  EXPECT(cudaHostUnregister(pages) == cudaErrorHostMemoryNotRegistered);
  cudaGetLastError();
  std::free(pages);

  // Part of a page of the heap: what lies beside it stays whole.
  std::vector<int> array(100, 7), other(100, 9);
  CHECK(cudaHostRegister(array.data(), 100 * sizeof(int), cudaHostRegisterDefault));
  CHECK(cudaHostGetDevicePointer(&device, array.data(), 0));
  add<<<1, 100>>>(device, 1);
  CHECK(cudaDeviceSynchronize());
  other.push_back(9);
  for (const int each : array) EXPECT(each == 8);
  for (const int each : other) EXPECT(each == 9);
  CHECK(cudaHostUnregister(array.data()));
  return pass();
}
