// Launches for Nsight Compute, in this order, and where and when blocks begin by the SMs' clocks.
//     ncu --metrics sm__cycles_elapsed.max,gpc__cycles_elapsed.max --cache-control all \
//         --clock-control none launch
// With the argument `blocks`, it tells of the blocks instead.
#include <cstring>

#include "micro.cuh"

namespace {

using namespace micro;

__global__ void empty() {}
__global__ void one_store(unsigned* out) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x;
}
__global__ void one_load(unsigned* out, const unsigned* in) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (in[i] == 1) out[i] = 1;
}
__global__ void spin(int cycles) {
  const long long until = now() + cycles;
  while (now() < until) {
  }
}

struct Block {
  unsigned sm;
  Span span;
};

// Each block stays for `cycles`.
__global__ void placed(Block* blocks, int cycles) {
  const long long begin = now();
  while (now() < begin + cycles) {
  }
  __syncthreads();
  if (threadIdx.x == 0) blocks[blockIdx.x] = {sm_id(), {begin, now()}};
}

void shapes() {
  Buffer<unsigned> out(std::size_t(1) << 25), in(std::size_t(1) << 25);
  for (int threads : {32, 256, 1024}) {
    for (int blocks : {1, 132, 264, 1056, 4224, 16896, 32768}) empty<<<blocks, threads>>>();
  }
  for (int blocks : {1, 132, 1056, 4224, 16896}) one_store<<<blocks, 256>>>(out.get());
  for (int blocks : {1, 132, 1056, 4224, 16896}) one_load<<<blocks, 256>>>(out.get(), in.get());
  for (int cycles : {0, 1000, 2000, 4000, 8000, 16000}) spin<<<1, 32>>>(cycles);
  for (int cycles : {1000, 4000}) spin<<<132, 32>>>(cycles);
  for (int cycles : {1000, 4000}) spin<<<132 * 32, 32>>>(cycles);
  for (int cycles : {1000, 4000}) spin<<<132 * 64, 32>>>(cycles);
  for (int cycles : {1000, 4000}) spin<<<132 * 8 * 4, 256>>>(cycles);
  check(cudaDeviceSynchronize());
}

void tell_blocks(int blocks, int threads, int cycles) {
  Buffer<Block> placed_at(blocks);
  for (int i = 0; i < 2; ++i) placed<<<blocks, threads>>>(placed_at.get(), cycles);
  check(cudaDeviceSynchronize());
  const std::vector<Block> all = placed_at.read();
  std::printf("{\"topic\": \"blocks\", \"name\": \"%d x %d for %d\", \"value\": [", blocks, threads,
              cycles);
  for (int i = 0; i < blocks; ++i)
    std::printf("%s[%u, %lld, %lld]", i == 0 ? "" : ", ", all[i].sm,
                all[i].span.begin - all[0].span.begin, all[i].span.end - all[0].span.begin);
  std::printf("]}\n");
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2 || std::strcmp(argv[1], "blocks") != 0) {
    shapes();
    return 0;
  }
  tell_blocks(400, 1024, 4000);
  tell_blocks(132 * 10, 256, 4000);
  tell_blocks(132 * 36, 32, 4000);
}
