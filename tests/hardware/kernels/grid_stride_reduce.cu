// run: --kernel k --grid 6 --block 128 --arg out:u64[1]=zero --arg in:u32[5000]=random:34 --arg n:i32=5000
__global__ void k(unsigned long long* out, const unsigned* in, int n) {
  __shared__ unsigned long long s[128];
  unsigned long long sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) sum += in[i];
  s[threadIdx.x] = sum;
  __syncthreads();
  for (int k = 64; k > 0; k >>= 1) {
    if (threadIdx.x < k) s[threadIdx.x] += s[threadIdx.x + k];
    __syncthreads();
  }
  if (threadIdx.x == 0) atomicAdd(out, s[0]);
}
