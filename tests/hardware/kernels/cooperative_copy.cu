// run: --kernel k --grid 3 --block 96 --arg out:i32[288]=zero --arg in:i32[288]=random:206%1000
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;
__global__ void k(int* out, const int* in) {
  __shared__ int s[96];
  cg::thread_block block = cg::this_thread_block();
  cg::memcpy_async(block, s, in + blockIdx.x * 96, sizeof s);
  cg::wait(block);
  auto warp = cg::tiled_partition<32>(block);
  auto quad = cg::tiled_partition<4>(warp);
  int x = s[95 - block.thread_rank()];
  int sum = cg::reduce(warp, x, cg::plus<int>()), most = cg::reduce(quad, x, cg::greater<int>());
  int before = cg::exclusive_scan(warp, x);
  if (x % 2) {
    auto odd = cg::coalesced_threads();
    before += odd.shfl(x, odd.size() - 1) + odd.thread_rank();
  }
  auto third = cg::labeled_partition(warp, x % 3);
  out[blockIdx.x * 96 + block.thread_rank()] = sum + most * 7 + before + third.size() * 1000;
}
