// What Thrust and CUB do for the host: numbers made, sorted, added and scanned, without a kernel of
// one's own. Both are headers, compiled into this program.
//   thrust [numbers]
#include <cub/device/device_reduce.cuh>
#include <thrust/device_vector.h>
#include <thrust/scan.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/transform.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call) \
  do { \
    const cudaError_t error = (call); \
    if (error != cudaSuccess) { \
      std::fprintf(stderr, "line %d: %s\n", __LINE__, cudaGetErrorString(error)); \
      return 1; \
    } \
  } while (false)

// Numbers in no order: `step` has no divisor in common with 1009, a prime.
struct Scattered {
  int step;
  __host__ __device__ int operator()(int i) const { return i * step % 1009; }
};

// The sum by CUB: asked once how much memory it needs to work in, and once more to work.
int sum_by_cub(const thrust::device_vector<int>& numbers, int* sum) {
  const int* in = thrust::raw_pointer_cast(numbers.data());
  const int n = static_cast<int>(numbers.size());
  thrust::device_vector<int> out(1);
  int* result = thrust::raw_pointer_cast(out.data());
  void* storage = nullptr;
  size_t bytes = 0;
  CHECK(cub::DeviceReduce::Sum(storage, bytes, in, result, n));
  CHECK(cudaMalloc(&storage, bytes));
  CHECK(cub::DeviceReduce::Sum(storage, bytes, in, result, n));
  *sum = out[0];
  CHECK(cudaFree(storage));
  return 0;
}

int main(int count, char** words) {
  const int n = count > 1 ? std::atoi(words[1]) : 500;
  if (n < 1 || n > 1009) {
    std::fprintf(stderr, "thrust: 1 to 1009 numbers\n");
    return 1;
  }
  thrust::device_vector<int> numbers(n), before(n);
  thrust::sequence(numbers.begin(), numbers.end());
  thrust::transform(numbers.begin(), numbers.end(), numbers.begin(), Scattered{619});
  thrust::sort(numbers.begin(), numbers.end());
  thrust::exclusive_scan(numbers.begin(), numbers.end(), before.begin());
  int sum = 0;
  if (sum_by_cub(numbers, &sum) != 0) return 1;

  std::vector<int> sorted(n);
  thrust::copy(numbers.begin(), numbers.end(), sorted.begin());
  bool right = sum == before[n - 1] + sorted[n - 1];
  for (int i = 1; i < n; ++i) right = right && sorted[i - 1] < sorted[i];
  std::printf("thrust: %d numbers, the largest is %d and the sum %d\n", n, sorted[n - 1], sum);
  std::puts(right ? "PASS" : "FAIL");
  return right ? 0 : 1;
}
