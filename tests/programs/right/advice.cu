#include "../check.h"

__global__ void square(int* data, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] *= data[i];
}

size_t shared_bytes(int block) { return block * sizeof(int); }

// What programs ask before they launch, advise, and copy in batches.
int main() {
  int grid = 0, block = 0, blocks = 0, clusters = 0;
  CHECK(cudaOccupancyMaxPotentialBlockSize(&grid, &block, square, 0, 0));
  EXPECT(block >= 32 && block <= 1024 && grid >= 1);
  CHECK(cudaOccupancyMaxPotentialBlockSizeVariableSMem(&grid, &block, square, shared_bytes, 0));
  CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, square, 128, 0));
  EXPECT(blocks >= 1);
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(2);
  config.blockDim = dim3(64);
  CHECK(cudaOccupancyMaxActiveClusters(&clusters, square, &config));
  EXPECT(clusters == 0);  // no cluster is named
  cudaLaunchAttribute cluster = {};
  cluster.id = cudaLaunchAttributeClusterDimension;
  cluster.val.clusterDim.x = cluster.val.clusterDim.y = cluster.val.clusterDim.z = 1;
  config.attrs = &cluster;
  config.numAttrs = 1;
  CHECK(cudaOccupancyMaxActiveClusters(&clusters, square, &config));
  const int of_small = clusters;  // 8 blocks an SM: 1,056 on an H200
  config.blockDim = dim3(1024);
  CHECK(cudaOccupancyMaxActiveClusters(&clusters, square, &config));
  EXPECT(clusters >= 1 && of_small == 4 * clusters);  // 2 blocks an SM: 264
  size_t offset = 1, size = 0;
  CHECK(cudaFuncGetParamInfo(reinterpret_cast<const void*>(square), 1, &offset, &size));
  EXPECT(offset == 8 && size == 4);
  EXPECT(cudaFuncGetParamInfo(reinterpret_cast<const void*>(square), 2, &offset, &size) ==
         cudaErrorInvalidValue);
  cudaGetLastError();

  int *managed, *device, told = -1;
  CHECK(cudaMallocManaged(&managed, 64 * sizeof(int)));
  CHECK(cudaMalloc(&device, 64 * sizeof(int)));
  const cudaMemLocation here = {cudaMemLocationTypeDevice, 0};
  CHECK(cudaMemAdvise(managed, 64 * sizeof(int), cudaMemAdviseSetReadMostly, here));
  CHECK(cudaMemAdvise(managed, 64 * sizeof(int), cudaMemAdviseSetPreferredLocation, here));
  CHECK(cudaMemRangeGetAttribute(&told, sizeof told, cudaMemRangeAttributeReadMostly, managed,
                                 64 * sizeof(int)));
  EXPECT(told == 1);
  CHECK(cudaMemRangeGetAttribute(&told, sizeof told, cudaMemRangeAttributePreferredLocation,
                                 managed, 64 * sizeof(int)));
  EXPECT(told == 0);
  CHECK(cudaMemAdvise(managed, 64 * sizeof(int), cudaMemAdviseUnsetReadMostly, here));
  CHECK(cudaMemRangeGetAttribute(&told, sizeof told, cudaMemRangeAttributeReadMostly, managed,
                                 64 * sizeof(int)));
  EXPECT(told == 0);
  cudaStream_t stream;
  CHECK(cudaStreamCreate(&stream));
  CHECK(cudaMemPrefetchAsync(managed, 64 * sizeof(int), here, 0, stream));
  CHECK(cudaStreamSynchronize(stream));
  for (int i = 0; i < 64; ++i) managed[i] = i;

  int host[64];
  const void* from[] = {managed, managed + 32};
  void* to[] = {device, device + 32};
  size_t sizes[] = {32 * sizeof(int), 32 * sizeof(int)}, first = 0;
  cudaMemcpyAttributes order = {};
  order.srcAccessOrder = cudaMemcpySrcAccessOrderStream;
  CHECK(cudaMemcpyBatchAsync(to, from, sizes, 2, &order, &first, 1, stream));
  square<<<1, 64, 0, stream>>>(device, 64);
  CHECK(cudaMemcpyAsync(host, device, sizeof host, cudaMemcpyDeviceToHost, stream));
  CHECK(cudaStreamSynchronize(stream));
  for (int i = 0; i < 64; ++i) EXPECT(host[i] == i * i);
  CHECK(cudaStreamDestroy(stream));
  CHECK(cudaFree(managed));
  CHECK(cudaFree(device));
  return pass();
}
