// run: --kernel total --grid 4 --block 64 --arg out:u32[1]=zero --arg part:u32[4]=zero --arg in:u32[256]=random:381%100
// run: --kernel total --grid 2 --block 128 --arg out:u32[1]=zero --arg part:u32[4]=zero --arg in:u32[256]=random:382%100
__device__ unsigned done;
__global__ void total(unsigned* out, unsigned* part, const unsigned* in) {
  __shared__ unsigned sum, last;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  unsigned v = __reduce_add_sync(~0u, in[blockIdx.x * blockDim.x + threadIdx.x]);
  if (threadIdx.x % 32 == 0) atomicAdd(&sum, v);
  __syncthreads();
  if (threadIdx.x == 0) {
    part[blockIdx.x] = sum;
    __threadfence();
    last = atomicAdd(&done, 1u) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && threadIdx.x == 0) {
    unsigned all = 0;
    for (unsigned b = 0; b < gridDim.x; ++b) all += __ldcg(&part[b]);
    *out = all;
  }
}
