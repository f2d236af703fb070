#include <vector>

#include "../check.h"

struct Job {
  int* where;
  short count;
  char value;
};

__global__ void add(Job job, int more) {
  for (int i = static_cast<int>(threadIdx.x); i < job.count; i += static_cast<int>(blockDim.x))
    atomicAdd(&job.where[i], job.value + more + static_cast<int>(blockIdx.y));
}

// Behind everything else: sees what the other children have done.
__global__ void close(const int* counts, int* sum) { *sum = counts[0] + counts[63]; }

__global__ void one_launches(int* counts, int* sum) {
  counts[threadIdx.x] = 1;
  __syncthreads();
  if (threadIdx.x != 0) return;
  close<<<1, 1, 0, cudaStreamTailLaunch>>>(counts, sum);
  add<<<dim3(1, 2), 32>>>({counts, 64, 5}, 10);
  add<<<1, 32, 0, cudaStreamFireAndForget>>>({counts, 64, 1}, 0);
}

__global__ void everyone_launches(int* counts) {
  add<<<1, 1>>>({counts + threadIdx.x, 1, 2}, static_cast<int>(threadIdx.x));
}

__global__ void too_large(int* error) {
  add<<<1, 2048>>>({error, 1, 0}, 0);
  error[0] = static_cast<int>(cudaGetLastError());
  error[1] = static_cast<int>(cudaGetLastError());
}

// One launches, everyone launches, the tail comes last, and a launch that can't be is an error.
int main() {
  int *counts, *sum, got[64], total;
  CHECK(cudaMalloc(&counts, sizeof got));
  CHECK(cudaMalloc(&sum, sizeof(int)));
  one_launches<<<1, 64>>>(counts, sum);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(got, counts, sizeof got, cudaMemcpyDefault));
  CHECK(cudaMemcpy(&total, sum, sizeof total, cudaMemcpyDefault));
  for (const int one : got) EXPECT(one == 1 + 15 + 16 + 1);
  EXPECT(total == 2 * (1 + 15 + 16 + 1));

  CHECK(cudaMemset(counts, 0, sizeof got));
  everyone_launches<<<1, 64>>>(counts);
  CHECK(cudaMemcpy(got, counts, sizeof got, cudaMemcpyDefault));
  for (int i = 0; i < 64; ++i) EXPECT(got[i] == 2 + i);

  too_large<<<1, 1>>>(counts);
  CHECK(cudaMemcpy(got, counts, 2 * sizeof(int), cudaMemcpyDefault));
  EXPECT(got[0] != 0 && got[1] == 0);
  CHECK(cudaFree(counts));
  CHECK(cudaFree(sum));
  return pass();
}
