// run: --kernel k --grid 2,2,2 --block 5,4,3 --arg out:u32[480]=zero
__global__ void k(unsigned* out) {
  unsigned b = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
  unsigned t = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  unsigned lane;
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));
  out[b * 60 + t] = threadIdx.z * 10000 + threadIdx.y * 100 + threadIdx.x + blockIdx.z * 1000000 + lane * 10000000;
}
