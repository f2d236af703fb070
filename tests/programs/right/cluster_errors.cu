#include "../check.h"

__global__ void plain(int* out) { out[blockIdx.x] = static_cast<int>(blockIdx.x); }

cudaError_t launch(int* out, unsigned grid, unsigned cluster) {
  cudaLaunchAttribute attribute = {};
  attribute.id = cudaLaunchAttributeClusterDimension;
  attribute.val.clusterDim.x = cluster;
  attribute.val.clusterDim.y = attribute.val.clusterDim.z = 1;
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(grid);
  config.blockDim = dim3(32);
  config.attrs = &attribute;
  config.numAttrs = 1;
  const cudaError_t error = cudaLaunchKernelEx(&config, plain, out);
  (void)cudaGetLastError();
  return error;
}

// What a launch may ask of clusters.
int main() {
  int* out;
  CHECK(cudaMalloc(&out, 64 * sizeof(int)));
  EXPECT(launch(out, 16, 8) == cudaSuccess);
  EXPECT(launch(out, 12, 8) != cudaSuccess);   // no whole clusters
  EXPECT(launch(out, 32, 16) != cudaSuccess);  // more than is portable
  CHECK(cudaFuncSetAttribute(plain, cudaFuncAttributeNonPortableClusterSizeAllowed, 1));
  EXPECT(launch(out, 32, 16) == cudaSuccess);
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaFree(out));
  return pass();
}
