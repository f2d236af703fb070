#include <algorithm>
#include <vector>

#include "../check.h"

// Sorts by kernels that launch kernels: one thread parts an interval, and each side is sorted by a
// grid of its own; short ones are sorted in place.
__global__ void quicksort(int* data, int left, int right, int depth) {
  if (depth >= 16 || right - left < 16) {
    for (int i = left + 1; i <= right; ++i) {
      const int value = data[i];
      int at = i;
      for (; at > left && data[at - 1] > value; --at) data[at] = data[at - 1];
      data[at] = value;
    }
    return;
  }
  int low = left, high = right;
  const int pivot = data[(left + right) / 2];
  while (low <= high) {
    while (data[low] < pivot) ++low;
    while (data[high] > pivot) --high;
    if (low <= high) {
      const int other = data[low];
      data[low++] = data[high];
      data[high--] = other;
    }
  }
  cudaStream_t stream;
  if (left < high) {
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    quicksort<<<1, 1, 0, stream>>>(data, left, high, depth + 1);
    cudaStreamDestroy(stream);
  }
  if (low < right) {
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    quicksort<<<1, 1, 0, stream>>>(data, low, right, depth + 1);
    cudaStreamDestroy(stream);
  }
}

int main() {
  std::vector<int> data(200);
  unsigned state = 7;
  for (int& one : data) {
    state = state * 1664525u + 1013904223u;
    one = static_cast<int>(state >> 16);
  }
  const int bytes = static_cast<int>(data.size() * sizeof(int));
  int* device;
  CHECK(cudaMalloc(&device, bytes));
  CHECK(cudaMemcpy(device, data.data(), bytes, cudaMemcpyDefault));
  quicksort<<<1, 1>>>(device, 0, static_cast<int>(data.size()) - 1, 0);
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());
  std::vector<int> sorted(data.size());
  CHECK(cudaMemcpy(sorted.data(), device, bytes, cudaMemcpyDefault));
  std::sort(data.begin(), data.end());
  EXPECT(sorted == data);
  CHECK(cudaFree(device));
  return pass();
}
