// run: --kernel there_and_back --grid 4 --block 64 --arg out:u32[1024]=const:5 --arg in:u32[1024]=random:241
__global__ void there_and_back(unsigned* out, const unsigned* in) {
  __shared__ __align__(128) unsigned s[256];
  __shared__ unsigned long long barrier;
  unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(s)), b = static_cast<unsigned>(__cvta_generic_to_shared(&barrier));
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared.b64 [%0], 1; fence.mbarrier_init.release.cluster;" :: "r"(b) : "memory");
    asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], 1024;" :: "r"(b) : "memory");
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 1024, [%2];"
                 :: "r"(at), "l"(in + blockIdx.x * 256), "r"(b) : "memory");
  }
  __syncthreads();
  asm volatile("{ .reg .pred p; W: mbarrier.try_wait.parity.shared.b64 p, [%0], 0; @!p bra W; }" :: "r"(b) : "memory");
  for (int i = threadIdx.x; i < 256; i += 64) s[i] = s[i] * 3 + i;
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  if (threadIdx.x == 0) {
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%0], [%1], 1024;" :: "l"(out + blockIdx.x * 256), "r"(at) : "memory");
    asm volatile("cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;" ::: "memory");
  }
}
