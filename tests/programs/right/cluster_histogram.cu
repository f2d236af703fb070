#include <cooperative_groups.h>

#include <vector>

#include "../check.h"

namespace cg = cooperative_groups;

// A histogram whose bins lie spread over the shared memory of a cluster's blocks.
__global__ void histogram(int* bins, int nbins, int bins_per_block, const int* data, int n) {
  extern __shared__ int shared[];
  const cg::cluster_group cluster = cg::this_cluster();
  const int threads = static_cast<int>(blockDim.x);
  for (int i = static_cast<int>(threadIdx.x); i < bins_per_block; i += threads) shared[i] = 0;
  cluster.sync();
  const int first = static_cast<int>(cg::this_grid().thread_rank());
  for (int i = first; i < n; i += static_cast<int>(gridDim.x * blockDim.x)) {
    const int bin = data[i] < 0 ? 0 : data[i] >= nbins ? nbins - 1 : data[i];
    int* there = cluster.map_shared_rank(shared, static_cast<unsigned>(bin / bins_per_block));
    atomicAdd(there + bin % bins_per_block, 1);
  }
  cluster.sync();
  int* out = bins + static_cast<int>(cluster.block_rank()) * bins_per_block;
  for (int i = static_cast<int>(threadIdx.x); i < bins_per_block; i += threads)
    atomicAdd(&out[i], shared[i]);
}

// The sizes of a cluster are the launch's.
int main() {
  const int n = 4096, nbins = 256;
  std::vector<int> data(n), expected(nbins), got(nbins);
  unsigned state = 1;
  for (int& one : data) {
    state = state * 1664525u + 1013904223u;
    one = static_cast<int>(state >> 24) - 4;
    expected[static_cast<size_t>(one < 0 ? 0 : one)]++;
  }
  int *device_data, *device_bins;
  CHECK(cudaMalloc(&device_data, data.size() * sizeof(int)));
  CHECK(cudaMalloc(&device_bins, nbins * sizeof(int)));
  CHECK(cudaMemcpy(device_data, data.data(), data.size() * sizeof(int), cudaMemcpyDefault));
  for (const unsigned blocks : {1u, 2u, 4u, 8u}) {
    CHECK(cudaMemset(device_bins, 0, nbins * sizeof(int)));
    const int per_block = nbins / static_cast<int>(blocks);
    cudaLaunchAttribute attribute = {};
    attribute.id = cudaLaunchAttributeClusterDimension;
    attribute.val.clusterDim.x = blocks;
    attribute.val.clusterDim.y = attribute.val.clusterDim.z = 1;
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(16);
    config.blockDim = dim3(64);
    config.dynamicSmemBytes = static_cast<size_t>(per_block) * sizeof(int);
    config.attrs = &attribute;
    config.numAttrs = 1;
    CHECK(cudaLaunchKernelEx(&config, histogram, device_bins, nbins, per_block,
                             static_cast<const int*>(device_data), n));
    CHECK(cudaMemcpy(got.data(), device_bins, nbins * sizeof(int), cudaMemcpyDefault));
    EXPECT(got == expected);
  }
  CHECK(cudaFree(device_data));
  CHECK(cudaFree(device_bins));
  return pass();
}
